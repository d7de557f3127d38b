/** The rating of a player over time: a small line, with the numbers in a folded table. */
import { html, svg } from "/page/vendor/lit-html/lit-html.js";
import { clockTime } from "/page/app/i18n.js";
import { t } from "/page/app/profile/words.js";

/** @typedef {import("/page/api").components["schemas"]["RatingStep"]} Step */

const WIDTH = 480;
const HEIGHT = 120;
const LEFT = 48;
const RIGHT = 8;
const MARGIN = 10;

/** Returns a rating as it is shown everywhere. @param {number} ordinal */
export const ratingText = (ordinal) => ordinal.toFixed(1);

/** @param {readonly Step[]} steps  of one ruleset, oldest first; at least two */
export function courseOf(steps) {
  const values = steps.map(({ ordinal }) => ordinal);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = (/** @type {number} */ at) => (
    LEFT + ((WIDTH - LEFT - RIGHT) * at) / Math.max(1, values.length - 1));
  const y = (/** @type {number} */ value) => (most === least
    ? HEIGHT / 2 : MARGIN + ((HEIGHT - 2 * MARGIN) * (most - value)) / (most - least));
  const points = values.map((value, at) => `${x(at).toFixed(1)} ${y(value).toFixed(1)}`);
  const last = values.length - 1;
  const scale = most === least ? [most] : [most, least];
  return html`<figure class="course">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${t("profile.course", {
      count: values.length, from: ratingText(values[0]), to: ratingText(values[last]),
      best: ratingText(most) })}>
      ${scale.map((value) => svg`<path class="level" d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}"/>
        <text x=${LEFT - 8} y=${y(value)}>${ratingText(value)}</text>`)}
      <path class="line" d="M${points.join("L")}"/>
      <circle cx=${x(last)} cy=${y(values[last])} r="4"/>
    </svg>
    <details><summary>${t("replay.table")}</summary>
      <div class="scrolls" tabindex="0" role="region" aria-label=${t("replay.table")}><table>
        <thead><tr><th scope="col">${t("profile.game")}</th><th scope="col">${t("profile.rating")}</th></tr></thead>
        <tbody>${steps.toReversed().map(({ game, ordinal, rated_at }) => html`<tr>
          <th scope="row"><a href="#/games/${game}">${clockTime(rated_at)}</a></th>
          <td>${ratingText(ordinal)}</td></tr>`)}</tbody></table></div></details>
  </figure>`;
}
