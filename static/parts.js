// What parts do by themselves: steppers, toasts, the menu, keys that write into a field, the block's height.

const root = document.documentElement;

// Without a touch listener Safari shows no :active, and a pressed key must answer at once.
addEventListener("touchstart", () => {}, { passive: true });

// --- stepper: a tap is one step, holding repeats ------------------------------

let repeat = 0;

function step(button) {
  const input = button.closest(".stepper").querySelector("input");
  const before = input.value;
  if (input.value === "") input.value = input.min || 0;
  else input[button.dataset.step === "-1" ? "stepDown" : "stepUp"]();
  limit(input);
  if (input.value === before) return;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function limit(input) {
  for (const button of input.closest(".stepper").querySelectorAll("[data-step]")) {
    const end = button.dataset.step === "-1" ? input.min : input.max;
    const there = end !== "" && input.value !== "" && (Number(input.value) - Number(end)) * Number(button.dataset.step) >= 0;
    if (there) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

function steppers() {
  for (const input of document.querySelectorAll(".stepper input")) limit(input);
}

function letGo() {
  clearTimeout(repeat);
  // Where the finger left the key, no click ends the hold.
  setTimeout(() => { for (const end of document.querySelectorAll("[data-held]")) delete end.dataset.held; }, 50);
}
document.addEventListener("pointerdown", ({ target, button }) => {
  const end = target.closest?.("[data-step]");
  if (!end || button) return;
  const again = () => { step(end); repeat = setTimeout(again, 90); };
  repeat = setTimeout(() => { end.dataset.held = ""; again(); }, 450);
});
for (const type of ["pointerup", "pointercancel"]) document.addEventListener(type, letGo);

document.addEventListener("click", ({ target }) => {
  const end = target.closest?.("[data-step]");
  if (end && "held" in end.dataset) delete end.dataset.held; // the finger that held also clicks
  else if (end) step(end);

  if (target.closest?.("[data-print]")) print();

  const key = target.closest?.("[data-insert]");
  if (key) insert(key);

  for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(target)) menu.open = false;
});
// What a fold opens onto must not stay below the block.
document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.matches(".fold")) target.scrollIntoView({ block: "nearest" });
}, { capture: true });
document.addEventListener("input", ({ target }) => { if (target.matches(".stepper input")) limit(target); });
document.addEventListener("contextmenu", (event) => { if (event.target.closest?.("[data-step]")) event.preventDefault(); });

/** Keys above the number pad, which has neither space nor v: `<button type="button" data-insert=" v " data-into="line">`. */
function insert(key) {
  const field = document.getElementById(key.dataset.into);
  field.setRangeText(key.dataset.insert, field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}

document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const menu of document.querySelectorAll(".menu[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// --- toasts: eight seconds, longer while touched or focused --------------------

const toasts = document.getElementById("toasts");
let until = 0;

function expire() {
  const toast = toasts.firstElementChild;
  if (!toast) return;
  if (toast.matches(":hover, :focus-within") || toast.querySelector("[aria-busy]")) until = performance.now() + 2_000;
  if (performance.now() >= until) toasts.replaceChildren();
  else setTimeout(expire, until - performance.now());
}

new MutationObserver((changes) => {
  if (!changes.some(({ addedNodes }) => addedNodes.length)) return;
  until = performance.now() + 8_000;
  setTimeout(expire, 8_000);
}).observe(toasts, { childList: true });

// --- the action block: how high it is, and that it leaves its place when it takes too much ---------

const measured = new ResizeObserver(measure);

function measure() {
  const block = document.querySelector(".actionblock");
  const high = block?.offsetHeight ?? 0;
  block?.toggleAttribute("data-long", high > 0.45 * innerHeight);
  const fixed = block && getComputedStyle(block).position === "sticky";
  root.style.setProperty("--block", `${fixed ? high : 0}px`);
}

// --- what has just come is brought into view: `data-look` names it, once ---------------------------

const news = () => new Map([...document.querySelectorAll("[data-look]")].map((part) => [part.dataset.look, part]));
let known = new Set(news().keys());

function bring() {
  const now = news();
  const fresh = [...now].find(([name]) => !known.has(name));
  known = new Set(now.keys());
  fresh?.[1].scrollIntoView({ block: "start" });
}

let acting; // who acts is scrolled into view once, and then left where the reader puts it

function look() {
  steppers();
  const now = document.querySelector(".order .now");
  if (now && now.textContent !== acting) {
    const order = now.closest(".order");
    order.scrollLeft = now.offsetLeft - order.offsetLeft - (order.clientWidth - now.offsetWidth) / 2;
  }
  acting = now?.textContent;
  const block = document.querySelector(".actionblock");
  if (block) measured.observe(block);
  measure();
}

addEventListener("resize", measure);
document.addEventListener("referee:painted", () => { look(); bring(); });
look();
