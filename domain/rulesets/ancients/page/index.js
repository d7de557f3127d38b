/**
 * The page module of Ancients: its controls, its panels, and what chance may answer.
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
    { name: "scenario" },
    { name: "sides", advanced: true },
    { name: "turn_limit", advanced: true },
  ],
  how: ["goal", "turn", "units", "battle", "reaction", "flags", "momentum"],
  orders: {
    members: [
      { name: "evaders", values: ["ask", "evade", "stand"] },
      { name: "evaders_with_leader", values: ["ask", "evade", "stand"] },
      { name: "others", values: ["ask", "stand"] },
      { name: "battle_back", values: ["ask", "fight"] },
      { name: "flags", values: ["ask", "ignore"] },
    ],
    notes: ["first_strike"],
  },
  draft,
  seat: seatView,
  status: statusView,
  scene,
  graphs,
  chance: () => import("./chance.js"),
};

export default page;
