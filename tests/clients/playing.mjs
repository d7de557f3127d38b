/**
 * Plays a game with the client for TypeScript, for tests in Python:
 *
 *     node playing.mjs PACKAGE URL
 *
 * PACKAGE is the folder of the built package. Prints JSON: what was chosen and seen, and the verdict.
 */
import { pathToFileURL } from "node:url";

const [, , folder, url] = process.argv;
const from = (name) => import(pathToFileURL(`${folder}/dist/${name}.js`).href);
const { Client, Seat } = await from("index");
const { verifyRecord } = await from("verify");

const client = new Client(url, { patience: { waitMs: 10, waitMsMax: 50 } });
const { game, tokens } = await client.createGame({ ruleset: "carolus-magnus", options: { players: 2 } });
await new Seat(client, game.id, 1, tokens.creator).sitBot("greedy");
const me = new Seat(client, game.id, 0, tokens.seats[0]);
await me.sit("Anna");

const chosen = [];
let state = 1; // a generator of our own: the game must be the same in every run
const choose = ({ actions }) => {
  state = (state * 48271) % 2147483647;
  chosen.push(actions[state % actions.length]);
  return chosen.at(-1);
};

async function watch() {
  const events = [];
  for await (const { name, data } of client.follow(game.id, { after: 0 })) {
    if (name === "event") events.push(data);
  }
  return events;
}

const [end, events] = await Promise.all([me.play(choose), watch()]);
const record = await client.record(game.id);
const verified = await verifyRecord(client, record);

/** Returns the checks that do not accept a record with a change. */
async function refusing(change, trust) {
  const changed = structuredClone(record);
  change(changed);
  const { valid, checks } = await verifyRecord(client, changed, trust);
  const refused = checks.filter(({ finding }) => finding && finding.reason !== "nothing_hidden");
  return valid ? [] : refused.map(({ id }) => id);
}
const changed = {
  die: await refusing(({ entries }) => entries.find(({ action }) => action.faces).action.faces.reverse()),
  receipt: await refusing(({ receipts }) => receipts.reverse()),
  inclusion: await refusing(({ inclusion }) => { inclusion.end.index += 1; }),
  trust: await refusing(() => {}, { keys: { keys: [] } }),
};

// A runtime without Ed25519 cannot verify signatures, so no record passes there.
const importKey = crypto.subtle.importKey.bind(crypto.subtle);
crypto.subtle.importKey = async (...key) => {
  if (key[2] === "Ed25519") throw new DOMException("unknown curve", "NotSupportedError");
  return importKey(...key);
};
const unchecked = await verifyRecord(client, record);
console.log(JSON.stringify({ end, events, chosen, record, verified, changed, unchecked }));
