/**
 * The graphs of a game: lines up to the moment shown, drawn as SVG, with the numbers in a folded
 * table. A click in a graph, or on a version in the table, jumps to that moment.
 */
import { html, nothing, svg } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";

/** @typedef {import("/page/app/ruleset.js").Graph} Graph */
/** @typedef {import("/page/app/ruleset.js").Line} Line */

const WIDTH = 640;
const HEIGHT = 180;
const LEFT = 38;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 10;

/** Dashes distinguish lines without colours. */
const DASHES = ["", "8 4", "2 4", "12 4 2 4", "5 3", "1 5"];

/**
 * @param {readonly Graph[]} graphs
 * @param {number} version  the one shown
 * @param {(version: number) => void} jump
 */
export function graphsView(graphs, version, jump) {
  const shown = graphs.filter(({ at }) => at.length > 1);
  if (!shown.length) return nothing;
  return html`<section class="graphs" aria-label=${t("replay.graphs")}>
    ${shown.map((graph) => graphView(graph, version, jump))}</section>`;
}

/** @param {Graph} graph @param {number} version @param {(version: number) => void} jump */
function graphView(graph, version, jump) {
  const { title, at, lines } = graph;
  const [first] = at;
  // Later values would reveal how the game goes on.
  const known = Math.max(1, at.findLastIndex((one) => one <= version) + 1);
  const last = at[at.length - 1];
  const most = Math.max(1, ...lines.flatMap(({ values }) => values.slice(0, known)));
  const x = (/** @type {number} */ one) =>
    LEFT + ((WIDTH - LEFT - RIGHT) * (one - first)) / Math.max(1, last - first);
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / most;
  const here = Math.min(Math.max(version, first), last);
  return html`<figure class="graph">
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${summary(graph, known)}
      @click=${(/** @type {MouseEvent} */ event) => jump(clicked(event, at))}>
      ${steps(most).map((value) => svg`<path class="rule" d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}"/>
        <text class="scale" x=${LEFT - 6} y=${y(value)}>${value}</text>`)}
      ${lines.map((line, number) => svg`<path class="line line-${line.style}" stroke-dasharray=${DASHES[number % DASHES.length]}
        d=${pathOf(line.values.slice(0, known), at, x, y)}/>`)}
      <path class="cursor" d="M${x(here)} ${TOP - 6}V${HEIGHT - BOTTOM}"/>
    </svg>
    <ul class="legend">${lines.map((line, number) => html`<li>
      <svg viewBox="0 0 28 10" width="28" height="10" aria-hidden="true"><path class="line line-${line.style}"
        stroke-dasharray=${DASHES[number % DASHES.length]} d="M1 5H27"/></svg>
      ${line.name} <strong>${line.values[known - 1]}</strong></li>`)}</ul>
    <details><summary>${t("replay.table")}</summary>${tableOf(graph, known, jump)}</details>
  </figure>`;
}

/**
 * Returns the table of the first numbers.
 * @param {Graph} graph
 * @param {number} known  how many
 * @param {(version: number) => void} jump
 */
function tableOf({ title, at, lines }, known, jump) {
  return html`<div class="scrolls" tabindex="0" role="region" aria-label=${title}><table>
    <thead><tr><th scope="col">${t("replay.version")}</th>
      ${lines.map((line) => html`<th scope="col">${line.name}</th>`)}</tr></thead>
    <tbody>${at.slice(0, known).map((version, row) => html`<tr>
      <th scope="row"><button type="button" class="quiet" @click=${() => jump(version)}>${version}</button></th>
      ${lines.map((line) => html`<td>${line.values[row]}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/**
 * Returns a summary for screen readers: the last known values.
 * @param {Graph} graph
 * @param {number} known  how many are
 */
function summary({ title, lines }, known) {
  const ends = lines.map(({ name, values }) => `${name} ${values[known - 1]}`);
  return t("replay.graph", { title, ends: ends.join(", ") });
}

/**
 * Returns the path of a line; a value stays until the next one, so it has steps.
 * @param {Line["values"]} values
 * @param {readonly number[]} at
 * @param {(version: number) => number} x
 * @param {(value: number) => number} y
 */
function pathOf(values, at, x, y) {
  return values.map((value, one) => {
    if (one === 0) return `M${x(at[0]).toFixed(1)} ${y(value).toFixed(1)}`;
    const down = values[one - 1] === value ? "" : `V${y(value).toFixed(1)}`;
    return `H${x(at[one]).toFixed(1)}${down}`;
  }).join("");
}

/**
 * Returns the version of a click: the nearest one with a value.
 * @param {MouseEvent} event
 * @param {readonly number[]} at
 */
function clicked(event, at) {
  const picture = /** @type {SVGSVGElement} */ (event.currentTarget);
  const box = picture.getBoundingClientRect();
  const share = ((event.clientX - box.left) / box.width * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
  const wanted = at[0] + share * (at[at.length - 1] - at[0]);
  return at.reduce((one, other) => (Math.abs(other - wanted) < Math.abs(one - wanted) ? other : one));
}

/** Returns at most five round steps of the scale. @param {number} most */
function steps(most) {
  const step = [1, 2, 5, 10, 20, 50].find((one) => most / one <= 4) ?? Math.ceil(most / 4);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, number) => number * step);
}
