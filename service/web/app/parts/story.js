/** The story of the game in words: each turn with its consequences, the newest first. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { clockTime, t } from "/page/app/i18n.js";
import { repeat } from "/page/vendor/lit-html/directives/repeat.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */
/** @typedef {import("/page/app/story.js").Sentence} Sentence */

/** The number of turns to show at first. */
const SHOWN = 12;

/**
 * The sentences on one turn, and the actor.
 * @typedef {object} Turn
 * @property {number | "table"} by
 * @property {string} at
 * @property {number} version  of the last event in a sentence
 * @property {string[]} sentences
 */

/**
 * Groups the sentences of a game by turn. The answers of chance belong to the turn; the start of the
 * game, or the end of a seat's time, belongs to the table.
 * @param {readonly Sentence[]} story
 * @param {number} started  the version of the game after its start
 * @returns {Turn[]}
 */
export function turnsOf(story, started) {
  /** @type {Turn[]} */
  const turns = [];
  for (const { by: cause, first, last, at, text } of story) {
    const by = typeof cause === "number" && first > started ? cause : "table";
    const turn = turns.at(-1);
    if (turn && (turn.by === by || cause === "chance")) {
      turn.version = last;
      turn.sentences.push(text);
    } else {
      turns.push({ by, at, version: last, sentences: [text] });
    }
  }
  return turns;
}

/**
 * @param {Table} table
 * @param {{all: boolean, showAll: () => void}} view
 */
export function storyView(table, { all, showAll }) {
  const started = table.events.find(({ type }) => type === "game_started")?.version ?? Infinity;
  const turns = turnsOf(table.story, started).reverse();
  if (!turns.length) return nothing;
  const shown = all ? turns : turns.slice(0, SHOWN);
  return html`<section class="story">
    <h2>${t("story.title")}</h2>
    <ol reversed>${repeat(shown, (turn) => turn.version, (turn) => turnView(table, turn))}</ol>
    ${shown.length < turns.length
      ? html`<button type="button" class="quiet" @click=${showAll}>
          ${t("story.all", { count: turns.length })}</button>`
      : nothing}
  </section>`;
}

/** @param {Table} table @param {Turn} turn */
function turnView(table, turn) {
  const name = turn.by === "table" ? t("story.table") : table.seats.name(turn.by);
  const side = turn.by === "table" ? "none" : table.seats.side(turn.by);
  return html`<li class="side-${side}">
    <header><span class="chip" aria-hidden="true"></span><strong>${name}</strong>
      <a class="when" href="#/games/${table.id}/v/${turn.version}"
        title=${t("story.moment", { version: turn.version })}>
        <time datetime=${turn.at}>${clockTime(turn.at)}</time></a></header>
    <p>${turn.sentences.join(" ")}</p>
  </li>`;
}
