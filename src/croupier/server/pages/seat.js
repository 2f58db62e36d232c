// A seat: a newcomer bets and decides with plain forms made of what the house offers.
import { card, clock, element, hand, waiting } from "./floor.js";

const seat = document.getElementById("seat");
const credits = document.getElementById("credits");
let socket = null, table = null, shown = null, mine = null, cursor = null, again = null, number = 0;
const waitsFor = new Map(); // our commands that have no answer yet
let said = "", bad = false;

export function money(cents) {
  return (cents / 100).toLocaleString("en", { minimumFractionDigits: 2 });
}

// A change as the house writes it: see house/views/delta.py.
export function apply(change, old) {
  if (change.length === 0) return old;
  const [kind, first, second, third] = change;
  if (kind === "=") return first;
  if (kind === "o") {
    const made = { ...old };
    for (const name of second) delete made[name];
    for (const [name, each] of Object.entries(first)) made[name] = apply(each, old[name]);
    return made;
  }
  const items = old.slice(0, first);
  for (const [at, each] of second) items[at] = apply(each, items[at]);
  return [...items, ...third];
}

async function post(path, body) {
  const headers = body ? { "Content-Type": "application/json" } : {};
  const answer = await fetch(path, { method: "POST", headers, body: body ? JSON.stringify(body) : undefined });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error.message);
  return found;
}

async function token() {
  const known = JSON.parse(sessionStorage.getItem("guest") ?? "null");
  if (known) {
    try {
      return (await post("/api/sign-in/terminal", { terminal: known.terminal, key: known.key })).token;
    } catch { sessionStorage.removeItem("guest"); }
  }
  const guest = await post("/api/guests");
  sessionStorage.setItem("guest", JSON.stringify(guest));
  return guest.token;
}

export function leave() {
  table = null;
  clearTimeout(again);
  socket?.close();
  seat.hidden = true;
  seat.replaceChildren(); // so that no form of this table is left to act on
}

export async function sit(name) {
  leave();
  [table, shown, mine, cursor, said, bad] = [name, null, null, null, "", false];
  waitsFor.clear();
  await open(name);
}

async function open(name) {
  try {
    const key = await token();
    if (table !== name) return;
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${encodeURIComponent(name)}/live`);
    const own = socket;
    own.onopen = () => {
      own.send(JSON.stringify({ say: "hello", token: key, cursor }));
      // What was not answered is asked again under the same id: it is done once.
      for (const message of waitsFor.values()) own.send(JSON.stringify(message));
    };
    own.onmessage = (event) => { if (own === socket) hear(JSON.parse(event.data)); };
    own.onclose = (event) => {
      if (own !== socket || table !== name) return;
      say(event.reason || "The connection was lost; trying again.", true);
      if (event.code !== 4404) again = setTimeout(() => open(name), 1000);
    };
  } catch (error) {
    say(error.message, true);
    again = setTimeout(() => open(name), 2000);
  }
}

function hear(message) {
  const before = shown?.said;
  switch (message.say) {
    case "snapshot": [shown, cursor] = [message.public, message.cursor]; clock("", "", null, message.now); break;
    case "delta":
      try { shown = apply(message.delta, shown); cursor = message.cursor; } catch { socket.send('{"say":"again"}'); }
      break;
    case "private": mine = message.private; break;
    case "answer":
      waitsFor.delete(message.id);
      if (message.error) say(message.error.message + (message.error.clause ? ` (${message.error.clause})` : ""), true);
      else say("Accepted.");
      return;
  }
  if (shown?.said && shown.said !== before) say(shown.said);
  draw();
}

function say(text, wrong = false) {
  [said, bad] = [text, wrong];
  const line = document.getElementById("said");
  if (line) { line.textContent = said; line.className = bad ? "bad" : ""; }
}

function give(command) {
  const id = `${crypto.getRandomValues(new Uint32Array(2)).join("-")}-${++number}`;
  const message = { say: "command", id, round: shown.round.number, command: { ...command, bettor: mine.own.seat } };
  waitsFor.set(id, message);
  say("Pending…");
  if (socket.readyState === 1) socket.send(JSON.stringify(message));
}

function draw() {
  if (!shown) return;
  seat.hidden = false;
  if (mine?.credits !== null && mine?.credits !== undefined) credits.textContent = `Credits ${money(mine.credits)}`;
  // What somebody is filling in stays as it is.
  const keep = {};
  for (const field of seat.querySelectorAll("select, input")) keep[field.name] = field.value;
  const focus = document.activeElement?.name;
  seat.replaceChildren(
    element("div", { class: "panel" },
      element("h1", {}, shown.title),
      element("div", { class: "row" },
        element("span", { class: `phase ${shown.round?.phase}` }, shown.stopped ?? shown.closed ?? shown.round?.phase ?? "opens soon"),
        element("span", { class: "clock", id: "wait" }, waiting(shown.waits, shown.until)),
        element("span", {}, shown.round ? `round ${shown.round.number}` : "")),
      clock(shown.table, shown.waits, shown.until),
      ...lies(shown.round?.lies),
      element("div", { class: "beads", "aria-label": "Last results" }, ...shown.last.map((each) =>
        element("span", { class: `bead ${each.won ?? ""}`, title: `round ${each.round}` }, (each.won ?? "·")[0].toUpperCase()))),
      shown.round?.shoe ? element("small", {}, `Shoe ${shown.round.shoe.code}, ${shown.round.shoe.left} cards left`) : ""),
    element("div", { class: "panel" },
      element("p", { id: "said", class: bad ? "bad" : "", role: "status" }, said),
      ...forms(),
      ...own()));
  for (const field of seat.querySelectorAll("select, input")) if (keep[field.name]) field.value = keep[field.name];
  for (const field of seat.querySelectorAll("select")) if (field.selectedIndex < 0) field.selectedIndex = 0;
  if (focus) seat.querySelector(`[name="${focus}"]`)?.focus();
}

setInterval(() => {
  const line = document.getElementById("wait");
  if (line && shown) line.textContent = waiting(shown.waits, shown.until);
}, 250);

function lies(found) {
  if (!found) return [];
  const one = (name, each) => hand(name, each.cards, each.cards.length ? `${each.total}${each.blackjack ? " Blackjack" : each.bust ? " bust" : ""}` : "");
  if (found.kind === "baccarat") {
    const result = found.result ? [element("p", {}, `${found.result.winner ?? "Settled"} wins`)] : [];
    return [one("player", found.player), one("banker", found.banker), ...(found.result?.winner ? result : [])];
  }
  if (found.kind === "shared") return [one("dealer", found.dealer), hand("shared", [...found.opening, ...found.stream])];
  return [one("dealer", found.dealer), ...found.boxes.flatMap((box) =>
    box.hands.map((each, at) => one(`box ${box.number}${box.hands.length > 1 ? `.${at + 1}` : ""}${found.turn === box.number ? " ◂" : ""}`, each)))];
}

const LABELS = { "take-seat": "Sit down", "leave-seat": "Get up", "insure": "Insure", "surrender": "Surrender",
  "take-even-money": "Even money", "double-too": "Double too", "match-split": "Match the split", "withdraw-all": "Withdraw all" };

function forms() {
  if (!mine || !shown.round) return [];
  const made = [];
  const boxes = (offers) => [...new Set(offers.map((each) => each.box).filter((each) => each !== undefined))];
  const bets = mine.offers.filter((each) => each.command === "place-wager" && !each.irregular);
  if (bets.length) made.push(bet(bets, boxes(bets)));
  for (const offer of mine.offers) {
    if (offer.irregular && offer.command !== "withdraw-all") continue;
    const box = offer.box === undefined ? {} : { box: offer.box };
    const where = offer.box === undefined ? "" : ` (box ${offer.box})`;
    if (offer.command === "decide") {
      made.push(element("form", {}, ...offer.options.map((action) =>
        button(action + where, () => give({ command: "decide", action, ...box })))));
    } else if (LABELS[offer.command] && offer.command !== "take-seat") {
      const more = offer.owner ? { owner: offer.owner } : {};
      made.push(element("form", {}, button(LABELS[offer.command] + where, () => give({ command: offer.command, ...box, ...more }), true)));
    }
  }
  const seats = mine.offers.filter((each) => each.command === "take-seat");
  if (seats.length) made.push(choice("Box", "sit", boxes(seats), "Sit down", (box) => give({ command: "take-seat", box: Number(box) })));
  if (!made.length) made.push(element("p", {}, element("small", {}, "Nothing is yours to do just now.")));
  return made;
}

function button(text, act, second = false) {
  const made = element("button", { type: "button", class: second ? "second" : null }, text);
  made.addEventListener("click", act);
  return made;
}

function bet(offers, boxes) {
  const terms = shown.round.terms;
  const wagers = [...new Set(offers.flatMap((each) => each.wagers))];
  const form = element("form", {},
    ...(boxes.length ? [element("label", {}, "Box", element("select", { name: "box" }, ...boxes.map((each) => element("option", {}, String(each)))))] : []),
    element("label", {}, "Wager", element("select", { name: "wager" }, ...wagers.map((each) => element("option", { value: each }, each)))),
    element("label", {}, `Stake, in steps of ${money(terms.unit)}`,
      element("input", { name: "stake", type: "number", min: terms.unit / 100, step: terms.unit / 100, value: terms.unit / 100, inputmode: "decimal" })),
    element("button", {}, "Bet"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const box = form.box ? { box: Number(form.box.value) } : {};
    give({ command: "place-wager", wager: form.wager.value, stake: Math.round(Number(form.stake.value) * 100), ...box });
  });
  return form;
}

function choice(label, name, options, text, act) {
  const form = element("form", {},
    element("label", {}, label, element("select", { name }, ...options.map((each) => element("option", {}, String(each))))),
    element("button", { class: "second" }, text));
  form.addEventListener("submit", (event) => { event.preventDefault(); act(form[name].value); });
  return form;
}

function own() {
  const found = mine?.own;
  if (!found) return [];
  const rows = found.lines.length
    ? found.lines.map((line) => [line.wager, money(line.stake), `${line.result}${line.pays ? ` ${line.pays}` : ""}`, money(line.net)])
    : found.stakes.map((each) => [each.wager + (each.box ? ` (box ${each.box})` : ""), money(each.stake), "accepted", ""]);
  const hands = found.hands.map((each, at) => hand(`hand ${at + 1}`, each.cards, String(each.total)));
  return [
    element("h2", {}, found.lines.length ? "Your result" : "Your wagers"),
    ...hands,
    found.choice ? element("p", {}, `You chose: ${found.choice}`) : "",
    rows.length ? element("table", {}, ...rows.map((row) => element("tr", {}, ...row.map((text, at) => element("td", { class: at % 2 ? "sum" : null }, text)))))
      : element("small", {}, "None yet."),
    found.net !== null && found.lines.length ? element("p", {}, `Net ${money(found.net)}`) : "",
  ];
}
