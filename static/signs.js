// Marks the sign that was thrown on this phone: it alone knows, the server tells nobody, not even this page (L7).
//
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

document.addEventListener("referee:painted", show);
show();
