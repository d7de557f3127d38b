/** Run the page of TEG in Node.js, for test_page.py. */
import { inEffect } from "/page/app/option-words.js";
import * as atlas from "/page/rulesets/teg/atlas.js";
import { battle, diceFor, siege } from "/page/rulesets/teg/odds.js";
import { objectiveText } from "/page/rulesets/teg/phrases.js";
import { buttons, drawn, fields, textOf } from "../../support/browser/drawn.mjs";
import { pageOf, speaking as speak } from "../../support/browser/speaking.mjs";

const LANGUAGES = ["en", "es", "de"];
const PRESSES_MAX = 600;

const page = await pageOf("teg");

const speaking = (language, used) => speak(page, language, used);

/** Return the seats of a game with these sides; the first is the viewer's. */
function seatsOf(sides) {
  const names = ["Anna", "Ben", "Cleo", "Dora", "Emil", "Fay"];
  return {
    count: sides.length, own: [0], named: () => true, name: (seat) => names[seat],
    side: (seat) => sides[seat],
  };
}

export function shape() {
  return { words: page.words, options: page.options };
}

/** Return, for the options of each game, those in effect. */
export function inEffectIn(games) {
  return games.map((options) => Object.fromEntries(page.options.map((option) => (
    [option.name, inEffect(option, options, options.players)]))));
}

/** Return what the page reads from the components, for comparison with the rules. */
export function tables() {
  return {
    continents: atlas.CONTINENTS.map((continent) => [continent, atlas.territoriesOf(continent)]),
    cards: atlas.box.cards.map(({ id }) => [id, atlas.figureOn(id), atlas.territoryOn(id)]),
    occupations: atlas.box.objectives.flatMap(({ id }) => atlas.occupationOf(id)?.id ?? []),
    trades: [1, 2, 3, 4, 5, 9].map(atlas.tokensOfTrade),
  };
}

/** Return, by numbers of tokens, the dice, the outcomes of a battle, and the chance of conquest. */
export function odds(questions) {
  return questions.map(([attackers, defenders]) => ({
    dice: diceFor(attackers, defenders),
    ways: battle(attackers, defenders),
    falls: siege(attackers, defenders),
  }));
}

/** Return the description of each objective in each language. */
export function objectives(questions) {
  return questions.map(({ sides, target, objective }) => {
    const name = target === null ? null : seatsOf(sides).name(target);
    return LANGUAGES.map((language) => objectiveText(speaking(language), objective, name));
  });
}

// --- chance ------------------------------------------------------------------------------------

/** Return, for each question, the bounds for chance and the action that the draws lead to. */
export async function chances(questions) {
  const chance = await page.chance();
  return questions.map(({ position, options, draws }) => ({
    bounds: chance.bounds(position, options),
    action: chance.answer(position, options, draws),
  }));
}

// --- graphs ------------------------------------------------------------------------------------

/** Return the graphs of whole games. */
export function graphs(games) {
  return games.map(({ sides, events }) => page.graphs(events, seatsOf(sides), speaking("de")));
}

/** Return the HTML of all seats and of the status, in each language. */
export function looks(positions) {
  return positions.map(({ position, options }) => LANGUAGES.map((language) => (
    parts(position, options, speaking(language)).map((part) => drawn(part).html).join(""))));
}

/** Return the words of the status in a running game, and after it has ended outside the rules. */
export function statuses(positions) {
  return positions.map(({ position, options }) => [false, true].map((over) => textOf(drawn(
    page.status(position, seatsOf(position.seats.map(({ color }) => color)), speaking("en"), options, over),
  ).html)));
}

function parts(position, options, t) {
  const seats = seatsOf(position.seats.map(({ color }) => color));
  const each = position.seats.map((_, seat) => page.seat(position, seat, seats, t, options));
  return [...each, page.status(position, seats, t, options, position.outcome !== null)];
}

// --- drafts ------------------------------------------------------------------------------------

/** A turn and its draft; `sent` has the actions sent, and `seen` all HTML drawn. */
class Table {
  constructor({ position, seat, options, legal, until }, events, t) {
    this.sent = null;
    this.seen = new Set();
    const seats = seatsOf(position.seats.map(({ color }) => color));
    const known = events.slice(0, until);
    const story = known.map(({ version }) => (
      { first: version, last: version, by: seat, at: "", text: `Sentence ${version}.` }));
    this.draft = page.draft({
      position, options, seat, seats, legal, t, events: known, story,
      changed: () => this.look(),
      send: (actions) => { this.sent = actions; },
    });
    this.look();
  }

  look() {
    if (!this.draft) return;
    this.seen.add(drawn(this.all()).html);
    for (const spot of this.draft.spots()) {
      if (spot.preview) this.seen.add(drawn(spot.preview()).html);
    }
    for (const { piece } of this.draft.pending()) drawn(piece);
  }

  /** Everything that the draft draws next to the board. */
  all() {
    return [this.draft.controls(), this.draft.confirm()];
  }

  buttons() {
    return buttons(this.all());
  }

  fields() {
    return fields(this.draft.controls());
  }

  press(name, value = "") {
    const found = this.buttons().find(({ attributes }) => attributes[name] === String(value));
    if (!found) throw new Error(`no button ${name}=${value}`);
    found.press();
  }

  fill(name, value) {
    const found = this.fields().find(({ attributes }) => attributes["data-field"] === name);
    if (!found) throw new Error(`no field ${name}`);
    if (found.values.length && !found.values.includes(value)) throw new Error(`${name}: no ${value}`);
    found.set(value);
  }

  spot(territory) {
    const found = this.draft.spots().find(({ id }) => id === `territory-${territory}`);
    if (!found) throw new Error(`no spot ${territory}`);
    return found;
  }

  clear() {
    while (this.draft.undoable) this.draft.undo();
  }

  sendNow() {
    const send = this.buttons().find(({ attributes }) => attributes.class?.includes("teg-send"));
    if (!send) throw new Error("not to be sent");
    send.press();
  }
}

const PARTS = { place_tokens: "place", attack: "attack", move_tokens: "move", trade_cards: "cards" };

/** The two ways to take a decision: by the controls alone, and by the map. */
const WAYS = {
  controls: {
    place(table, { territory, count }) {
      table.fill("territory", territory);
      table.fill("count", count);
      table.press("data-add");
      table.sendNow();
    },
    attack(table, { source, target }) {
      table.fill("source", source);
      table.fill("target", target);
      table.sendNow();
    },
    move(table, { source, target, count }) {
      table.fill("source", source);
      table.fill("target", target);
      table.fill("count", count);
      table.sendNow();
    },
    cards(table, { cards }) {
      table.press("data-set", cards.join(" "));
      table.sendNow();
    },
  },
  map: {
    place(table, { territory, count }) {
      for (let placed = 0; placed < count; placed += 1) table.spot(territory).choose();
      table.sendNow();
    },
    attack(table, { source, target }) {
      table.clear();
      table.spot(source).choose();
      // An only neighbour is already selected; selecting it again starts the attack.
      if (table.spot(target).state === "legal") table.spot(target).choose();
      table.spot(target).choose();
    },
    move(table, { source, target, count }) {
      table.clear();
      table.spot(source).choose();
      table.spot(target).choose();
      table.fill("count", count);
      table.sendNow();
    },
    cards(table, { cards }) {
      for (const card of cards) table.press("data-card", card);
      table.sendNow();
    },
  },
};

function take(table, way, wanted) {
  if (wanted.type === "end_turn") {
    table.press("data-end");
    return;
  }
  const part = PARTS[wanted.type];
  table.press("data-part", part);
  if (part === "place") table.press("data-pool", wanted.pool);
  way[part](table, wanted);
}

/** Take the wanted actions in each way; return the actions sent and all HTML drawn. */
export function driven(turns, games) {
  return turns.map((turn, number) => {
    const sent = {};
    const seen = new Set();
    for (const way of Object.keys(WAYS)) {
      const t = speaking(LANGUAGES[number % LANGUAGES.length]);
      const table = new Table(turn, games[turn.game], t);
      take(table, WAYS[way], turn.wanted);
      sent[way] = table.sent;
      for (const html of table.seen) seen.add(html);
    }
    const resumed = resumedBy(turn, games);
    if (resumed) sent.resumed = resumed;
    return { sent, html: [...seen] };
  });
}

/** Choose the wanted actions, and return what a draft sends that resumes the choice; or null. */
function resumedBy(turn, games) {
  const [first, second] = [0, 1].map(() => new Table(turn, games[turn.game], speaking("en")));
  first.sendNow = () => {
    second.draft.resume(JSON.parse(JSON.stringify(first.draft.choice)));
    second.sendNow();
  };
  take(first, WAYS.controls, turn.wanted);
  return second.sent;
}

/** Press, fill in and undo at random until an action is sent; return the actions sent. */
export function fumbled(turns, games, seed) {
  const random = generator(seed);
  const any = (list) => list[Math.floor(random() * list.length)];
  return turns.map((turn) => {
    const table = new Table(turn, games[turn.game], speaking("en"));
    for (let presses = 0; table.sent === null; presses += 1) {
      if (presses === PRESSES_MAX) throw new Error("nothing is ever sent");
      const kinds = [
        table.draft.spots().map((spot) => () => spot.choose()),
        table.buttons().map((button) => button.press),
        table.fields().map((field) => () => field.set(value(field, any, random))),
        table.draft.undoable ? [() => table.draft.undo()] : [],
      ];
      any(any(kinds.filter((kind) => kind.length)))();
    }
    return table.sent;
  });
}

function value({ attributes, values }, any, random) {
  return values.length ? any(values) : Math.floor(random() * (Number(attributes.max) + 2));
}

/** Return what a series sends at its start, by itself in the next turn, and after it is stopped. */
export function series(pairs, games) {
  const { setTimeout } = globalThis;
  const t = speaking("en");
  return pairs.map(([first, next]) => {
    const [then, stopped] = [false, true].map((stops) => {
      const waiting = [];
      globalThis.setTimeout = (later) => waiting.push(later);
      const begun = new Table(first, games[first.game], t);
      aim(begun, first.wanted);
      begun.press("data-series");
      const table = new Table(next, games[next.game], t);
      if (stops) table.buttons().find(({ attributes }) => "data-stop" in attributes)?.press();
      for (const later of waiting) later();
      return { begun: begun.sent, sent: table.sent };
    });
    globalThis.setTimeout = setTimeout;
    return { begun: then.begun, then: then.sent, stopped: stopped.sent };
  });
}

function aim(table, { source, target }) {
  table.press("data-part", "attack");
  table.fill("source", source);
  table.fill("target", target);
}

/** Return the selectable spots at the start of each turn, their states, and the words shown. */
export function opened(turns, games) {
  return turns.map((turn) => {
    const table = new Table(turn, games[turn.game], speaking("en"));
    const [again] = table.buttons().filter(({ attributes }) => attributes.class?.includes("teg-send"));
    return {
      spots: Object.fromEntries(table.draft.spots().map(({ id, state }) => [id, state])),
      again: again?.text ?? null,
      text: textOf(drawn(table.all()).html),
      pressed: table.draft.chosen,
    };
  });
}

/** Return the words that no part of the page uses while it plays and narrates these games. */
export function unused({ languages, turns, games, positions, objectives: all }) {
  return languages.map((language) => {
    const used = new Set();
    const t = speaking(language, used);
    for (const turn of turns) {
      const table = new Table(turn, games[turn.game].events, t);
      take(table, WAYS.controls, turn.wanted);
      table.look();
      for (const name of ["place", "move", "cards"]) {
        const tab = table.buttons().find(({ attributes }) => attributes["data-part"] === name);
        tab?.press();
      }
      for (const press of table.draft.spots().slice(0, 40)) press.choose();
    }
    stopOne(turns, games, t);
    for (const { sides, events } of games) {
      const seats = seatsOf(sides);
      page.graphs(events, seats, t);
    }
    for (const { position, options } of positions) parts(position, options, t).map(drawn);
    for (const objective of all) objectiveText(t, objective, "Anna");
    return Object.keys(page.words[language]).filter((key) => !used.has(key));
  });
}

/** Start a series, and draw the controls that stop it. */
function stopOne(turns, games, t) {
  for (const turn of turns.filter(({ wanted }) => wanted.type === "attack")) {
    const table = new Table(turn, games[turn.game].events, t);
    aim(table, turn.wanted);
    if (!table.buttons().some(({ attributes }) => "data-series" in attributes)) continue;
    table.press("data-series");
    table.look();
    table.press("data-stop");
    return;
  }
}

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
