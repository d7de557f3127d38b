/**
 * The page module of TEG: its controls and its sentences.
 *
 * @typedef {import("/page/app/ruleset.js").RulesetPage} RulesetPage
 */
import { unpack } from "./atlas.js";
import { commonTarget, modeOf } from "./board.js";
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
    { name: "objectives", effective: modeOf },
    {
      name: "common_target",
      effective: (options) => (modeOf(options) === "world" ? undefined : commonTarget(options)),
    },
    { name: "round_limit" },
    { name: "first_seat", advanced: true, seat: true },
    { name: "round_starter", advanced: true },
    { name: "trade_counter", advanced: true },
    { name: "trade_window", advanced: true },
    { name: "chain_moves", advanced: true },
    { name: "elimination_cards", advanced: true },
    { name: "allow_resign", advanced: true },
    { name: "colors", advanced: true },
    { name: "map", advanced: true },
  ],
  how: ["goal", "turn", "attack", "move", "cards", "end"],
  draft,
  seat: seatView,
  status: statusView,
  scene,
  graphs,
  chance: () => import("./chance.js"),
};

export default page;
