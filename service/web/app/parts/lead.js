/** The lead of the winners over a game, as a small line with a sentence. */
import { html, nothing, svg } from "/page/vendor/lit-html/lit-html.js";
import { listed, t } from "/page/app/i18n.js";
import { playersOf } from "/page/app/players.js";
import { turningOf } from "/page/app/replay/turning.js";

/** @typedef {import("/page/app/replay/turning.js").Turning} Turning */
/** @typedef {import("/page/app/game/table.js").Table} Table */
/** @typedef {import("/page/app/replay/at-table.js").Replay} Replay */

const WIDTH = 320;
const HEIGHT = 48;
/** The room for the line above and below. */
const MARGIN = 4;

/**
 * Returns the course of the lead, at the end only; nothing for a game without a graph of its score.
 * @param {Table} table
 * @param {Replay} replay
 */
export function courseView({ seats }, replay) {
  const winners = replay.moment?.game?.outcome?.winners;
  const turning = winners ? turningOf(replay.score(), winners) : null;
  if (!winners || !turning) return nothing;
  return leadView(turning, winners, seats, (version) => replay.jump(version));
}

/**
 * @param {Turning} turning
 * @param {readonly string[]} winners  sides
 * @param {import("/page/app/ruleset.js").Seats} seats
 * @param {(version: number) => void} jump
 */
function leadView(turning, winners, seats, jump) {
  const { at, leads, since, always, title } = turning;
  const name = listed(playersOf(seats, winners).map((seat) => seats.name(seat)));
  const tied = winners.length > 1;
  const word = always && since !== null ? "always" : since === null ? "never" : "since";
  const x = (/** @type {number} */ version) => (
    ((version - at[0]) / Math.max(1, at[at.length - 1] - at[0])) * WIDTH);
  const most = Math.max(1, ...leads);
  const least = Math.min(0, ...leads);
  const y = (/** @type {number} */ lead) => (
    MARGIN + ((HEIGHT - 2 * MARGIN) * (most - lead)) / (most - least));
  const line = leads.map((lead, moment) => (
    moment ? `H${x(at[moment]).toFixed(1)}V${y(lead).toFixed(1)}` : `M0 ${y(lead).toFixed(1)}`)).join("");
  return html`<figure class="card lead">
    <figcaption>${t(tied ? "ending.tie" : "ending.lead", { name, title })}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">
      <path class="area" d="${line}V${y(0)}H0Z"/>
      <path class="level" d="M0 ${y(0)}H${WIDTH}"/>
      <path class="course" d=${line}/>
      ${since === null || always ? nothing : svg`<path class="turn" d="M${x(since)} 0V${HEIGHT}"/>`}
    </svg>
    <p>${t(tied ? `ending.tie.${word}` : `ending.lead.${word}`, { name })}
      ${word === "since" && since !== null ? html`<button type="button" class="quiet"
        @click=${() => jump(since)}>${t("ending.lead.show")}</button>` : nothing}</p>
  </figure>`;
}
