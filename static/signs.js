// A fighter's page: marks the sign that was thrown on this phone, and brings a new result into view.
//
//   The phone alone knows its sign; the server tells nobody, not even this page (L7).
//   <form data-signs data-ask="KEY"> … <button name="sign" value="rock">: kept in memory for this ask, until the page is left

let thrown = { ask: "", sign: "" };

document.addEventListener("submit", ({ target, submitter }) => {
  if (!target.matches("[data-signs]") || submitter?.name !== "sign") return;
  thrown = { ask: target.dataset.ask, sign: submitter.value };
  show();
});

function show() {
  for (const form of document.querySelectorAll("[data-signs]")) {
    for (const key of form.querySelectorAll("[name=sign]")) {
      const mine = thrown.ask === form.dataset.ask && thrown.sign === key.value;
      key.classList.toggle("chosen", mine);
      if (mine) key.setAttribute("aria-pressed", "true");
      else key.removeAttribute("aria-pressed");
    }
  }
}

let told = document.querySelector("#result [data-result]")?.dataset.result;

/** A result that has just come is brought into view: it stands at the top, and the keys do not move. */
function look() {
  const now = document.querySelector("#result [data-result]")?.dataset.result;
  if (now && now !== told) scrollTo({ top: 0 });
  told = now ?? told;
}

document.addEventListener("referee:painted", () => { show(); look(); });
show();
