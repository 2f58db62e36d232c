// The floor: every table at a glance. What may be done at one of them is in seat.js.
import { leave, sit } from "./seat.js";

const floor = document.getElementById("floor");
const trouble = document.getElementById("trouble");
let ahead = 0; // how far the house's clock is ahead of ours, in milliseconds
const began = new Map(); // when we first saw what a table waits for

export function element(kind, attributes = {}, ...inside) {
  const made = document.createElement(kind);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

export function card(text) {
  const suits = { S: "♠", H: "♥", D: "♦", C: "♣" };
  const rank = text[0] === "T" ? "10" : text[0];
  return element("span", { class: "HD".includes(text[1]) ? "card red" : "card", title: text }, rank + suits[text[1]]);
}

export function hand(name, cards, note = "") {
  return element("div", { class: "hand" }, element("b", {}, name), ...cards.map(card), element("em", {}, note));
}

export function clock(table, waits, until, now = null) {
  if (now !== null) ahead = now / 1000 - Date.now();
  const made = element("div", { class: "bar" }, element("i"));
  if (until === null) return made;
  const key = `${table} ${waits} ${until}`;
  if (!began.has(key)) {
    if (began.size > 200) began.clear();
    began.set(key, Date.now());
  }
  made.dataset.from = began.get(key);
  made.dataset.until = until / 1000 - ahead;
  return made;
}

export function left(until) {
  return Math.max(0, Math.ceil((until / 1000 - ahead - Date.now()) / 1000));
}

const WORDS = { "begin-round": "next round in", "close-bets": "bets close in", "settle": "settled in" };

export function waiting(waits, until) {
  if (!waits || until === null) return "";
  return `${WORDS[waits] ?? "next in"} ${left(until)} s`;
}

setInterval(() => {
  for (const bar of document.querySelectorAll(".bar[data-until]")) {
    const [from, until] = [Number(bar.dataset.from), Number(bar.dataset.until)];
    const share = until > from ? (until - Date.now()) / (until - from) : 0;
    bar.firstChild.style.width = `${100 * Math.min(1, Math.max(0, share))}%`;
  }
}, 250);

function shown(table) {
  const phase = table.stopped ? "stopped" : table.closed ? "closed" : (table.phase ?? "opens soon");
  return element("a", { class: "table", href: `#${table.table}` },
    element("h2", {}, table.title || table.table),
    element("div", { class: "row" },
      element("span", { class: `phase ${phase}` }, phase),
      element("span", { class: "clock" }, waiting(table.waits, table.until)),
      element("span", {}, `round ${table.round}`)),
    clock(table.table, table.waits, table.until),
    ...Object.entries(table.hands).slice(0, 4).map(([name, cards]) => hand(name, cards.split(" "))),
    element("div", { class: "beads", "aria-label": "Last results" }, ...table.last.map((each) =>
      element("span", { class: `bead ${each.won ?? ""}`, title: `round ${each.round}` }, (each.won ?? "·")[0].toUpperCase()))));
}

async function look() {
  if (location.hash.length > 1) return;
  try {
    const answer = await fetch("/api/tables");
    if (!answer.ok) throw new Error((await answer.json()).error.message);
    const said = answer.headers.get("date");
    if (said && !ahead) ahead = 0;
    floor.replaceChildren(...(await answer.json()).map(shown));
    trouble.hidden = true;
  } catch (error) {
    trouble.textContent = `The house does not answer: ${error.message}`;
    trouble.hidden = false;
  }
}

function turn() {
  const table = decodeURIComponent(location.hash.slice(1));
  floor.hidden = table !== "";
  if (table) sit(table); else { leave(); look(); }
}

addEventListener("hashchange", turn);
setInterval(look, 1000);
turn();
