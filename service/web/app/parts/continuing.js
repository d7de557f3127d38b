/** A game that continues another one, and the way to play on from a moment of a finished game. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";
import { playableFrom } from "/page/app/replay/stops.js";

/** @typedef {import("/page/api").components["schemas"]["GameSummary"]} GameSummary */

/**
 * Returns what a game continues, with a link to that moment; nothing for a game that continues none.
 * @param {Pick<GameSummary, "continues">} game
 */
export const continuesView = ({ continues }) => (continues ? html`<a class="continues"
  href="#/games/${continues.game}/v/${continues.version}">${t("continues.from", continues)}</a>` : nothing);

/**
 * Returns the link to a form that opens a game from the moment shown, if there is anything to play.
 * @param {Pick<import("/page/app/game/table.js").Game, "id" | "version" | "awaits">} game  then
 * @param {readonly any[]} events
 */
export function playOnView({ id, version, awaits }, events) {
  const from = awaits.length ? version : playableFrom(events, version);
  return from === null ? nothing
    : html`<a class="button" href="#/new?continues=${id}&version=${from}">${t("continues.play")}</a>`;
}
