/** Uses the controls that the pages of rulesets share, for tests. */
import { linked } from "/page/app/kit/hexes.js";
import { Placing } from "/page/app/kit/placing.js";
import { Pointing } from "/page/app/kit/pointing.js";
import { Selecting } from "/page/app/kit/selecting.js";
import { Tally } from "/page/app/kit/tally.js";
import { buttons } from "./drawn.mjs";

/** Returns what is chosen after restoring these former choices, some of which are impossible. */
export function restored(paths, places, stock, steps, most, things) {
  const pointing = new Pointing(paths, () => {}, () => {});
  pointing.restore(places);
  const placing = new Placing(stock, stock.flatMap((one) => one.places), () => {});
  placing.restore(steps);
  const tally = new Tally(most, 2, () => {});
  tally.restore(things);
  return [pointing.chosen, placing.merged, tally.all];
}

/** Returns the state after each step of pointing along these paths. */
export function pointed(paths, steps) {
  let confirmed = 0;
  const pointing = new Pointing(paths, () => {}, () => { confirmed += 1; });
  return steps.map((step) => {
    if (step === "undo") pointing.undo();
    else if (Array.isArray(step)) pointing.pick(...step);
    else pointing.spots((id) => ({ id, label: "" })).find(({ id }) => id === step).choose();
    const { chosen, done, undoable } = pointing;
    const spots = pointing.spots((id) => ({ id, label: "" })).map(({ id, state }) => `${id} ${state}`);
    return { chosen, done, undoable, confirmed, spots };
  });
}

/** Returns the state after each step of placing pieces; `back` takes back the last one there. */
export function placed(stock, places, total, steps) {
  const placing = new Placing(stock, places, () => {}, total);
  return steps.map(([deed, ...given]) => {
    if (deed === "undo") placing.undo();
    else if (deed === "back") placing.takeBack(placing.last(...given));
    else placing.place(...given);
    const spots = placing.spots((id) => ({ id }), ({ place }) => ({ id: place }))
      .map(({ id, state }) => `${id} ${state}`);
    return { left: placing.left, open: placing.open, merged: placing.merged, spots };
  });
}

/** Returns the state after each step of counting several kinds. */
export function tallied(most, total, steps) {
  const tally = new Tally(most, total, () => {});
  return steps.map((step) => {
    if (step === "undo") {
      tally.undo();
    } else {
      const [button, kind] = step.split(" ");
      const field = tally.field(kind, { less: "less", more: "more" });
      buttons(field).find(({ attributes }) => attributes[`data-${button}`] === kind)?.press();
    }
    return { all: tally.all, left: tally.left, undoable: tally.undoable };
  });
}

/** Returns the state after each step: a spot, `"undo"`, or a choice to resume. */
export function selected(reach, at, steps) {
  let confirmed = 0;
  const board = { at: (piece) => at[piece], spot: (place) => (place === "off" ? "" : place) };
  const selecting = new Selecting(reach, board, () => {}, () => { confirmed += 1; });
  const labels = { piece: (piece) => piece, place: (piece, place) => `${piece} ${place}` };
  return steps.map((step) => {
    if (step === "undo") selecting.undo();
    else if (typeof step === "object") selecting.resume(step);
    else selecting.spots(labels).find(({ id }) => id === step).choose();
    const { piece, place, undoable, choice } = selecting;
    const spots = selecting.spots(labels).map(({ id, state }) => `${id} ${state}`).sort();
    return { piece, place, undoable, choice, confirmed, spots };
  });
}

/** Returns whether hexes are linked; `near` has the neighbours of each. */
export const areLinked = (hexes, near) => linked(hexes, (hex) => near[hex]);
