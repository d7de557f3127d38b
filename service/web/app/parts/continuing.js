/** A game that continues another one, and the way to play on from a moment of a finished game. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { endsIn } from "/page/app/ends.js";
import { t } from "/page/app/i18n.js";

/** @typedef {import("/page/api").components["schemas"]["GameSummary"]} GameSummary */

/**
 * Returns what a game continues, with a link to that moment; nothing for a game that continues none.
 * @param {Pick<GameSummary, "continues">} game
 */
export const continuesView = ({ continues }) => (continues ? html`<a class="continues"
  href="#/games/${continues.game}/v/${continues.version}">${t("continues.from", continues)}</a>` : nothing);

/**
 * Returns the first version, not before this one, at which no action is only half done; null if the
 * game is over there. All events of an action have one actor and one time.
 * @param {readonly any[]} events
 * @param {number} version
 */
export function playableFrom(events, version) {
  const [end] = endsIn(events);
  if (!end) return null;
  const whole = events.slice(version - 1).find(({ by, at }, index) => {
    const next = events[version + index];
    return next && (next.by !== by || next.at !== at);
  });
  return whole && whole.version < end.version ? whole.version : null;
}

/**
 * Returns the link to a form that opens a game from the moment shown, if there is anything to play.
 * @param {string} game  its id
 * @param {readonly any[]} events
 * @param {number | undefined} version
 */
export function playOnView(game, events, version) {
  const from = version === undefined ? null : playableFrom(events, version);
  return from === null ? nothing
    : html`<a class="button" href="#/new?continues=${game}&version=${from}">${t("continues.play")}</a>`;
}
