/** Opening a game: at the service, at its seats, and in what this browser keeps. */
import { api } from "/page/app/api.js";
import { randomDigits } from "/page/app/random.js";
import { go } from "/page/app/router.js";
import { rulesetDetails } from "/page/app/rulesets.js";
import { store } from "/page/app/store.js";

/**
 * Who sits on a seat: who opens the game, a friend with a link, or the house bot of this name.
 * @typedef {"me" | "friend" | `bot ${string}`} Sitter
 */

/**
 * Open a game, sit down, seat the house bots, and go there.
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
 * What is sent when somebody sits down: their name, and digits of their own for the dice, so that
 * nobody, the service included, could have chosen them.
 * @param {string} [name]
 */
export function sitting(name = store.settings.name) {
  return { name: name || null, entropy: randomDigits(32) };
}

/** The house bot that plays best, by what the house calls it. @param {readonly string[]} bots */
export const bestBot = (bots) => (bots.includes("greedy") ? "greedy" : bots[0]);

/**
 * Play at once against the house, with the options that are usual where it plays, and take-backs:
 * house bots agree to them.
 * @param {{id: string, seats: readonly number[], bots: readonly string[], house_options: any}} ruleset
 */
export async function playTheHouse({ id, seats, bots, house_options: options }) {
  const { options_schema: schema } = await rulesetDetails(id);
  const count = optionsOf(schema).players?.default ?? Math.min(...seats);
  /** @type {Sitter} */
  const house = `bot ${bestBot(bots)}`;
  const sitters = Array.from({ length: count }, (_, seat) => (seat ? house : "me"));
  await openGame({ ruleset: id, options, take_backs: true }, /** @type {Sitter[]} */ (sitters));
}

/**
 * The schema of each option, by its name.
 * @param {any} schema  `options_schema` of a ruleset
 * @returns {Record<string, any>}
 */
export function optionsOf(schema) {
  const name = String(schema.$ref ?? "").split("/").at(-1) ?? "";
  return (schema.$defs?.[name] ?? schema).properties ?? {};
}
