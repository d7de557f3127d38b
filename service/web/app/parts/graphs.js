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

/** Which graphs have their numbers unfolded; only these have a table. */
export class Unfolded {
  /** Their titles. @type {Set<string>} */
  #titles = new Set();
  #changed;

  /** @param {() => void} changed */
  constructor(changed) {
    this.#changed = changed;
  }

  /** @param {string} title */
  has(title) {
    return this.#titles.has(title);
  }

  /** @param {string} title @param {boolean} open */
  set(title, open) {
    if (open === this.has(title)) return;
    if (open) this.#titles.add(title);
    else this.#titles.delete(title);
    this.#changed();
  }
}

/**
 * @typedef {object} View
 * @property {number} version  the one shown
 * @property {number} end  the last one of the game
 * @property {(version: number) => void} jump
 * @property {Unfolded} unfolded
 */

/**
 * @param {readonly Graph[]} graphs  up to the moment shown
 * @param {View} view
 */
export function graphsView(graphs, view) {
  const shown = graphs.filter(({ at }) => at.length > 0);
  if (!shown.length) return nothing;
  return html`<section class="graphs" aria-label=${t("replay.graphs")}>
    ${shown.map((graph) => graphView(graph, view))}</section>`;
}

/** @param {Graph} graph @param {View} view */
function graphView(graph, { version, end, jump, unfolded }) {
  const { title, at, lines } = graph;
  const open = unfolded.has(title);
  const [first] = at;
  const last = Math.max(end, at[at.length - 1]);
  const most = Math.max(1, ...lines.flatMap(({ values }) => values));
  const x = (/** @type {number} */ one) =>
    LEFT + ((WIDTH - LEFT - RIGHT) * (one - first)) / Math.max(1, last - first);
  const y = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * value) / most;
  const here = Math.min(Math.max(version, first), last);
  return html`<figure class="graph">
    <figcaption>${title}</figcaption>
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${summary(graph)}
      @click=${(/** @type {MouseEvent} */ event) => jump(clicked(event, first, last))}>
      ${steps(most).map((value) => svg`<path class="rule" d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}"/>
        <text class="scale" x=${LEFT - 6} y=${y(value)}>${value}</text>`)}
      ${lines.map((line, number) => svg`<path class="line line-${line.style}" stroke-dasharray=${DASHES[number % DASHES.length]}
        d=${pathOf(line.values, at, x, y)}/>`)}
      <path class="cursor" d="M${x(here)} ${TOP - 6}V${HEIGHT - BOTTOM}"/>
    </svg>
    <ul class="legend">${lines.map((line, number) => html`<li>
      <svg viewBox="0 0 28 10" width="28" height="10" aria-hidden="true"><path class="line line-${line.style}"
        stroke-dasharray=${DASHES[number % DASHES.length]} d="M1 5H27"/></svg>
      ${line.name} <strong>${line.values[line.values.length - 1]}</strong></li>`)}</ul>
    <details ?open=${open} @toggle=${(/** @type {any} */ { currentTarget }) => unfolded.set(title, currentTarget.open)}>
      <summary>${t("replay.table")}</summary>${open ? tableOf(graph, jump) : nothing}</details>
  </figure>`;
}

/** Returns the table of numbers. @param {Graph} graph @param {(version: number) => void} jump */
function tableOf({ title, at, lines }, jump) {
  return html`<div class="scrolls" tabindex="0" role="region" aria-label=${title}><table>
    <thead><tr><th scope="col">${t("replay.version")}</th>
      ${lines.map((line) => html`<th scope="col">${line.name}</th>`)}</tr></thead>
    <tbody>${at.map((version, row) => html`<tr>
      <th scope="row"><button type="button" class="quiet" @click=${() => jump(version)}>${version}</button></th>
      ${lines.map((line) => html`<td>${line.values[row]}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** Returns a summary for screen readers: the last values. @param {Graph} graph */
function summary({ title, lines }) {
  const ends = lines.map(({ name, values }) => `${name} ${values[values.length - 1]}`);
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
 * Returns the version of a click.
 * @param {MouseEvent} event
 * @param {number} first  version of the graph
 * @param {number} last
 */
function clicked(event, first, last) {
  const picture = /** @type {SVGSVGElement} */ (event.currentTarget);
  const box = picture.getBoundingClientRect();
  const share = ((event.clientX - box.left) / box.width * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
  return Math.round(first + Math.min(Math.max(share, 0), 1) * (last - first));
}

/** Returns at most five round steps of the scale. @param {number} most */
function steps(most) {
  const step = [1, 2, 5, 10, 20, 50].find((one) => most / one <= 4) ?? Math.ceil(most / 4);
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, number) => number * step);
}
