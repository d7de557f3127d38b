/** Agreements between the players: pauses, take-backs, draws, going on without links; and resigning. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { listed, t } from "/page/app/i18n.js";
import { confirmed } from "/page/app/parts/confirming.js";
import { problemView } from "/page/app/parts/problem.js";
import { idOf } from "/page/app/rulesets.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */
/** @typedef {import("/page/app/game/table.js").Game} Game */
/** @typedef {Game["seats"][number]} Seat */

const OFFERS = /** @type {const} */ (["draw", "pause", "resume", "take_back", "waiver"]);

/** @param {Seat} seat @param {typeof OFFERS[number]} offer */
const agrees = (seat, offer) => seat[`agrees_to_${offer}`];

/**
 * Returns whether a player asked for it, and not all have answered.
 * @param {Game} game
 * @param {typeof OFFERS[number]} offer
 */
const stands = (game, offer) => game.seats.some((seat) => agrees(seat, offer) && !seat.bot);

/**
 * Returns the open offers, with their askers, and our seats that have not answered.
 * @param {Table} table
 */
function standing(table) {
  const { game } = table;
  if (game?.status !== "running" || game.suspended) return [];
  return OFFERS.filter((offer) => stands(game, offer)).map((offer) => {
    const by = game.seats.filter((seat) => agrees(seat, offer) && !seat.bot);
    const asked = table.own.filter((seat) => !agrees(game.seats[seat], offer) && !game.seats[seat].resigned);
    const names = listed(by.map((seat) => table.seats.name(seat.seat)));
    const sentence = t(`offer.${offer}.${asked.length ? "asked" : "stands"}`, { count: by.length, name: names });
    return { offer, asked, sentence };
  });
}

/** Returns what others ask of us, in words. @param {Table} table */
export const askedOf = (table) => standing(table).flatMap(({ asked, sentence }) => (asked.length ? sentence : []));

/** Shows open offers: to answer, or waiting for others. @param {Table} table */
export function offersView(table) {
  return standing(table).map(({ offer, asked, sentence }) => {
    if (!asked.length) return html`<p class="offer-stands">${sentence}</p>`;
    return html`<section class="card offer-asked" aria-label=${sentence}>
      <p>${sentence}</p>
      <div class="buttons">
        <button type="button" class="primary" @click=${() => table.act([{ type: `accept_${offer}` }], asked[0])}>
          ${t("offer.accept")}</button>
        <button type="button" @click=${() => table.act([{ type: `decline_${offer}` }], asked[0])}>
          ${t("offer.decline")}</button>
      </div>
    </section>`;
  });
}

/** Returns whether an action is one of these requests. @param {string} type */
export const isRequest = (type) => type.startsWith("offer_") || type === "resign";

/**
 * Shows the possible requests, except open ones; the house agrees to no draw. A player can ask for
 * a take-back only of the viewer's own decision, until chance answers.
 * @param {Table} table
 */
export function requests(table) {
  const { game, own } = table;
  const seat = table.due ?? own.find((one) => !game?.seats[one].resigned);
  if (!game || game.status !== "running" || game.suspended) return nothing;
  if (seat === undefined || game.seats[seat].resigned) return nothing;
  const button = (/** @type {string} */ type, /** @type {() => void} */ press) => html`
    <button type="button" class="quiet" data-request=${type} @click=${press}>${t(`request.${type}`)}</button>`;
  const act = (/** @type {string} */ type, by = seat) => table.act([{ type }], by);
  const offer = (/** @type {typeof OFFERS[number]} */ one, by = seat) =>
    stands(game, one) ? nothing : button(`offer_${one}`, () => act(`offer_${one}`, by));
  const paused = game.clocks?.paused;
  const waits = Boolean(game.awaits_links);  // until chance has drawn, nobody can act
  const decider = paused || waits ? undefined : game.decisions.findLast((one) => own.includes(one));
  return html`<div class="requests" role="group" aria-label=${t("request.title")}>
    ${decider === undefined ? nothing : offer("take_back", decider)}
    ${game.clocks && !waits ? offer(paused ? "resume" : "pause") : nothing}
    ${canWaive(game) ? button("offer_waiver", async () => {
      if (await sure(table, "offer_waiver", canWaive)) act("offer_waiver");
    }) : nothing}
    ${canDraw(game) ? button("offer_draw", async () => {
      if (await sure(table, "offer_draw", canDraw)) act("offer_draw");
    }) : nothing}
    ${paused || waits ? nothing : button("resign", async () => {
      if (await sure(table, "resign", runs)) act("resign");
    })}
  </div>
  ${table.refusal && isRequest(table.refused) ? problemView(table.refusal, idOf(game.ruleset)) : nothing}`;
}

/** Returns the button that asks a house bot for advice on our decision. @param {Table} table */
export function adviceView(table) {
  const { due, game, own } = table;
  return game && due !== null && canAdvise(game, own)
    ? html`<button type="button" class="quiet" data-request="ask_hint"
        @click=${() => table.askHint(due)}>${t("request.ask_hint")}</button>`
    : nothing;
}

/** Returns whether the game is running, not paused, and not waiting for links. @param {Game} game */
const runs = (game) => (
  game.status === "running" && !game.clocks?.paused && !game.suspended && !game.awaits_links);

/** @param {Game} game */
const canDraw = (game) => runs(game) && !stands(game, "draw") && game.seats.every((seat) => !seat.bot);

/**
 * Returns whether house bots play all other seats, so that they may help.
 * @param {Game} game
 * @param {readonly number[]} own
 */
const canAdvise = (game, own) => (
  runs(game) && own.length === 1 && game.seats.every(({ seat, bot }) => bot || own.includes(seat)));

/** The first of those whose links are due that is a witness; smaller numbers are seats. */
export const FIRST_WITNESS = 128;

/** @param {Game} game */
const canWaive = (game) => !stands(game, "waiver") && Boolean(game.awaits_links?.due.every((who) => who < FIRST_WITNESS));

/** @param {Table} table @param {string} type @param {(game: Game) => boolean} can */
const sure = (table, type, can) => confirmed(
  { title: t(`request.${type}.sure`), text: t(`request.${type}.text`), yes: t(`request.${type}`) },
  { of: table, can: () => table.game !== null && can(table.game) },
);
