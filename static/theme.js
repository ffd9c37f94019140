// Before the first paint: the theme and the hand kept on this phone. A classic script in the head, so that nothing flashes.
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const kept = (name) => {
    try { return localStorage.getItem(name); } catch { return null; } // storage may be switched off
  };
  const apply = () => {
    root.dataset.theme = kept("theme") ?? root.dataset.start ?? (dark.matches ? "night" : "sun");
    root.dataset.hand = kept("hand") ?? "right";
  };
  const show = () => {
    for (const input of document.querySelectorAll("[data-keep]")) {
      input.checked = input.type === "checkbox"
        ? kept(input.dataset.keep) === input.value
        : (kept(input.dataset.keep) ?? "") === input.value;
    }
  };
  apply();
  dark.addEventListener("change", apply);
  addEventListener("storage", () => { apply(); show(); });
  addEventListener("DOMContentLoaded", show);
  document.addEventListener("change", ({ target }) => {
    const name = target.dataset?.keep;
    if (!name) return;
    try {
      if (target.checked && target.value) localStorage.setItem(name, target.value);
      else localStorage.removeItem(name);
    } catch { return; }
    apply();
  });
})();
