/** Run the page of Lancaster in Node.js, for test_page.py. */
import { buttons, drawn, fields, textOf } from "../../support/browser/drawn.mjs";
import { pageOf, speaking } from "../../support/browser/speaking.mjs";

const LANGUAGES = ["en", "es", "de"];

const page = await pageOf("lancaster");

/** Return the seats of a game with these sides; the first is the viewer's. */
function seatsOf(sides) {
  const names = ["Anna", "Ben", "Cleo", "Dora", "Emil"];
  return {
    count: sides.length, own: [0], named: () => true, name: (seat) => names[seat],
    side: (seat) => sides[seat],
  };
}

const sidesOf = (position) => position.seats.map(({ color }) => color);

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
  return positions.map(({ position, options }) => LANGUAGES.map((language) => {
    const [t, seats] = [speaking(page, language), seatsOf(sidesOf(position))];
    const each = position.seats.map((_, seat) => page.seat(position, seat, seats, t, options));
    return [...each, page.status(position, seats, t, options, false)]
      .map((part) => textOf(drawn(part).html));
  }));
}

/** Return what each step looks like. */
export function scenes(steps) {
  return steps.map(({ step, position }) => (
    page.scene({ step, events: step, position, seats: seatsOf(sidesOf(position)) })));
}

// --- drafts ------------------------------------------------------------------------------------

/** A turn and its draft; `sent` has the action sent. */
class Table {
  constructor({ position, seat, options, legal }, language) {
    this.sent = null;
    this.draft = page.draft({
      position, options, seat, legal, events: [], story: [], t: speaking(page, language),
      seats: seatsOf(sidesOf(position)), changed: () => {},
      send: ([action]) => { this.sent = action; },
    });
  }

  all() {
    for (const { piece } of this.draft.pending()) drawn(piece);
    return [this.draft.controls(), this.draft.confirm()];
  }

  /** Press the value of a field, if it is offered and not chosen. */
  choose(field, value) {
    const key = typeof value === "object" ? JSON.stringify(value) : String(value);
    const found = buttons(this.all()).find(({ attributes }) => (
      attributes["data-facet"] === field && attributes["aria-pressed"] === "false"
      && attributes["data-value"].replaceAll("&quot;", '"') === key));
    found?.press();
    return found !== undefined;
  }

  fill(name, value) {
    fields(this.all()).find(({ attributes }) => attributes["data-field"] === name)?.set(value);
  }

  /** Take an action by the controls alone. */
  take(action) {
    const wanted = Object.entries(action);
    while (wanted.some(([field, value]) => this.choose(field, value))) { /* Go on. */ }
    for (const [field, value] of wanted) {
      if (typeof value === "number") this.fill(field, value);
      if (Array.isArray(value)) value.forEach((one) => this.fill(one, true));
    }
  }

  send() {
    buttons(this.all()).find(({ attributes }) => "data-send" in attributes)?.press();
  }
}

/**
 * Take the wanted actions by the controls alone. Return the actions sent, and those that a new
 * draft sends that resumes the choice, as after a reload.
 */
export function taken(turns) {
  return turns.map((turn, number) => {
    const language = LANGUAGES[number % LANGUAGES.length];
    const [table, resumed] = [new Table(turn, language), new Table(turn, language)];
    table.take(turn.wanted);
    const { choice } = table.draft;
    if (choice !== null) resumed.draft.resume(JSON.parse(JSON.stringify(choice)));
    table.send();
    resumed.send();
    return { sent: table.sent, resumed: resumed.sent };
  });
}

/** Return what the controls say once the wanted actions are chosen: the text, and the button that sends. */
export function worded(turns) {
  return turns.map((turn) => {
    const table = new Table(turn, "en");
    table.take(turn.wanted);
    return { text: textOf(drawn(table.draft.controls()).html), send: textOf(drawn(table.draft.confirm()).html) };
  });
}

/** Take the wanted actions by pointing at the board first, and then by the controls. */
export function pointed(turns, places) {
  return turns.map((turn, number) => {
    const table = new Table(turn, "en");
    const spot = table.draft.spots().find(({ id }) => id === places[number]);
    spot?.choose();
    const { undoable } = table.draft;
    const wanted = Object.entries(turn.wanted);
    while (wanted.some(([field, value]) => table.choose(field, value))) { /* Go on. */ }
    for (const [field, value] of wanted) {
      if (typeof value === "number") table.fill(field, value);
    }
    // The same place again confirms.
    table.draft.spots().find(({ id }) => id === places[number])?.choose();
    return { undoable, sent: table.sent };
  });
}

/** Choose at random and take everything back; return whether nothing is left of it. */
export function undone(turns) {
  return turns.map((turn) => {
    const table = new Table(turn, "en");
    const fresh = drawn(table.all()).html;
    table.draft.spots().at(-1)?.choose();
    const open = buttons(table.all()).filter(({ attributes }) => "data-facet" in attributes);
    open.at(-1)?.press();
    while (table.draft.undoable) table.draft.undo();
    return drawn(table.all()).html === fresh;
  });
}
