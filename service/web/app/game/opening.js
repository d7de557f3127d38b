/** Opening a game: at the service, at its seats, and in this browser's storage. */
import { api } from "/page/app/api.js";
import { randomDigits } from "/page/app/random.js";
import { go } from "/page/app/router.js";
import { rulesetDetails } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";

/**
 * The occupant of a seat: the player who opens the game, a friend with a link, or this house bot.
 * @typedef {"me" | "friend" | `bot ${string}`} Sitter
 */

/**
 * Opens a game, takes our seats, seats the house bots, and goes there.
 * @param {{ruleset: string} & Record<string, any>} terms  as POST /v1/games takes them
 * @param {Sitter[]} sitters  by seat
 */
export async function openGame(terms, sitters) {
  const { game, tokens } = await api.post("/v1/games", { body: terms });
  /** @type {Record<number, string>} */
  const seats = {};
  /** @type {Record<number, string>} */
  const links = {};
  sitters.forEach((sitter, seat) => {
    if (sitter === "me") seats[seat] = tokens.seats[seat];
    if (sitter === "friend") links[seat] = tokens.seats[seat];
  });
  store.keep(game.id, { ruleset: terms.ruleset, creator: tokens.creator, seats, links });
  const path = (/** @type {number} */ seat) => `/v1/games/${game.id}/seats/${seat}`;
  for (const [seat, sitter] of sitters.entries()) {
    if (sitter === "friend") continue;
    const body = sitter === "me" ? sitting() : { bot: sitter.slice("bot ".length) };
    const token = sitter === "me" ? tokens.seats[seat] : tokens.creator;
    await api.put(path(seat), { body, token });
  }
  go(`#/games/${game.id}`);
}

/**
 * Returns the body for taking a seat: the player's name, and random digits for the dice. The
 * service must draw its secret before it knows them.
 * @param {string} [name]
 */
export function sitting(name = store.settings.name) {
  return { name: name || null, entropy: randomDigits(32) };
}

/**
 * Opens a game against the house at once, with its usual options, and with take-backs, because
 * house bots agree to them.
 * @param {{id: string, seats: readonly number[], house_options: any}} ruleset
 * @param {string} bot  its id
 */
export async function playTheHouse({ id, seats, house_options: options }, bot) {
  const { options_schema: schema } = await rulesetDetails(id);
  const count = optionsOf(schema).players?.default ?? Math.min(...seats);
  /** @type {Sitter} */
  const house = `bot ${bot}`;
  const sitters = Array.from({ length: count }, (_, seat) => (seat ? house : "me"));
  await openGame({ ruleset: id, options, take_backs: true }, /** @type {Sitter[]} */ (sitters));
}

/**
 * Returns the schema of each option, by name.
 * @param {any} schema  `options_schema` of a ruleset
 * @returns {Record<string, any>}
 */
export function optionsOf(schema) {
  const name = String(schema.$ref ?? "").split("/").at(-1) ?? "";
  return (schema.$defs?.[name] ?? schema).properties ?? {};
}
