/** The log of a game: a line for each sentence up to the moment shown, each a link to its moment. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { ref } from "/page/vendor/lit-html/directives/ref.js";
import { repeat } from "/page/vendor/lit-html/directives/repeat.js";
import { clockTime, t } from "/page/app/i18n.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */
/** @typedef {import("/page/app/story.js").Sentence} Sentence */

/** The number of lines to show at first: the last ones. */
const SHOWN = 80;

/** How near to its end a log is scrolled so that it follows new lines. */
const NEAR_PX = 40;

/**
 * A sentence, the seat whose turn it belongs to, and whether that turn begins here.
 * @typedef {{sentence: Sentence, by: number | "table", begins: boolean}} Line
 */

/**
 * Returns the lines of a story up to a version. The answers of chance belong to the turn; the start
 * of the game, or the end of a seat's time, belongs to the table.
 * @param {readonly Sentence[]} story
 * @param {number} started  the version of the game after its start
 * @param {number} version
 * @returns {Line[]}
 */
export function linesOf(story, started, version) {
  /** @type {Line["by"] | null} */
  let last = null;
  return story.filter((sentence) => sentence.last <= version).map((sentence) => {
    const cause = sentence.by;
    const own = typeof cause === "number" && sentence.first > started ? cause : "table";
    const by = cause === "chance" && last !== null ? last : own;
    const begins = by !== last;
    last = by;
    return { sentence, by, begins };
  });
}

/**
 * @param {Table} table
 * @param {{version: number, all: boolean, showAll: () => void}} view  `version` is the one shown
 */
export function logView(table, { version, all, showAll }) {
  const started = table.events.find(({ type }) => type === "game_started")?.version ?? Infinity;
  const lines = linesOf(table.story, started, version);
  if (!lines.length) return nothing;
  const shown = all ? lines : lines.slice(-SHOWN);
  return html`<section class="story">
    <h2>${t("story.title")}</h2>
    <div class="lines" tabindex="0" role="region" aria-label=${t("story.title")} ${ref(follow)}>
      ${shown.length < lines.length
        ? html`<button type="button" class="quiet" @click=${showAll}>
            ${t("story.all", { count: lines.length })}</button>`
        : nothing}
      <ol>${repeat(shown, ({ sentence }) => sentence.first, (line) => lineView(table, line))}</ol>
    </div>
  </section>`;
}

/** @param {Table} table @param {Line} line */
function lineView({ id, seats }, { sentence: { last, at, text }, by, begins }) {
  const side = by === "table" ? "none" : seats.side(by);
  return html`<li class="side-${side} ${begins ? "begins" : ""}" data-version=${last}>
    <a href="#/games/${id}/v/${last}" title=${t("story.moment", { time: clockTime(at) })}>
      <span class="chip" aria-hidden="true"></span><span>${text}</span></a></li>`;
}

/**
 * Keeps the last line in view, unless the reader has scrolled up.
 *
 * Lines also take another height in a narrower window, and in the page's own font, once it arrives.
 * @param {Element | undefined} lines
 */
function follow(lines) {
  if (!lines) return;
  let end = true;
  let kept = 0;
  lines.addEventListener("scroll", () => {
    const left = lines.scrollHeight - lines.clientHeight - lines.scrollTop;
    end = lines.scrollTop === kept || left < NEAR_PX;
  });
  const toEnd = new ResizeObserver(() => {
    if (!end) return;
    lines.scrollTop = lines.scrollHeight;
    kept = lines.scrollTop;
  });
  for (const one of [lines, ...lines.querySelectorAll("ol")]) toEnd.observe(one);
}
