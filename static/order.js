// Orders by tapping names.
//
//   ranking   <div data-ranking><input type="hidden" name="order"> <button type="button" data-rank="KEY"><b data-nth></b></button>
//             … [<button type="button" data-level aria-pressed>]</div>: taps number the names; the last one left comes by itself;
//             a tap on a numbered one takes it out; with `data-level` the next name stands level with the one before
//   exchange  <form data-exchange><input type="hidden" name="groups" value="f2|f1,f3"> <button type="button" data-key="f2">…</form>:
//             a tap picks, a tap on another exchanges the two and sends the form
//
// The hidden field holds groups "f2|f1,f3". A repaint keeps what was tapped as long as the names are the same.

const tapped = new Map(); // the names of a ranking -> what was tapped there

const groupsOf = (text) => text.split("|").map((group) => group.split(",").filter(Boolean)).filter((group) => group.length);
const textOf = (groups) => groups.filter((group) => group.length).map((group) => group.join(",")).join("|");
const namesOf = (box) => [...box.querySelectorAll("[data-rank]")].map((chip) => chip.dataset.rank);

function rank(chip) {
  const box = chip.closest("[data-ranking]");
  const field = box.querySelector("input");
  const level = box.querySelector("[data-level]");
  let groups = groupsOf(field.value);
  const name = chip.dataset.rank;
  if (groups.flat().includes(name)) {
    groups = groups.map((group) => group.filter((one) => one !== name));
  } else {
    if (level?.getAttribute("aria-pressed") === "true" && groups.length) groups.at(-1).push(name);
    else groups.push([name]);
    const left = namesOf(box).filter((one) => !groups.flat().includes(one));
    if (left.length === 1) groups.push(left);
  }
  level?.setAttribute("aria-pressed", "false");
  field.value = textOf(groups);
  show(box);
}

function show(box) {
  const field = box.querySelector("input");
  const groups = groupsOf(field.value);
  for (const chip of box.querySelectorAll("[data-rank]")) {
    const nth = groups.findIndex((group) => group.includes(chip.dataset.rank)) + 1;
    chip.setAttribute("aria-pressed", String(nth > 0));
    const mark = chip.querySelector("[data-nth]");
    if (mark) mark.textContent = nth ? `${nth}.` : "";
  }
  tapped.set(box, [namesOf(box).join(), field.value]);
  const all = groups.flat().length === namesOf(box).length;
  for (const key of box.closest("form")?.querySelectorAll("[data-needs-order]") ?? []) {
    if (all) key.removeAttribute("aria-disabled");
    else key.setAttribute("aria-disabled", "true");
  }
}

function exchange(chip) {
  const form = chip.closest("[data-exchange]");
  const picked = form.querySelector(".picked");
  if (!picked) {
    chip.classList.add("picked");
    chip.setAttribute("aria-pressed", "true");
    return;
  }
  picked.classList.remove("picked");
  picked.removeAttribute("aria-pressed");
  if (picked === chip) return;
  const [one, other] = [picked.dataset.key, chip.dataset.key];
  const swap = { [one]: other, [other]: one };
  const field = form.querySelector("[name=groups]");
  field.value = textOf(groupsOf(field.value).map((group) => group.map((name) => swap[name] ?? name)));
  form.requestSubmit();
}

/** A repaint may have put back what the server knows: what was tapped since stands, if the names are the same. */
function restore() {
  for (const box of document.querySelectorAll("[data-ranking]")) {
    const [names, value] = tapped.get(box) ?? [];
    const field = box.querySelector("input");
    if (names === namesOf(box).join() && !field.value) field.value = value;
    show(box);
  }
}

document.addEventListener("click", ({ target }) => {
  const name = target.closest?.("[data-rank]");
  if (name) rank(name);
  const level = target.closest?.("[data-level]");
  if (level) level.setAttribute("aria-pressed", String(level.getAttribute("aria-pressed") !== "true"));
  const place = target.closest?.("[data-exchange] [data-key]");
  if (place) exchange(place);
});

document.addEventListener("referee:painted", restore);
document.addEventListener("htmx:after:swap", restore);
restore();
