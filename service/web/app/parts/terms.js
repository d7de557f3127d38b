/** The terms of a game: its options in words, its clock, and its spectators. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { listed, lasting, t } from "/page/app/i18n.js";
import { allOptions, inEffect, labelOf, valueOf } from "/page/app/option-words.js";
import { calledIn } from "/page/app/players.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */
/** @typedef {import("/page/app/game/table.js").Game} Game */
/** @typedef {import("/page/app/ruleset.js").Option} Option */
/** @typedef {import("/page/app/ruleset.js").Translate} Translate */

/** @param {Table} table */
function termsView({ game, page, t: ofRuleset }) {
  if (!game || !page) return nothing;
  const called = new Map(game.seats.map((seat) => [`side.${seat.side}`, calledIn(seat)]));
  /** @type {Translate} */
  const words = (key, values) => called.get(key) || ofRuleset(key, values);
  const options = /** @type {Record<string, any>} */ (game.options);
  // The seats show the number of players.
  const known = allOptions(page.options, Object.keys(options))
    .filter(({ name }) => name !== "players");
  const rows = (/** @type {boolean} */ advanced) => known
    .filter((one) => (one.advanced ?? false) === advanced)
    .map((one) => /** @type {const} */ ([one, inEffect(one, options, game.seats.length)]))
    .filter(([, value]) => value !== undefined)
    .map(([one, value]) => row(labelOf(one.name, words), optionText(one, value, words)));
  const folded = rows(true);
  return html`<dl class="terms">
      ${rows(false)}
      ${row(t("create.clock"), clockInWords(game.clocks?.clock))}
      ${game.take_backs ? row(t("terms.take_backs"), t("terms.yes")) : nothing}
      ${game.links || game.strength !== "base" ? row(t("terms.strength"), t(`terms.strength.${game.strength}`)) : nothing}
      ${game.label ? row(t("terms.label"), game.label) : nothing}
      ${row(t("create.spectators"), watchersText(game.spectators))}
    </dl>
    ${folded.length ? html`<details><summary>${t("create.advanced")}</summary>
      <dl class="terms">${folded}</dl></details>` : nothing}`;
}

/** Returns the terms as a part of the waiting room. @param {Table} table */
export const termsOpen = (table) => (table.game?.status !== "open" ? nothing : html`
  <section class="card about"><h2>${t("terms.title")}</h2>${termsView(table)}</section>`);

/** Returns the terms, folded, for players of a running game. @param {Table} table */
export const termsFolded = (table) => html`<details><summary>${t("terms.title")}</summary>
  ${termsView(table)}</details>`;

/** @param {string} name @param {string} value */
const row = (name, value) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

/** @param {Option} option @param {any} value @param {Translate} words @returns {string} */
function optionText(option, value, words) {
  if (typeof value === "boolean") return t(value ? "terms.yes" : "terms.no");
  if (Array.isArray(value)) return listed(value.map((one) => valueOf(option, one, words)));
  return valueOf(option, value, words);
}

/**
 * Returns the clock in words, and what happens when time runs out.
 * @param {NonNullable<Game["clocks"]>["clock"] | undefined} clock
 */
export function clockInWords(clock) {
  if (!clock) return t("create.clock.none");
  const time = clock.kind === "days" ? lasting(clock.days, "day") : spanText(clock.seconds);
  const more = clock.kind === "bank" && clock.increment_seconds;
  const move = more ? t("terms.clock.increment", { time, more: spanText(more) })
    : t(clock.kind === "bank" ? "terms.clock.bank" : "terms.clock.per_action", { time });
  const reaction = clock.kind === "bank" ? null : clock.reaction_seconds;
  const much = reaction ? t("terms.clock.reaction", { much: move, time: inHours(reaction) }) : move;
  return t("terms.clock", { much, flag: t(`terms.flag.${clock.on_flag}`) });
}

/** Returns a period of time, in minutes if possible. @param {number} seconds */
const spanText = (seconds) =>
  (seconds % 60 ? lasting(seconds, "second") : lasting(seconds / 60, "minute"));

/** Returns a period of time, in hours if possible. @param {number} seconds */
const inHours = (seconds) => (seconds % 3600 ? spanText(seconds) : lasting(seconds / 3600, "hour"));

/** Returns who may watch, in words. @param {Game["spectators"]} spectators */
export const watchersText = (spectators) => (spectators.kind === "delayed"
  ? t("create.spectators.delayed", { count: spectators.turns })
  : t(`create.spectators.${spectators.kind}`));
