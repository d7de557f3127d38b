/** Uses the controls that the pages of rulesets share, for tests. */
import { Placing } from "/page/app/kit/placing.js";
import { Pointing } from "/page/app/kit/pointing.js";
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
