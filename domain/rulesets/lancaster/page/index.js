/**
 * The page module of Lancaster: its controls, its panels, and what chance may answer.
 *
 * @typedef {import("/page/app/ruleset.js").RulesetPage} RulesetPage
 */
import { unpack } from "./box.js";
import { draft } from "./draft.js";
import { graphs } from "./graphs.js";
import { scene } from "./scene.js";
import { seatView } from "./seat.js";
import { statusView } from "./status.js";

/** @type {RulesetPage} */
const page = {
  unpack,
  styles: ["board.css"],
  options: [
    { name: "players" },
    { name: "first_seat", advanced: true, seat: true },
    { name: "colors", advanced: true },
  ],
  how: ["goal", "troops", "parliament", "scoring", "battles", "end", "two"],
  draft,
  seat: seatView,
  status: statusView,
  scene,
  graphs,
  chance: () => import("./chance.js"),
};

export default page;
