/**
 * The display of a battle: its odds before, its dice after.
 *
 * @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 * @typedef {import("./atlas.js").Territory} Territory
 */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { percent } from "/page/app/kit/phrases.js";
import { TERRITORIES } from "./atlas.js";
import { landOf } from "./board.js";
import { battle, siege } from "./odds.js";
import { bar, die, mark, shade } from "./shapes.js";
import { landName } from "./phrases.js";

/**
 * Shows the possible results of one attack, and the probability that the target falls in the end.
 * @param {Turn} turn
 * @param {Territory} source
 * @param {Territory} target
 */
export function oddsView({ t, position, seats }, source, target) {
  const attackers = landOf(position, source).tokens;
  const { owner, tokens } = landOf(position, target);
  const ways = battle(attackers, tokens);
  const name = seats.name(owner);
  return html`<div class="teg teg-odds">
    <p>${t("odds.title", { source: landName(t, source), target: landName(t, target), name })}</p>
    ${bar(ways.map(({ chance }) => chance))}
    <ul>${ways.map(({ mine, theirs, chance }, index) => html`<li>
      <span class="teg-share ${shade(index, ways.length)}" aria-hidden="true"></span>
      <span>${t("odds.way", { mine, theirs, name })}</span>
      <strong>${percent(t, chance)}</strong></li>`)}</ul>
    <p>${t("odds.siege", { chance: percent(t, siege(attackers, tokens)) })}</p>
  </div>`;
}

/**
 * Shows the dice of the last battle in pairs, and the losses.
 * @param {Turn} turn
 * @param {GameEvent} event
 */
export function battleView({ position, events, story }, event) {
  return html`<div class="teg-battle">${throwView(position, events, event)}
    <p>${story.find(({ last }) => last === event.version)?.text}</p>
  </div>`;
}

/**
 * Returns the dice of a battle: a row for each side, the highest first.
 * @param {Turn["position"]} position
 * @param {readonly GameEvent[]} events  of the game
 * @param {GameEvent} event  the battle
 */
export function throwView(position, events, event) {
  const high = (/** @type {number[]} */ faces) => [...faces].sort((a, b) => b - a);
  const attacker = high(event.attacker);
  const defender = high(event.defender);
  const color = (/** @type {number} */ seat) => mark(position.seats[seat].color);
  // The attacker loses ties.
  const mine = (/** @type {number} */ index) => (
    fared(defender[index], attacker[index] > defender[index]));
  const theirs = (/** @type {number} */ index) => (
    fared(attacker[index], attacker[index] <= defender[index]));
  return html`<div class="teg-throw rolls" aria-hidden="true">
    <span>${color(event.seat)}${attacker.map((face, index) => die(face, mine(index)))}</span>
    <span>${color(ownerBefore(events, event))}${defender.map((face, index) => die(face, theirs(index)))}</span>
  </div>`;
}

/**
 * Returns the class of a die; one without a partner is unused.
 * @param {number | undefined} other
 * @param {boolean} won
 */
function fared(other, won) {
  if (other === undefined) return "teg-unused";
  return won ? "teg-won" : "teg-lost";
}

/**
 * Returns who owned the target of a battle before it: the seat that conquered it last, or that got
 * it in the deal.
 * @param {readonly GameEvent[]} events
 * @param {GameEvent} battle
 * @returns {number}
 */
function ownerBefore(events, { target, version }) {
  const last = events.findLast((event) => event.version < version
    && (event.type === "board_dealt" || (event.conquered && event.target === target)));
  return last?.type === "board_dealt" ? last.owners[TERRITORIES.indexOf(target)] : last?.seat;
}
