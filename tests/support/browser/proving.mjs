/**
 * Proves games as the page does, for tests in Python: takes the response of
 * `POST /v1/records/replay` for each game, and returns what is wrong.
 */
import { materialOf } from "/page/app/proof/material.js";
import { verify } from "/page/app/proof/verify.js";
import { pageOf } from "./speaking.mjs";

/** The verdicts by line: `ok`, or the reason why not, after `wrong` or `open`. */
export async function prove(games, keys) {
  const verdicts = [];
  for (const { pages, changes = {} } of games) {
    const material = { ...materialOf(pages, keys), ...changes };
    verdicts.push(await proved(material));
  }
  return verdicts;
}

/** What the proofs of these records say that a transparency log has their games: `ok`, or the reason. */
export async function included(records, keys) {
  const { inclusion } = await import("/page/app/proof/inclusion.js");
  const found = [];
  for (const record of records) found.push((await inclusion({ record, keys }))?.reason ?? "ok");
  return found;
}

async function proved(material) {
  const [id] = material.record.ruleset.split("@");
  const { lines, answers } = await verify(material, await chanceOf(id));
  const found = { answers: answers.length };
  for (const { id: line, state, finding } of lines) {
    found[line] = finding === null ? state : `${state} ${finding.reason}`;
    if (finding?.version) found.version = finding.version;
    if (finding?.entry !== undefined) found.entry = finding.entry;
  }
  return found;
}

async function chanceOf(id) {
  try {
    return (await (await pageOf(id)).chance?.()) ?? null;
  } catch (error) {
    if (["ENOENT", "ERR_MODULE_NOT_FOUND"].includes(error.code)) return null;
    throw error;
  }
}

/** Vectors of the reference: what the functions of the proof return for these arguments. */
export async function vectors({ answers, seals, chain, tokens }) {
  const { dice, keyOf } = await import("/page/app/proof/chance.js");
  const { fromHex, hex } = await import("/page/app/proof/bytes.js");
  const { chained, genesis, sealer } = await import("/page/app/proof/chain.js");
  const { signed } = await import("/page/app/proof/signature.js");
  const drawn = [];
  for (const { secret, game, seats, witnesses, answers: asked } of answers) {
    const given = [fromHex(secret), game, seats, witnesses.map((tip) => ({ tip }))];
    const draw = await dice(...given);
    const draws = [];
    for (const { moment, links, answer, bounds } of asked) {
      draws.push(await (await draw(moment, links))(answer, bounds));
    }
    drawn.push({ key: hex(await keyOf(...given)), draws });
  }
  const seal = await sealer(Uint8Array.from({ length: 32 }, (_, at) => at));
  const sealed = [];
  for (const { version, member, value } of seals) sealed.push(await seal(version, member, value));
  let link = await genesis(chain.game);
  const hashes = [hex(link)];
  for (const event of chain.events) hashes.push(hex(link = await chained(link, event)));
  const statements = [];
  for (const token of tokens) statements.push(await signed(token));
  return { drawn, sealed, hashes, statements };
}
