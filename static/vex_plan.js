// The plan builder: a tap on a link inside [data-plan] is the next state of the plan. It is asked for by GET and painted
// in place, and the address goes along, so that back, reload and a shared link show the same plan. Without this module
// the links work as links.

import { paint } from "./live.js";

let asking = null;

async function go(url, remember) {
  asking?.abort();
  asking = new AbortController();
  try {
    const answer = await fetch(url, { headers: { "HX-Request": "true" }, cache: "no-store", signal: asking.signal });
    if (!answer.ok || answer.redirected) return location.assign(url);
    const html = await answer.text();
    if (remember) history.replaceState(null, "", url);
    paint(html);
    scrollTo({ top: 0 });
  } catch (error) {
    if (error.name !== "AbortError") location.assign(url);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-plan] a[href^='?']");
  if (!link || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(new URL(link.getAttribute("href"), location.href).href, true);
});
