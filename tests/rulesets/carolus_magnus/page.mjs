/** Run the page of Carolus Magnus in Node.js, for test_page.py. */
import { buttons, drawn, textOf } from "../../support/browser/drawn.mjs";
import { pageOf, speaking as speak } from "../../support/browser/speaking.mjs";

const LANGUAGES = ["en", "es", "de"];
const PRESSES_MAX = 400;

const page = await pageOf("carolus-magnus");

const speaking = (language, used) => speak(page, language, used);

/** Return the seats of a game with these sides, with their names. */
function seatsOf(sides) {
  const names = ["Anna", "Ben", "Cleo", "Dora"];
  const count = sides.length;
  return {
    count, own: [0], named: () => true, name: (seat) => names[seat], side: (seat) => sides[seat],
  };
}

/** Return the data of the page. */
export function shape() {
  return {
    words: page.words,
    options: page.options,
  };
}

// --- chance ------------------------------------------------------------------------------------

/** Return, for each question, the bounds for chance and the action that the draws lead to. */
export async function chances(questions) {
  const chance = await page.chance();
  return questions.map(({ position, options, draws }) => ({
    bounds: chance.bounds(position, options),
    action: draws && chance.answer(position, options, draws),
  }));
}

// --- graphs and panels -------------------------------------------------------------------------

/** Return the graphs of whole games. */
export function graphs(games) {
  return games.map(({ sides, events }) => page.graphs(events, seatsOf(sides), speaking("de")));
}

/** Return the HTML of all seats and of the status, in each language. */
export function looks(positions) {
  return positions.map((position) => LANGUAGES.map((language) => {
    const seats = seatsOf(position.seats.map(({ side }) => side));
    const t = speaking(language);
    const parts = position.seats.map((_, seat) => page.seat(position, seat, seats, t));
    const status = page.status(position, seats, t, {}, position.outcome !== null);
    return [...parts, status].map((part) => drawn(part).html).join("");
  }));
}

/** Return the words of the status in a running game, and after it has ended outside the rules. */
export function statuses(positions) {
  return positions.map((position) => [false, true].map((over) => textOf(drawn(
    page.status(position, seatsOf(position.seats.map(({ side }) => side)), speaking("en"), {}, over),
  ).html)));
}

// --- drafts ------------------------------------------------------------------------------------

/** A turn and its draft; `sent` has the actions sent, and `seen` all HTML drawn. */
class Table {
  constructor({ position, seat, options, legal, verdicts }, t) {
    this.sent = null;
    this.seen = new Set();
    const seats = seatsOf(position.seats.map(({ side }) => side));
    this.turn = {
      position, options, seat, seats, legal, t, events: [],
      changed: () => this.look(),
      send: (actions) => { this.sent = actions; },
      ask: async (actions) => {
        if (!verdicts) throw new Error("the service cannot be asked");
        return verdicts[JSON.stringify(actions)]
          ?? { legal: true, refusals: [], events: [], position, alternatives: [] };
      },
    };
    this.draft = page.draft(this.turn);
  }

  look() {
    if (!this.draft) return;
    this.seen.add(drawn(this.all()).html);
    for (const spot of this.draft.spots()) void spot.preview?.();
    this.draft.pending();
  }

  /** Everything that the draft draws next to the board. */
  all() {
    return [this.draft.controls(), this.draft.confirm()];
  }

  buttons() {
    return buttons(this.all());
  }

  press(name, value) {
    const found = this.buttons().find(({ attributes }) => attributes[name] === String(value));
    if (!found) throw new Error(`no button ${name}=${value}`);
    found.press();
  }

  spot(id) {
    const found = this.draft.spots().find((spot) => spot.id === id);
    if (!found) throw new Error(`no spot ${id}`);
    return found;
  }

  sendNow() {
    const send = this.buttons().find(({ attributes }) => attributes.class?.includes("cm-send"));
    if (!send) throw new Error("not to be sent");
    send.press();
  }
}

/** The three ways to take a decision: by the controls alone, by the picture, and by dragging. */
const WAYS = {
  controls: {
    place: (table, clan, to) => { table.press("data-clan", clan); table.press("data-to", to); },
    walk: (table, steps) => table.press("data-steps", steps),
  },
  picture: {
    place: (table, clan, to) => { table.press("data-clan", clan); table.spot(idOf(table, to)).choose(); },
    walk: (table, steps, head, shortest) => {
      // If several walks end in one territory, the picture selects the shortest.
      if (shortest) table.spot(idOf(table, head)).choose(); else table.press("data-steps", steps);
    },
  },
  dragging: {
    place: (table, clan, to) => {
      const spot = table.spot(idOf(table, to));
      if (!spot.takes(clan)) throw new Error(`${spot.id} does not take ${clan}`);
      spot.choose(clan);
    },
    walk: (table, steps) => table.press("data-steps", steps),
  },
};

const idOf = ({ draft }, to) => (
  to === "court" ? `court-${draft.turn.seat}` : `territory-${to}`);

/** Take the wanted actions in each way; return the actions sent and all HTML drawn. */
export async function driven(turns) {
  const answers = [];
  for (const turn of turns) {
    const sent = {};
    const seen = new Set();
    for (const [index, way] of Object.keys(WAYS).entries()) {
      const table = new Table(turn, speaking(LANGUAGES[index]));
      take(table, WAYS[way], turn.wanted);
      await settled();
      table.look();
      sent[way] = table.sent;
      for (const html of table.seen) seen.add(html);
    }
    const resumed = resumedBy(turn);
    if (resumed) sent.resumed = resumed;
    answers.push({ sent, html: [...seen] });
  }
  return answers;
}

/** Choose the wanted actions, and return what a draft sends that resumes the choice; or null. */
function resumedBy(turn) {
  const [first, second] = [0, 1].map(() => new Table(turn, speaking("en")));
  first.sendNow = () => {
    const { choice } = first.draft;
    if (choice !== null) second.draft.resume(JSON.parse(JSON.stringify(choice)));
    second.sendNow();
  };
  take(first, WAYS.controls, turn.wanted);
  return second.sent;
}

function take(table, way, wanted) {
  switch (wanted.type) {
    case "choose_disc":
      table.press("data-disc", wanted.disc);
      return;
    case "place_paladins":
      for (const { clan, to } of wanted.placements) way.place(table, clan, to);
      break;
    case "move_emperor": {
      const { territories, emperor } = table.turn.position;
      const heads = territories.map(({ segments }) => segments[0]);
      const head = heads[(heads.indexOf(emperor) + wanted.steps) % heads.length];
      way.walk(table, wanted.steps, head, wanted.steps <= heads.length);
      break;
    }
    default:
      for (const clan of wanted.clans) table.press("data-more", clan);
      if (wanted.clans.length === 1) return;
  }
  table.sendNow();
}

/** Press, choose and undo at random until an action is sent; return the actions sent. */
export async function fumbled(turns, seed) {
  const random = generator(seed);
  const answers = [];
  for (const turn of turns) {
    const table = new Table(turn, speaking("en"));
    for (let presses = 0; table.sent === null; presses += 1) {
      if (presses === PRESSES_MAX) throw new Error(`nothing sent of ${turn.wanted.type}`);
      const spots = table.draft.spots().map((spot) => () => spot.choose());
      const presents = table.buttons().map((button) => button.press);
      const back = table.draft.undoable ? [() => table.draft.undo()] : [];
      const all = [...spots, ...presents, ...back];
      all[Math.floor(random() * all.length)]();
      if (presses % 4 === 0) await settled();
    }
    answers.push(table.sent);
  }
  return answers;
}

/** Return the preview of a selected walk, in words and on the board. */
export async function previews(turns) {
  const t = speaking("en");
  return Promise.all(turns.map(async (turn) => {
    const { wanted } = turn;
    const table = new Table(turn, t);
    await settled();
    table.press("data-steps", wanted.steps);
    const { text } = table.buttons().find(({ attributes }) => (
      attributes["data-steps"] === String(wanted.steps)));
    const castles = table.draft.pending().filter(({ place }) => !place).map(({ spot }) => spot);
    return { preview: text, castles };
  }));
}

/** Return the preview of each place on the board when all paladins are placed, but not sent. */
export async function placed(turns) {
  const t = speaking("en");
  return Promise.all(turns.map(async (turn) => {
    const table = new Table(turn, t);
    for (const { clan, to } of turn.wanted.placements) WAYS.controls.place(table, clan, to);
    const found = {};
    for (const spot of table.draft.spots()) {
      found[spot.id] = textOf(drawn(await spot.preview?.() ?? "").html);
    }
    return found;
  }));
}

/** Return the faces of the dice shown in a turn, after these rolls. */
export function rolled(turn, rolls) {
  const table = new Table(turn, speaking("en"));
  table.turn.events = rolls.map((roll) => ({ type: "dice_rolled", ...roll }));
  const { html } = drawn(table.draft.controls());
  return [...html.matchAll(/class="cm-die"[^]*?cm-clan-(\w+)/g)].map(([, face]) => face);
}

/** Return the words that no part of the page uses while it plays and shows these games. */
export async function unused({ languages, turns, games, positions }) {
  return Promise.all(languages.map(async (language) => {
    const used = new Set();
    const t = speaking(language, used);
    for (const turn of turns) {
      const table = new Table(turn, t);
      table.look();
      take(table, WAYS.controls, turn.wanted);
      await settled();
      table.look();
    }
    for (const { sides, events } of games) {
      const seats = seatsOf(sides);
      page.graphs(events, seats, t);
    }
    for (const position of positions) {
      const seats = seatsOf(position.seats.map(({ side }) => side));
      position.seats.forEach((_, seat) => drawn(page.seat(position, seat, seats, t)));
      page.status(position, seats, t, {}, position.outcome !== null);
    }
    return Object.keys(page.words[language]).filter((key) => !used.has(key));
  }));
}

/** Wait until all requests are answered. */
const settled = () => new Promise((done) => { setImmediate(done); });

/** Return a generator of numbers from 0 to below 1, the same for the same seed (mulberry32). */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
