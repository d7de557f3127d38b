/**
 * The panel of a seat: its points and goods, its nobles and extensions, and its ally. Its castle and
 * its knights are on the board, and in words where the board does not fit.
 *
 * @typedef {import("/page/app/ruleset.js").Seats} Seats
 * @typedef {import("/page/app/ruleset.js").Translate} Translate
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { listed } from "/page/app/kit/phrases.js";

const HIDDEN = "?";

/**
 * @param {any} position
 * @param {number} seat
 * @param {Seats} _seats
 * @param {Translate} t
 */
export function seatView(position, seat, _seats, t) {
  const { color, power, gold, squires, votes, nobles, extensions, ally } = position.seats[seat];
  const voting = position.step === "vote" || position.step === "reveal";
  const waits = position.queue.includes(seat);
  return html`<div class="lancaster lancaster-seat">
    <dl class="lancaster-goods">
      ${countView("power", t("seat.power"), power)}
      ${countView("gold", t("seat.gold"), gold)}
      ${countView("squires", t("seat.squires"), squires)}
      ${countView("votes", t("seat.votes"), votes)}
    </dl>
    ${voting ? html`<p class="lancaster-vote ${waits ? "waits" : "voted"}">${
      t(waits ? "seat.votes_now" : "seat.voted")}</p>` : nothing}
    ${nobles.length ? html`<p>${t("seat.nobles", { nobles: nobles.join(" ") })}</p>` : nothing}
    ${extensions.length ? html`<p>${t("seat.extensions", {
      spaces: listed(t, extensions.map((/** @type {string} */ one) => t(`space.${one}`))),
    })}</p>` : nothing}
    ${ally ? html`<p>${t("seat.ally", { ally: t(`side.${ally}`) })}</p>` : nothing}
    ${position.sides.filter((/** @type {any} */ side) => side.seat === seat).map((/** @type {any} */ side) => (
      html`<p class="lancaster-knights">${t("seat.knights", {
        side: t(`side.${side.side}`), knights: knightsOf(side, t),
      })}</p>`))}
    ${position.seats[seat].ballot ? html`<p class="hint">${t("seat.own_vote", {
      ballot: t(`ballot.${position.seats[seat].ballot}`), count: position.seats[seat].markers,
    })}</p>` : nothing}
    <span class="unseen">${t(`side.${color}`)}</span>
  </div>`;
}

/** Returns the knights of a side, and where they are. @param {any} side @param {Translate} t */
function knightsOf({ court, reserve, castle }, t) {
  const spaces = Object.entries(castle).map(([space, strength]) => `${t(`space.${space}`)} ${strength}`);
  return t("board.knights", {
    court: court.join(" ") || "–", reserve: reserve.join(" ") || "–", castle: spaces.join(", ") || "–",
  });
}

/** @param {string} name @param {string} label @param {number | null} count */
const countView = (name, label, count) => html`<div class=${name}><dt>${label}</dt><dd>${count ?? HIDDEN}</dd></div>`;
