// The line that opens a fight: chips of people write into it, and its pad switches the phone's keys to letters.
//
//   <button type="button" data-add="137" aria-pressed> adds the word, or takes it out again; with data-times another one is
//   added each time: wolf, wolf*2, … · [data-between] begins the next side · <button type="button" data-letters aria-pressed> letters instead of the number pad

const field = document.getElementById("line");

const BETWEEN = /^(v|vs|-|–|—)$/i;
const words = () => field.value.trim().split(/\s+/).filter(Boolean);

function write(list) {
  field.value = list.length ? `${list.join(" ")} ` : "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function add(chip) {
  const word = chip.dataset.add;
  const list = words();
  if ("times" in chip.dataset) {
    const last = list.at(-1) ?? "";
    const [name, times] = last.split("*");
    if (name === word) list[list.length - 1] = `${word}*${Number(times || 1) + 1}`;
    else list.push(word);
  } else if (list.includes(word)) {
    list.splice(list.indexOf(word), 1);
    while (list.length && BETWEEN.test(list[0])) list.shift();
  } else {
    list.push(word);
  }
  write(list);
}

function between() {
  const list = words();
  if (list.length && !BETWEEN.test(list.at(-1))) write([...list, "v"]);
}

function mark() {
  const list = words();
  for (const chip of document.querySelectorAll("[data-add]:not([data-times])")) {
    chip.setAttribute("aria-pressed", String(list.includes(chip.dataset.add)));
  }
}

function letters(key) {
  const on = field.inputMode === "numeric";
  field.inputMode = on ? "text" : "numeric";
  key.setAttribute("aria-pressed", String(on));
  field.blur(); // a phone changes its keys only as a field gets the focus
  field.focus();
}

document.addEventListener("click", ({ target }) => {
  // What follows the line takes it as it is now, not as it was when the server last said what it means.
  const onward = target.closest?.("a[data-line]");
  if (onward) {
    const url = new URL(onward.href);
    url.searchParams.set("line", field.value);
    onward.href = url;
  }
  const chip = target.closest?.("[data-add]");
  if (chip) add(chip);
  if (target.closest?.("[data-between]")) between();
  const key = target.closest?.("[data-letters]");
  if (key) letters(key);
});

// The pad's keys leave the focus where it is, or the phone's keys would go and come with each tap.
document.addEventListener("pointerdown", (event) => {
  if (event.target.closest?.(".linepad")) event.preventDefault();
});

// A badge that is scanned meanwhile leads away and back with ?add=NUMBER: what was typed before is kept for it.
const KEPT = "referee.line";

function keep(text) {
  try {
    if (text) sessionStorage.setItem(KEPT, text);
    else sessionStorage.removeItem(KEPT);
  } catch { /* storage is switched off */ }
}

function comeBack() {
  const number = new URLSearchParams(location.search).get("add");
  if (!number) return;
  let kept = "";
  try { kept = sessionStorage.getItem(KEPT) ?? ""; } catch { /* storage is switched off */ }
  const list = kept.trim().split(/\s+/).filter(Boolean);
  write(list.includes(number) ? list : [...list, number]);
  history.replaceState(null, "", location.pathname);
}

if (field) {
  field.addEventListener("input", () => { mark(); keep(field.value); });
  field.form?.addEventListener("submit", () => keep(""));
  mark();
  // Once htmx listens, so that what the line means is asked for.
  addEventListener("load", () => setTimeout(comeBack));
}
