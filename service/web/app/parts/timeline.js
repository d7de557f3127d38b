/**
 * The timeline of a game, below its board: what happens in the step shown, a slider over the stops
 * with a mark for each turn, and buttons.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { keyed } from "/page/vendor/lit-html/directives/keyed.js";
import { live } from "/page/vendor/lit-html/directives/live.js";
import { t } from "/page/app/i18n.js";
import { problemView } from "/page/app/parts/problem.js";
import { announce } from "/page/app/parts/announcing.js";
import { SPEEDS } from "/page/app/replay/timeline.js";

/** @typedef {import("/page/app/replay/timeline.js").Timeline} Timeline */
/** @typedef {import("/page/app/ruleset.js").Content} Content */

/** @param {Timeline} timeline */
export function timelineView(timeline) {
  const { stops, index, playing, turns, version, catching } = timeline;
  if (stops.length < 2) return nothing;
  const last = stops.length - 1;
  const { turn } = timeline;
  const place = t(turn ? "replay.place" : "replay.before", { turn, turns: turns.length });
  const button = (/** @type {string} */ word, /** @type {string} */ path, /** @type {() => void} */ press,
    off = false) => html`<button type="button" class="icon" aria-label=${t(word)} title=${t(word)}
      aria-disabled=${off ? "true" : "false"} @click=${() => off || press()}>${icon(path)}</button>`;
  return html`<section class="timeline ${version === null || catching ? "" : "past"}"
      aria-label=${t("replay.title")}
      @keydown=${(/** @type {KeyboardEvent} */ event) => pressed(event, timeline)}>
    <div class="track">
      <input type="range" min="0" max=${last} step="1" .value=${live(String(index))}
        aria-label=${t("replay.slider")} aria-valuetext="${place}. ${timeline.sentences.join(" ")}"
        @input=${(/** @type {any} */ event) => slid(timeline, Number(event.target.value))}>
      ${marks(timeline)}
    </div>
    <div class="keys">
      ${button("replay.turn_back", "M6 5v14M20 5 9 12l11 7z", () => timeline.stepTurn(-1), index === 0)}
      ${button("replay.back", "M16 5 6 12l10 7z", () => timeline.stepBy(-1), index === 0)}
      ${playing
        ? button("replay.pause", "M8 5v14M16 5v14", () => timeline.pause())
        : button("replay.play", "M7 4.5v15L20 12z", () => timeline.play())}
      ${button("replay.on", "M8 5l10 7-10 7z", () => timeline.stepBy(1), index === last)}
      ${button("replay.turn_on", "M18 5v14M4 5l11 7-11 7z", () => timeline.stepTurn(1), index === last)}
      <label class="speed"><span class="unseen">${t("replay.speed")}</span>
        <select title=${t("replay.speed")}
          @change=${(/** @type {any} */ event) => timeline.setSpeed(Number(event.target.value))}>
          ${SPEEDS.map((speed) => html`<option value=${speed} ?selected=${speed === timeline.speed}>
            ${t("replay.times", { speed })}</option>`)}
        </select></label>
      <span class="place">${place}</span>
    </div>
  </section>`;
}

/**
 * Returns what happens in the step shown, in words, with its dice.
 * @param {Timeline} timeline
 * @param {Content} dice
 */
export function captionView(timeline, dice) {
  const { moment, problem } = timeline;
  return html`<div class="caption">
    ${dice === nothing ? nothing : keyed(moment?.version, html`<div class="dice">${dice}</div>`)}
    <p class="happened">${timeline.sentences.join(" ")}</p>
    ${problem ? problemView(problem) : nothing}</div>`;
}

/**
 * Returns the button that copies the link to a moment.
 * @param {Timeline} timeline
 * @param {string} link
 * @param {string} label
 * @param {string} [look]  a class
 */
export function copyView(timeline, link, label, look = "") {
  return html`<button type="button" class=${look} @click=${() => copy(timeline, link)}>
    ${timeline.noted || label}</button>`;
}

/** Moves the slider, which stops the playback. @param {Timeline} timeline @param {number} index */
function slid(timeline, index) {
  if (timeline.playing) timeline.pause();
  timeline.index = index;
}

/**
 * Handles the keys of the slider, anywhere on the timeline: arrows move by a stop, Page Up and Down
 * by a turn.
 * @param {KeyboardEvent} event
 * @param {Timeline} timeline
 * @returns {boolean} whether it was one of them
 */
export function pressed(event, timeline) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  if (/** @type {Element} */ (event.target).localName === "select") return false;
  const deeds = /** @type {Record<string, () => void>} */ ({
    ArrowLeft: () => timeline.stepBy(-1),
    ArrowRight: () => timeline.stepBy(1),
    PageUp: () => timeline.stepTurn(-1),
    PageDown: () => timeline.stepTurn(1),
    Home: () => (timeline.index = 0),
    End: () => timeline.to(timeline.last),
  });
  const deed = deeds[event.key];
  if (!deed) return false;
  event.preventDefault();
  event.stopPropagation();
  if (timeline.playing) timeline.pause();
  deed();
  return true;
}

/** Returns the marks of the turns, as far as there is room for them. @param {Timeline} timeline */
function marks({ stops, turns }) {
  const width = stops.length - 1;
  const begins = new Set(turns);
  const lines = stops.flatMap((version, at) => (begins.has(version) ? `M${at} 0V1` : []));
  return html`<svg class="marks" viewBox="0 0 ${width} 1" preserveAspectRatio="none"
    aria-hidden="true"><path d=${lines.join("")} vector-effect="non-scaling-stroke"></path></svg>`;
}

/** @param {string} path */
const icon = (path) => html`<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path
  d=${path} fill="currentColor" stroke="currentColor" stroke-width="2.2" stroke-linejoin="round"
  stroke-linecap="round"></path></svg>`;

/**
 * Copies the link to a moment, and confirms that.
 * @param {Timeline} timeline
 * @param {string} link
 */
async function copy(timeline, link) {
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    prompt(t("replay.copy"), link); // there is no clipboard without https
    return;
  }
  announce(t("replay.copied"));
  timeline.note(t("replay.copied"));
}
