/** Plays on the page of a ruleset without a page of its own, for tests. */
import generic from "/page/app/generic.js";
import { optionFields } from "/page/app/create/options.js";
import { words as shell } from "/page/app/words/en.js";
import { buttons, drawn, fields, textOf } from "./drawn.mjs";
import { speaking } from "./speaking.mjs";

/** Translates with these words of a ruleset, and those of the shell. */
function translator(words) {
  const all = { ...shell, ...words };
  const say = speaking({ words: { en: all } }, "en");
  return (key, values) => (key in all || `${key}.other` in all ? say(key, values) : key);
}

/** A turn on the generic page, with words of the ruleset; `pages` are further legal actions. */
function opened({ legal, words = {}, pages = [] }) {
  const table = { sent: null };
  table.draft = generic.draft({
    legal,
    t: translator(words),
    changed() {},
    send: (actions) => { table.sent = actions; },
    more: async (next) => pages[next],
  });
  return table;
}

/** The draft that resumes the choice of another one. */
function reloaded(table, turn) {
  const { choice } = table.draft;
  table.draft = generic.draft({ ...table.draft.turn, legal: turn.legal });
  if (choice !== null) table.draft.resume(JSON.parse(JSON.stringify(choice)));
  return table.draft;
}

const spotOf = (draft, wanted) => {
  const found = draft.spots().find(({ id }) => id === wanted);
  if (!found) throw new Error(`no spot ${wanted}`);
  return found;
};

/** Everything that a draft draws next to the board. */
const all = (draft) => [draft.confirm(), draft.controls()];

/** What a player can do. */
const DEEDS = {
  point: (draft, spot) => spotOf(draft, spot).choose(),
  press: (draft, text) => {
    const found = buttons(all(draft)).find((button) => button.text === text);
    if (!found) throw new Error(`no button ${text}`);
    return found.press();
  },
  set: (draft, name, value) => fields(draft.controls())
    .find(({ attributes }) => attributes["data-field"] === name || attributes.type === name).set(value),
  undo: (draft) => draft.undo(),
};

/** Returns the text of the form for a new game, without words of the ruleset. */
export function form(schema, chosen, seats) {
  const t = translator({});
  return textOf(drawn(optionFields(generic, schema, chosen, seats, t, () => {})).html);
}

/** Returns what a player sees after some steps, and the actions sent. */
export async function after(turn, steps) {
  const table = opened(turn);
  let { draft } = table;
  for (const [deed, ...given] of steps) {
    if (deed === "reload") draft = reloaded(table, turn);
    else await DEEDS[deed](draft, ...given);
  }
  const { html } = drawn(all(draft));
  return {
    sent: table.sent,
    spots: Object.fromEntries(draft.spots().map(({ id, state, label }) => [id, [state, label]])),
    buttons: buttons(all(draft)).map(({ text }) => text),
    boxes: fields(draft.controls()).flatMap(({ attributes }) => attributes["data-field"] ?? []),
    text: textOf(html),
    undoable: draft.undoable,
  };
}

/**
 * Points at the places of every action of each turn, and returns what can then be sent: by
 * confirming the last place, or by one of the buttons.
 */
export function reached(turns) {
  return turns.map(({ legal }) => legal.spots.map((path) => {
    const point = () => {
      const table = opened({ legal });
      const { draft } = table;
      while (draft.pointing.chosen.length < path.length) {
        spotOf(draft, path[draft.pointing.chosen.length]).choose();
      }
      return table;
    };
    const first = point();
    const { draft } = first;
    const sending = (one) => buttons(all(one)).filter(({ attributes }) => (
      attributes.class !== "quiet"));
    const sends = sending(draft);
    if (sends.some(({ attributes }) => "data-send" in attributes)) {
      spotOf(draft, path.at(-1)).choose();
      return [first.sent];
    }
    return sends.map((_, index) => {
      const table = point();
      sending(table.draft)[index].press();
      return table.sent;
    });
  }));
}
