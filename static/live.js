// The live side of a page: paints what the server sends and keeps the lamp true. HTTP writes, sockets paint (L6).
//
// The socket is our own and not hx-ws: a phone that walks out of reach leaves a socket half open, which only a
// watchdog on heartbeats finds and hx-ws cannot let go of (its close event may take a minute); acknowledging,
// `?since=` and asking by GET meanwhile belong to the same loop. htmx's morph does the painting: it keeps typed
// text, focus, scroll and (by `morphIgnore` in base.html) open folds.
//
//   page    <main id="board" data-live="/live/clash/CODE/" data-seq="13">: nothing but parts in it, each with an id
//   frames  {"seq": 13, "parts": {"public": "<section id=\"public\">…"}} · {"beat": 1} · {"gone": "signed_out"};
//           with "anew" a frame counts although it is no newer: another role or language, a restored backup
//   answer  {"ack": 13}, once painted or dropped: the server has one frame in flight
//   slow    GET of the page itself with HX-Request and ?since=13: 204, or the parts with X-Seq

const FRESH = 300; // ms in which a control that has just changed ignores taps
const SILENT = 12_000; // a heartbeat comes every 5 s
const ASK = 1_000; // slow: ask by GET
const PING = 10_000; // a page with nothing live on it
const TAPPED = "a[href], button, summary, label";

const root = document.documentElement;
const board = () => document.querySelector("[data-live]");
const now = () => performance.now();

// --- painting ---------------------------------------------------------------

/**
 * Morph every element of `html` that has an id into the one on the page; a toast goes to its region.
 * What is older than the board, or as old, is dropped; `again` lets as old through. `anew` takes anything, and
 * takes it for the whole board: no part of another role stays. Fires `referee:painted`.
 */
export function paint(html, seq = null, { again = false, anew = false } = {}) {
  const live = board();
  const shown = Number(live?.dataset.seq ?? 0);
  const stale = live && seq !== null && !anew && (again ? Number(seq) < shown : Number(seq) <= shown);
  const before = looks();
  if (anew && live) morph(live, html, "innerMorph");
  else for (const part of [...new DOMParser().parseFromString(html, "text/html").body.children]) {
    const old = part.id && document.getElementById(part.id);
    if (part.matches(".toast")) document.getElementById("toasts").replaceChildren(document.adoptNode(part));
    // What is said to this reader alone (a notice) is never too old; the board may be.
    else if (old && !(stale && live.contains(old))) morph(old, part.outerHTML, "outerMorph");
  }
  if (!stale) {
    if (live && seq !== null) board().dataset.seq = seq;
    stamp();
  }
  guard(before);
  document.dispatchEvent(new CustomEvent("referee:painted"));
}

/** Paint by htmx: at once, in this task, since there is nothing to settle. */
function morph(target, text, swap) {
  window.htmx.swap({ sourceElement: target, target, swap, text, transition: false });
}

function stamp() {
  const time = new Date().toLocaleTimeString(root.lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  for (const mark of document.querySelectorAll("[data-painted]")) mark.textContent = time;
}

// --- a freshly painted control ignores taps ---------------------------------

const fresh = new WeakMap(); // control -> until when
let freshest = 0; // until when any is

function looks() {
  return new Map([...document.querySelectorAll(TAPPED)].map((control) => [control, look(control)]));
}

/** What a finger believes to be under it: what the control says and does, and where it is. */
function look(control) {
  const { left, top } = control.getBoundingClientRect();
  const form = control.form;
  return [
    control.textContent, control.getAttribute("href"), control.name, control.value, form?.getAttribute("action"),
    form?.dataset.ask ?? form?.elements.ask?.value, Math.round(left / 8), Math.round(top / 8),
  ].join("|");
}

function guard(before) {
  const until = now() + FRESH;
  let any = false;
  for (const [control, seen] of looks()) {
    if (before.get(control) === seen) continue;
    fresh.set(control, until);
    any = true;
  }
  if (!any) return;
  freshest = until;
  root.dataset.fresh = ""; // nothing is styled by it; tests wait for its end
  setTimeout(() => { if (now() >= freshest - 1) delete root.dataset.fresh; }, FRESH + 1);
}

function swallow(event) {
  const control = (event.submitter ?? event.target).closest?.(TAPPED);
  if (!(fresh.get(control) > now())) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
addEventListener("click", swallow, { capture: true });
addEventListener("submit", swallow, { capture: true });

// --- the lamp ---------------------------------------------------------------

/** Say how the page is connected: "live", "slow" (asks every second) or "off". Fires `referee:link`. */
function link(state) {
  if (root.dataset.link === state) return;
  root.dataset.link = state;
  for (const lamp of document.querySelectorAll(".lamp[data-word-live]")) {
    lamp.dataset.state = state;
    lamp.querySelector("span").textContent = lamp.getAttribute(`data-word-${state}`);
  }
  document.dispatchEvent(new CustomEvent("referee:link"));
}

// --- the socket -------------------------------------------------------------

let socket = null;
let heard = 0; // when the socket last said anything, or began to connect
let wait = 500;
let retry = 0;

function connect() {
  clearTimeout(retry);
  if (socket || document.hidden || !board()) return;
  const url = new URL(board().dataset.live, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("since", board().dataset.seq ?? "");
  url.searchParams.set("lang", root.lang);
  const mine = (socket = new WebSocket(url));
  heard = now();
  mine.onopen = () => {
    heard = now();
    wait = 500;
    link("live");
  };
  mine.onmessage = ({ data }) => {
    heard = now();
    link("live");
    const frame = JSON.parse(data);
    if (frame.gone) location.reload(); // the server sends whoever is signed out to sign in
    if (!frame.parts) return;
    paint(Object.values(frame.parts).join(""), frame.seq, { anew: frame.anew });
    mine.send(JSON.stringify({ ack: frame.seq }));
  };
  mine.onclose = () => {
    if (mine === socket) drop();
  };
}

/** Let go of the socket, without waiting for its farewell, and try anew: half a second to five, each its own. */
function drop() {
  if (socket) {
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    socket = null;
  }
  clearTimeout(retry);
  retry = setTimeout(connect, wait * (0.7 + 0.6 * Math.random()));
  wait = Math.min(wait * 2, 5_000);
}

function leave() {
  drop();
  clearTimeout(retry);
}

function comeBack() {
  wait = 500;
  if (socket?.readyState !== WebSocket.OPEN) drop();
  connect();
}

// --- once a second ----------------------------------------------------------

let asking = false;
let pinged = -PING;

async function ask(url, method, then) {
  if (asking) return;
  asking = true;
  try {
    const answer = await fetch(url, {
      method, cache: "no-store", headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(4_000),
    });
    await then(answer);
  } catch {
    link("off");
  } finally {
    asking = false;
  }
}

function tick() {
  if (document.hidden) return;
  if (!board()) return ping();
  const open = socket?.readyState === WebSocket.OPEN;
  const quiet = now() - heard;
  if (socket && quiet < (open ? SILENT : 1_500)) return; // connecting: give it a moment before asking
  if (socket && quiet > (open ? SILENT : 5_000)) drop();
  const since = board().dataset.seq ?? "";
  const url = new URL(location.href);
  url.searchParams.set("since", since);
  ask(url, "GET", async (answer) => {
    // Signed out, or not ours any more: the page says so itself.
    if (answer.redirected || (answer.status >= 400 && answer.status < 500)) return location.reload();
    if (answer.status >= 500) return link("off");
    if (socket?.readyState !== WebSocket.OPEN) link("slow");
    if (answer.status !== 200) return;
    const html = await answer.text();
    const seq = answer.headers.get("X-Seq");
    // Asked for what is newer and given something older: a backup was restored.
    paint(html, seq, { anew: board()?.dataset.seq === since && Number(seq) < Number(since) });
  });
}

function ping() {
  const lamp = document.querySelector(".lamp[data-ping]");
  if (!lamp || now() - pinged < (root.dataset.link === "off" ? ASK : PING)) return;
  pinged = now();
  ask(lamp.dataset.ping, "HEAD", (answer) => link(answer.status < 500 ? "live" : "off"));
}

document.addEventListener("visibilitychange", () => (document.hidden ? leave() : comeBack()));
addEventListener("pagehide", leave); // an open socket would keep the page out of the browser's memory of pages
addEventListener("pageshow", ({ persisted }) => { if (persisted) comeBack(); });
addEventListener("online", comeBack);

stamp();
guard(new Map());
if (!board()) {
  link("live"); // the server has just sent this page
  pinged = now();
}
connect();
setInterval(tick, ASK);
