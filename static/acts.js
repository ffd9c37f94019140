// Acts: every <form data-act> is posted from here, with a nonce, and kept on the phone until the server has answered.
//
//   form     <form method="post" action="…" data-act [data-ask="KEY"] [data-urgent]> … <div class="refused" role="alert"></div></form>
//            The ask goes along as the field `ask`. Fields and the pressed button are the body.
//   nonce    made here, once per shown ask (action, ask, body), sent as the field `nonce` until acknowledged; a tap on
//            what is already on its way sends it again at once and makes no second act
//   answers  200 paints the html (X-Seq: the entry it shows) · 204 · HX-Redirect, or a redirect, leads on · 409 stale: paints, with a
//            notice · 422 the refusal stands at its control, what was typed stays · other 4xx: a notice
//            429, 5xx or no answer: kept, and sent again by itself

import { paint } from "./live.js";

const BOX = "referee.outbox";
const DAY = 24 * 60 * 60 * 1000;
const TRIES = 5; // of an act at which the server itself fails
const who = document.body.dataset.who;
const page = random();
const reasons = new Map(); // form -> the refusal that stands at it

function random() {
  // No crypto.randomUUID on plain http.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// --- the outbox: in the page's storage, so that it survives a reload ---------

let memory = "[]"; // where storage is switched off

function read() {
  try {
    return JSON.parse(localStorage.getItem(BOX) ?? "[]");
  } catch {
    return JSON.parse(memory);
  }
}

function write(entries) {
  memory = JSON.stringify(entries);
  try {
    localStorage.setItem(BOX, memory);
  } catch { /* kept in memory only */ }
}

/** What waits in this person's name; another's on the same phone waits for them, a day at most. */
const waiting = () => read().filter((entry) => entry.who === who);
const theirs = (entry) => entry.who !== who && Date.now() - entry.at > DAY;
const keep = (entry) => write([...read().filter((e) => !theirs(e)), entry]);
const change = (entry) => write(read().map((e) => (e.nonce === entry.nonce ? entry : e)));
const forget = (entry) => write(read().filter((e) => e.nonce !== entry.nonce));

// --- from a form to an entry and back ----------------------------------------

function describe(form, button) {
  const fields = new FormData(form);
  fields.delete("csrfmiddlewaretoken");
  if (form.dataset.ask && !fields.has("ask")) fields.set("ask", form.dataset.ask);
  const url = new URL(button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", location.href).pathname;
  const shown = `${form.getAttribute("action")}?${new URLSearchParams(fields)}`; // what the form asks, whichever button
  if (button?.name) fields.append(button.name, button.value);
  const body = new URLSearchParams(fields).toString();
  return { shown, url, body, key: `${url}?${body}` };
}

const acting = () => document.querySelectorAll("form[data-act]");

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-act]")) return;
  event.preventDefault();
  const act = describe(form, event.submitter);
  const pending = waiting().find((entry) => entry.shown === act.shown);
  reasons.delete(act.shown);
  document.getElementById("notice")?.replaceChildren();
  if (!pending) {
    const pressed = event.submitter ? `${event.submitter.name}=${event.submitter.value}` : null;
    const entry = { ...act, who, page, pressed, urgent: "urgent" in form.dataset, nonce: random(), at: Date.now(), tries: 0 };
    keep(entry);
    if (entry.urgent) post(entry); // somebody is hurt: overtakes what is on its way
  }
  mark();
  send();
});

/** Show at every form what is on its way from it and what was refused; anew after each paint. */
function mark() {
  const entries = waiting();
  for (const form of acting()) {
    const { shown } = describe(form);
    const entry = entries.find((e) => e.shown === shown);
    for (const button of form.elements) {
      if (button.type !== "submit") continue;
      const busy = entry && (entry.pressed ?? `${button.name}=${button.value}`) === `${button.name}=${button.value}`;
      const cover = button.querySelector(":scope > .busy");
      if (busy && !cover) button.append(document.getElementById("busy").content.cloneNode(true));
      else if (!busy) cover?.remove();
      if (busy) button.setAttribute("aria-busy", "true");
      else button.removeAttribute("aria-busy");
    }
    const slot = form.querySelector(".refused");
    if (slot && slot.innerHTML !== (reasons.get(shown) ?? "")) slot.innerHTML = reasons.get(shown) ?? "";
  }
  const kept = document.getElementById("kept");
  if (!kept) return;
  kept.querySelector("[data-kept]").textContent = entries.length;
  kept.hidden = document.documentElement.dataset.link !== "off" && !(unreachable && entries.length);
}

// --- sending -----------------------------------------------------------------

let sending = false;
let unreachable = false;
let wait = 500;
let timer = 0;
const flying = new Set();

/** Send what waits, oldest first; a refused one holds up no other, an unreachable server holds up all. */
async function send() {
  if (sending) return;
  sending = true;
  clearTimeout(timer);
  const tried = new Set();
  for (let entry; (entry = waiting().find((e) => !tried.has(e.nonce))); ) {
    tried.add(entry.nonce);
    if (!(await post(entry))) break;
  }
  sending = false;
  if (!waiting().length) wait = 500;
  else {
    timer = setTimeout(send, wait);
    wait = Math.min(wait * 2, 15_000);
  }
}

/** Post one entry; false where no server answered. */
async function post(entry) {
  if (flying.has(entry.nonce)) return true;
  flying.add(entry.nonce);
  try {
    const answer = await fetch(entry.url, {
      method: "POST",
      body: new URLSearchParams([...new URLSearchParams(entry.body), ["nonce", entry.nonce]]),
      headers: { ...JSON.parse(document.body.getAttribute("hx-headers:inherited")), "HX-Request": "true" },
      signal: AbortSignal.timeout(8_000),
    });
    const html = await answer.text();
    unreachable = false;
    take(entry, answer, html);
    return true;
  } catch {
    unreachable = true;
    return false;
  } finally {
    flying.delete(entry.nonce);
    mark();
  }
}

function take(entry, answer, html) {
  const { status, headers } = answer;
  if (status === 429 || (status >= 500 && entry.tries + 1 < TRIES)) {
    change({ ...entry, tries: entry.tries + (status === 429 ? 0 : 1) });
    return;
  }
  const onward = headers.get("HX-Redirect") ?? (answer.redirected ? answer.url : null);
  // Signed out meanwhile: what waits is sent once the same person has signed in again.
  if (onward && new URL(onward, location.href).pathname === document.body.dataset.signIn) return location.assign(onward);
  forget(entry);
  wait = 500;
  if (onward) {
    // Only the page that asked is led on: an act kept from another page must not carry this one away.
    if (entry.page === page) location.assign(onward);
  } else if (status < 300 || status === 409) {
    if (html) paint(html, headers.get("X-Seq"), { again: true });
    called(entry);
  } else if (status === 422) {
    refuse(entry, html);
  } else {
    notice(html);
  }
}

/** Close the card that a call was sent from: it lies over what the call became. */
function called(entry) {
  const card = [...acting()].find((f) => describe(f).shown === entry.shown)?.closest(".calling[open]");
  if (!card) return;
  card.open = false;
  document.querySelector(".called")?.scrollIntoView({ block: "nearest" });
}

function refuse(entry, html) {
  const form = [...acting()].find((f) => describe(f).shown === entry.shown);
  if (form?.querySelector(".refused")) reasons.set(entry.shown, html);
  else notice(html); // its control is gone from this page
}

/** Say above the page why something was not taken; an error page gives its heading and text. */
function notice(html) {
  const said = new DOMParser().parseFromString(html, "text/html");
  const heading = said.querySelector("main h1");
  const why = heading ? [heading, ...heading.parentElement.querySelectorAll("p:not(:has(a))")].map((e) => e.textContent.trim()).join(" · ")
    : said.body.textContent.trim();
  const banner = document.getElementById("refusal").content.cloneNode(true);
  if (why) banner.querySelector("[data-why]").textContent = why;
  document.getElementById("notice")?.replaceChildren(banner);
}

function sendNow() {
  wait = 500;
  mark();
  send();
}

document.addEventListener("referee:painted", mark);
document.addEventListener("referee:link", () => (document.documentElement.dataset.link === "off" ? mark() : sendNow()));
document.addEventListener("visibilitychange", () => { if (!document.hidden) sendNow(); });
addEventListener("online", sendNow);
addEventListener("storage", ({ key }) => { if (key === BOX) mark(); });
sendNow();
