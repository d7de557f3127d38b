/** Run the page of Ancients in Node.js, for test_page.py. */
import { buttons, drawn, fields, textOf } from "../../support/browser/drawn.mjs";
import { pageOf, speaking } from "../../support/browser/speaking.mjs";

const LANGUAGES = ["en", "es", "de"];

const page = await pageOf("ancients");

/** Return the seats of a game with these sides; the first is the viewer's. */
const seatsOf = (sides) => ({
  count: sides.length, own: [0], named: () => true, name: (seat) => ["Anna", "Ben"][seat],
  side: (seat) => sides[seat],
});

export function shape() {
  return { words: page.words, options: page.options };
}

/** Return, for each question, the bounds for chance and the action that the draws lead to. */
export async function chances(questions) {
  const chance = await page.chance();
  return questions.map(({ position, options, draws }) => ({
    bounds: chance.bounds(position, options),
    action: chance.answer(position, options, draws),
  }));
}

/** Return the graphs of whole games. */
export function graphs(games) {
  return games.map(({ sides, events }) => page.graphs(events, seatsOf(sides), speaking(page, "de")));
}

/** Return the text of each seat's panel and of the status, in each language. */
export function panels(positions) {
  return positions.map((position) => LANGUAGES.map((language) => {
    const [t, seats] = [speaking(page, language), seatsOf(position.sides)];
    const each = position.sides.map((_, seat) => page.seat(position, seat, seats, t, {}));
    return [...each, page.status(position, seats, t, {}, false)].map((part) => textOf(drawn(part).html));
  }));
}

/** Return what each step looks like. */
export function scenes(steps) {
  return steps.map(({ step, position }) => {
    const { dice, ...others } = page.scene({ step, events: step, position, seats: seatsOf(position.sides) });
    return { ...others, dice: [...drawn(dice).html.matchAll(/ancients-die (\w+)/g)].map(([, face]) => face) };
  });
}

// --- drafts ------------------------------------------------------------------------------------

/** A turn and its draft; `sent` has the action sent. */
class Table {
  constructor({ position, seat, options, legal, events = [] }, language) {
    this.sent = null;
    this.draft = page.draft({
      position, options, seat, legal, events, story: [], t: speaking(page, language),
      seats: seatsOf(position.sides), changed: () => {},
      send: ([action]) => { this.sent = action; },
    });
  }

  all() {
    for (const { piece } of this.draft.pending()) drawn(piece);
    this.draft.spots().forEach(({ label }) => label);
    return [this.draft.controls(), this.draft.confirm()];
  }

  /** Press the button with this attribute; return whether there is one. */
  press(name, value) {
    const found = buttons(this.all()).find(({ attributes }) => (
      name in attributes && (value === undefined || attributes[name] === String(value))));
    found?.press();
    return found !== undefined;
  }

  facet(name, value) {
    const found = buttons(this.all()).find(({ attributes }) => (
      attributes["data-facet"] === name && attributes["data-value"] === String(value)));
    found?.press();
    return found !== undefined;
  }

  fill(name, value) {
    const found = fields(this.all()).find(({ attributes }) => attributes["data-field"] === name);
    found?.set(value);
    return found !== undefined;
  }

  point(id) {
    const spot = this.draft.spots().find((one) => one.id === id);
    spot?.choose();
    return spot !== undefined;
  }

  resume(table) {
    const { choice } = table.draft;
    if (choice !== null && choice !== undefined) this.draft.resume(JSON.parse(JSON.stringify(choice)));
  }
}

const HOW = {
  play_card: (table, { card }) => table.facet("card", card),
  issue_orders: (table, { pieces, commander, ambush }, { choices }) => {
    if (ambush) return enter(table, ambush);
    if (choices.some(({ from }) => from === "leader")) lead(table, pieces, commander, choices);
    const shown = fields(table.all()).map(({ attributes }) => attributes["data-field"]);
    for (const piece of pieces) if (shown.includes(piece)) table.fill(piece, true);
  },
  assign_dice: (table, { assignments }) => (
    assignments.forEach((piece, index) => piece && table.fill(`die-${index}`, piece))),
  move: (table, { piece, to }) => table.facet("piece", piece) && table.facet("place", to),
  attack: (table, { unit, target }) => table.facet("piece", unit) && table.facet("place", target),
  evade_to: (table, { to }) => table.facet("to", to),
  retreat_to: (table, { to }) => table.facet("to", to),
  extra_hex: (table, { to }) => table.facet("to", to),
  bonus_attack: (table, { target }) => table.facet("target", target),
  leader_evade: (table, { path }) => path.forEach((step, index) => (
    table.draft.pointing.chosen[index] === step || table.facet("step", step))),
};

function enter(table, { section, placements, leader_with: led }) {
  table.press("data-other");
  table.facet("section", section);
  for (const { unit, hex } of placements) table.fill(hex, unit);
  if (led) table.facet("led", led);
}

/** Choose a commander under whom these pieces can be ordered, or one unit alone. */
function lead(table, pieces, commander, choices) {
  const { commanders } = choices.find(({ from }) => from === "leader");
  const wanted = commander ?? (pieces.length > 1 || pieces[0] in commanders
    ? pieces.find((one) => one in commanders && pieces.includes(commanders[one] ?? one)) : null) ?? null;
  table.facet("commander", wanted === null ? "null" : wanted);
}

/** Answers that are buttons, by the slot of their value. */
const ANSWERS = { react: "choice", ignore_flags: "count", momentum: "advance", battle_back: "fight" };

/** Take the wanted action in a table by its controls, except for sending it. */
function choose(table, { wanted, legal }) {
  if (wanted.type in ANSWERS || wanted.type.startsWith("end_")) return;
  HOW[wanted.type](table, wanted, legal);
}

function send(table, { wanted }) {
  const answer = wanted.type in ANSWERS ? wanted[ANSWERS[wanted.type]] : null;
  if (answer !== null) return table.press("data-answer", answer);
  if (wanted.type.startsWith("end_")) return table.press("data-end");
  const declines = ["extra_hex", "bonus_attack"].includes(wanted.type) && (wanted.to ?? wanted.target) == null;
  return declines ? table.press("data-answer", "null") : table.press("data-send");
}

/**
 * Take the wanted actions by the controls alone. Return the actions sent, and those that a new
 * draft sends that resumes the choice, as after a reload.
 */
export function taken(turns) {
  return turns.map((turn, number) => {
    const language = LANGUAGES[number % LANGUAGES.length];
    const [table, resumed] = [new Table(turn, language), new Table(turn, language)];
    choose(table, turn);
    resumed.resume(table);
    send(table, turn);
    send(resumed, turn);
    return { sent: table.sent, resumed: resumed.sent };
  });
}

/** Take the wanted actions by pointing at these spots of the board, the last one twice. */
export function pointed(turns, places) {
  return turns.map((turn, number) => {
    const table = new Table(turn, "en");
    const found = places[number].map((spot) => table.point(spot));
    const { undoable } = table.draft;
    table.point(places[number].at(-1));
    return { found: found.every((one) => one), undoable, sent: table.sent };
  });
}

/** Return what each decision asks, in words. */
export function questions(turns) {
  return turns.map((turn) => {
    const { draft } = new Table(turn, "en");
    // A question without a place on the board is next to its answers.
    const controls = textOf(drawn(draft.controls()).html);
    return controls || textOf(drawn(draft.confirm()).html.split("<button")[0]);
  });
}

/** Return whether undoing everything gives the same controls as at the start. */
export function undone(turns) {
  return turns.map((turn) => {
    const [table, fresh] = [new Table(turn, "en"), new Table(turn, "en")];
    choose(table, turn);
    let steps = 0;
    while (table.draft.undoable && steps < 99) {
      table.draft.undo();
      steps += 1;
    }
    const text = (one) => textOf(drawn(one.draft.confirm()).html);
    return !table.draft.undoable && (turn.legal.choices.length > 1 || text(table) === text(fresh));
  });
}
