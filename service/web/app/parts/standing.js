/** The places of all sides after a game, each with its score and the rule that ranks it there. */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { listed } from "/page/app/i18n.js";
import { ruleView } from "/page/app/parts/problem.js";
import { playersOf } from "/page/app/players.js";

/** @typedef {import("/page/app/ruleset.js").Seats} Seats */
/** @typedef {import("/page/app/ruleset.js").Translate} Translate */
/** @typedef {import("/page/api").components["schemas"]["Place"]} Place */

/** The key of a score in the words of a ruleset. */
const SCORE = "final.score";

/**
 * Returns the list of the places.
 * @param {readonly Place[]} places  best first
 * @param {Seats} seats
 * @param {Translate} t  with the words of the ruleset
 * @param {string} ruleset  its id, for links to its rules
 */
export const standingView = (places, seats, t, ruleset) => html`<ol class="standing">
  ${places.map(({ side, rank, score, rule }) => html`<li value=${rank}><span>
    ${t("ending.place", { name: nameOf(side, seats), score: scoreOf(score, t) })}</span>
    ${ruleView(rule, ruleset)}</li>`)}
</ol>`;

/** @param {string} side @param {Seats} seats */
const nameOf = (side, seats) => listed(playersOf(seats, [side]).map((seat) => seats.name(seat)));

/**
 * Returns a score in words: "8 castles"; the number alone if the game has no words for it.
 * @param {number} score
 * @param {Translate} t
 */
function scoreOf(score, t) {
  const text = t(SCORE, { count: score });
  return text === SCORE ? String(score) : text;
}
