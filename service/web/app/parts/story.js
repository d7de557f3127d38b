/** The story of the game in words: each turn with its consequences, the newest first. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { clockTime, listed, t } from "/page/app/i18n.js";
import { playersOf } from "/page/app/players.js";
import { repeat } from "/page/vendor/lit-html/directives/repeat.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */
/** @typedef {import("/page/app/game/table.js").GameEvent} GameEvent */

/** The number of turns to show at first. */
const SHOWN = 12;

/**
 * The events of one turn: the actor, and the sentences.
 * @typedef {object} Turn
 * @property {number | "table"} by
 * @property {string} at
 * @property {number} version  of its last event
 * @property {string[]} sentences
 */

/** The events of the table that need a sentence in every game. */
const OF_TABLE = new Set([
  "seat_taken", "seat_left", "game_started", "seat_resigned", "draw_offered", "draw_declined",
  "draw_agreed", "game_aborted", "flag_fell", "pause_offered", "pause_declined", "game_paused",
  "resume_offered", "resume_declined", "game_resumed", "take_back_offered", "take_back_declined",
  "decisions_taken_back", "game_adjudicated", "game_called_off", "game_conceded", "game_forfeited",
]);

/**
 * Returns the sentence on an event; null if it needs none.
 * @param {Table} table
 * @param {GameEvent} event
 * @returns {string | null}
 */
export function sentenceOf(table, event) {
  const { seats, page } = table;
  if (OF_TABLE.has(event.type)) {
    const name = typeof event.seat === "number" ? seats.name(event.seat)
      : typeof event.by === "number" ? seats.name(event.by) : "";
    const winners = playersOf(seats, event.winners ?? []).map((seat) => seats.name(seat));
    return t(`story.${event.type}`, { name, count: winners.length, winners: listed(winners) });
  }
  return KNOWN.has(event.type) ? null : (page?.story(event, seats, table.t, table.events) ?? null);
}

/** The other events of the table, which need no sentence. */
const KNOWN = new Set([
  "game_opened", "player_seated", "draw_accepted", "secret_revealed", "clock_set",
  "take_backs_allowed", "clocks_run", "pause_accepted", "resume_accepted", "take_back_accepted",
  "decision_noted", "decisions_sealed",
]);

/**
 * Groups the events of a game by turn. The consequences of chance and of the rules belong to the
 * turn; the start of the game, or the end of a seat's time, belongs to the table.
 * @param {Table} table
 * @param {readonly GameEvent[]} events
 * @returns {Turn[]}
 */
export function turnsOf(table, events) {
  /** @type {Turn[]} */
  const turns = [];
  let started = false;
  for (const event of events) {
    const by = started && typeof event.by === "number" ? event.by : "table";
    started ||= event.type === "game_started";
    const last = turns.at(-1);
    const follows = by === "table" && !OF_TABLE.has(event.type);
    const same = last && (last.by === by || follows);
    const sentence = sentenceOf(table, event);
    if (same) {
      last.version = event.version;
      if (sentence) last.sentences.push(sentence);
    } else if (sentence || typeof by === "number") {
      const sentences = sentence ? [sentence] : [];
      turns.push({ by, at: event.at, version: event.version, sentences });
    }
  }
  return turns.filter((turn) => turn.sentences.length);
}

/**
 * @param {Table} table
 * @param {{all: boolean, showAll: () => void}} view
 */
export function storyView(table, { all, showAll }) {
  const turns = turnsOf(table, table.events).reverse();
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
