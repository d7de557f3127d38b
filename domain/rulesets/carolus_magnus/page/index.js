/**
 * The page module of Carolus Magnus: its controls and its sentences.
 *
 * @typedef {import("/page/app/ruleset.js").RulesetPage} RulesetPage
 */
import { unpack } from "./board.js";
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
    { name: "setup" },
    { name: "seating", players: [4], partners: true },
    { name: "emperor_start", advanced: true },
    { name: "tie_break", advanced: true },
    { name: "max_rounds", advanced: true },
  ],
  how: ["goal", "control", "round", "turn", "emperor", "end"],
  draft,
  seat: seatView,
  status: statusView,
  scene,
  graphs,
  chance: () => import("./chance.js"),
};

export default page;
