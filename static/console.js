// What the referee's console does by itself.
//
//   hands    <form data-hands><input type="hidden" name="results"> … <button type="button" data-pair="0" data-result="1">: one tap a
//            hand; the last one sends the form
//   drawers  <details class="drawer-menu">: closed by a repaint, since what it offered may be over

const chosen = new Map(); // the ask of a form -> results by pair

function choose(key) {
  const form = key.closest("[data-hands]");
  const results = chosen.get(form.dataset.ask) ?? {};
  results[key.dataset.pair] = key.dataset.result;
  chosen.clear();
  chosen.set(form.dataset.ask, results);
  show();
  const pairs = new Set([...form.querySelectorAll("[data-pair]")].map((one) => one.dataset.pair));
  if (Object.keys(results).length < pairs.size) return;
  form.querySelector("[name=results]").value = [...pairs].map((pair) => results[pair]).join(",");
  form.requestSubmit();
}

function show() {
  for (const form of document.querySelectorAll("[data-hands]")) {
    const results = chosen.get(form.dataset.ask) ?? {};
    for (const key of form.querySelectorAll("[data-pair]")) {
      key.setAttribute("aria-pressed", String(results[key.dataset.pair] === key.dataset.result));
    }
  }
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest?.("[data-pair]");
  if (key) choose(key);
});

document.addEventListener("referee:painted", () => {
  for (const drawer of document.querySelectorAll(".drawer-menu[open]")) drawer.open = false;
  show();
});
