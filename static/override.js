// Loss and points of an overruled blow follow one another, and both follow the outcome.
//
//   <div id="override" data-before="10"> with hit (radios, each with data-loss), loss, hp, state

const box = document.getElementById("override");
const field = (name) => box.querySelector(`[name="${name}"]:not([type="radio"])`);
const before = Number(box.dataset.before);

function set(input, value) {
  if (input.value !== String(value)) input.value = value;
}

function pick(state) {
  box.querySelector(`[name="state"][value="${state}"]`).checked = true;
}

const state = () => box.querySelector('[name="state"]:checked')?.value;

function lie() {
  if (state() !== "unconscious") pick(Number(field("hp").value) > 0 ? "stands" : "down");
}

box.addEventListener("input", ({ target }) => {
  if (target.name === "hit") {
    set(field("loss"), target.dataset.loss);
    set(field("hp"), before - Number(target.dataset.loss));
    lie();
  } else if (target.name === "loss") {
    set(field("hp"), before - Number(target.value));
    if (Number(target.value) > 0) box.querySelector('[name="hit"][value="on"]:not([data-as-thrown])').checked = true;
    lie();
  } else if (target.name === "hp") {
    const loss = before - Number(target.value);
    if (loss >= 0) set(field("loss"), loss);
    if (loss > 0) box.querySelector('[name="hit"][value="on"]:not([data-as-thrown])').checked = true;
    lie();
  } else if (target.name === "state" && target.value === "unconscious") {
    box.querySelector('[name="hit"][value="on"]:not([data-as-thrown])').checked = true; // a knockout is a hit that costs no points (R23)
    set(field("hp"), before);
  }
});
