/**
 * The status bar of a table, always in one place: whose turn it is at the moment shown and what they
 * are doing, the clock, what others ask, and the buttons that send or lead back to the game.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { listed, t } from "/page/app/i18n.js";
import { worded } from "/page/app/option-words.js";
import { clockView } from "/page/app/parts/clock.js";
import { helpLink } from "/page/app/parts/help.js";
import { adviceView, FIRST_WITNESS, isRequest, offersView } from "/page/app/parts/offers.js";
import { problemView } from "/page/app/parts/problem.js";
import { idOf } from "/page/app/rulesets.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */
/** @typedef {import("/page/app/game/table.js").Game} Game */
/** @typedef {import("/page/app/replay/at-table.js").Replay} Replay */

/**
 * @param {Table} table
 * @param {Replay} replay
 * @param {import("/page/app/ruleset.js").Content} buttons  of the decision that is due here
 * @param {typeof import("/page/app/parts/ending.js") | null} ending  once it has loaded
 */
export function barView(table, replay, buttons, ending) {
  const { refusal, refused } = table;
  const game = replay.moment?.game;
  if (!game || game.status === "open") return nothing;
  const ruleset = idOf(game.ruleset);
  const due = replay.live ? table.dueIn(game) : null;
  return html`<div class="bar ${due === null ? "" : "own"}">
    <header><h2 class="whose" tabindex="-1">${whoseText(table, game, due)}</h2>
      ${clocksOf(table, game, due)} ${due === null ? nothing : adviceView(table)}
      ${helpLink(ruleset, "?", { look: "help-mark", label: t("rules.link"), table })}</header>
    ${due === null ? nothing : hintView(table, game, due)}
    <div class="deeds">${replay.live ? buttons : wayBack(table, replay)}</div>
    ${offersView(table)}
    ${game.status === "running" ? nothing : ending?.endingView(table, replay, game) ?? nothing}
    ${refusal && !isRequest(refused) ? problemView(refusal, ruleset) : nothing}
  </div>`;
}

/**
 * Returns what a house bot advises on the decision that is due, and a button that does it.
 * @param {Table} table
 * @param {Game} game  at the moment shown
 * @param {number} due  our seat that can act
 */
function hintView(table, game, due) {
  const { hint } = table;
  if (!hint || hint.version !== game.version) return nothing;
  const advice = hint.sentences.join(" ") || worded(hint.action.type);
  return html`<div class="advice"><p role="status">${t("hint.advice", { advice })}</p>
    <button type="button" class="quiet" data-advised
      @click=${() => table.act([hint.action], due)}>${t("hint.take")}</button></div>`;
}

/** Returns the buttons of an earlier moment. @param {Table} table @param {Replay} replay */
function wayBack({ game }, replay) {
  if (replay.catching) {
    return html`<button type="button" @click=${() => replay.skip()}>${t("turn.skip")}</button>`;
  }
  const running = game?.status === "running";
  return html`<button type="button" class=${running ? "primary" : ""} @click=${() => replay.leave()}>
    ${t(running ? "replay.live" : "replay.end")}</button> ${replay.playingOn()} ${replay.copying()}`;
}

/**
 * Returns the clock of the player to act. Clocks run now, whichever moment is shown.
 * @param {Table} table
 * @param {Game} game  at the moment shown
 * @param {number | null} due  our seat that can act
 */
function clocksOf(table, game, due) {
  const [seat] = game.awaits.map((one) => one.seat).filter((one) => typeof one === "number");
  const shown = due ?? seat;
  return table.game?.status === "running" && shown !== undefined
    ? clockView(table.game.clocks, shown) : nothing;
}

/**
 * Returns whose turn it is, and what they are doing.
 * @param {Table} table
 * @param {Game} game  at the moment shown
 * @param {number | null} due  our seat that can act
 */
function whoseText({ own, seats, t: words }, game, due) {
  if (game.status !== "running") return t("ending.title");
  if (game.suspended) return t("turn.suspended");
  if (game.clocks?.paused) return t("turn.paused");
  if (due !== null) return own.length > 1 ? t("turn.yours_as", { name: seats.name(due) }) : t("turn.yours");
  const late = (game.awaits_links?.due ?? []).filter((who) => who < FIRST_WITNESS).map((seat) => seats.name(seat));
  if (late.length) return t("turn.links", { count: late.length, name: listed(late) });
  const names = game.awaits.flatMap(({ seat }) => (typeof seat === "number" ? seats.name(seat) : []));
  const doing = doingText(game.awaits, names, words);
  if (doing) return doing;
  return names.length ? t("turn.of", { count: names.length, name: listed(names) }) : t("turn.chance");
}

/**
 * Returns what a player is doing, or chance, or several players who have the same choice: the first
 * action with words for it.
 * @param {Game["awaits"]} awaits
 * @param {readonly string[]} names  of the players
 * @param {import("/page/app/ruleset.js").Translate} words  of the ruleset
 */
function doingText(awaits, names, words) {
  const [first, ...others] = awaits;
  if (!first || others.some(({ actions }) => String(actions) !== String(first.actions))) return "";
  // Words for one player alone do not fit several.
  const form = others.length ? ".other" : "";
  const keys = first.actions.map((action) => `doing.${action}${form}`);
  const facts = { name: listed(names), count: awaits.length };
  return keys.map((key) => [key, words(key, facts)]).find(([key, text]) => text !== key)?.[1] ?? "";
}
