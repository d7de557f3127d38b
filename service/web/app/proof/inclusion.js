/**
 * The proofs of a record that the transparency log of its service has the game:
 * docs/reference/transparency.md. Cosignatures need the keys of witnesses, which the page does not
 * have; `carolus audit --witness-keys` verifies them.
 */
import { fromBase64url, hex, joined, sha256, toBase64url, utf8 } from "/page/app/proof/bytes.js";
import { open } from "/page/app/proof/finding.js";
import { verifies } from "/page/app/proof/signature.js";

/** @typedef {import("/page/app/proof/bytes.js").Bytes} Bytes */
/** @typedef {import("/page/app/proof/verify.js").Material} Material */
/** @typedef {{ origin: string, size: bigint, root: Bytes }} Checkpoint */
/** @typedef {{ index: number, path: readonly string[] }} Leaf */

const LEAVES = ["opening", "start", "end"];

/**
 * Checks that a published key signed each checkpoint, and that each tree has the leaves.
 * @param {Material} material
 */
export async function inclusion({ record, keys }) {
  const proof = record.inclusion ?? null;
  if (proof === null) return open("no_inclusion");
  const leaves = leavesOf(record);
  const [checkpoint, ...earlier] = await Promise.all(
    [proof, ...(proof.witnessed ?? [])].map((one) => checkpointIn(one, keys)),
  );
  const faulty = [checkpoint, ...earlier].find((one) => "reason" in one);
  if (faulty) return faulty;
  let before = -1n;
  for (const about of LEAVES.filter((one) => proof[one])) {
    const index = BigInt(proof[about].index);
    if (index <= before) return { reason: "leaf_order", found: about };
    if (!(await proves(proof[about], leaves[about], checkpoint))) return { reason: "not_in_log", found: about };
    before = index;
  }
  let size = 0n;
  for (const [at, { opening }] of (proof.witnessed ?? []).entries()) {
    const tree = earlier[at];
    const grows = size < tree.size && tree.size < checkpoint.size && tree.origin === checkpoint.origin;
    if (!grows || !agree([opening, tree.size], [proof.opening, checkpoint.size])) return { reason: "not_a_history", found: proof.witnessed[at].checkpoint };
    if (!(await proves(opening, leaves.opening, tree))) return { reason: "not_in_log", found: "opening" };
    size = tree.size;
  }
  return null;
}

/**
 * Returns the leaves that the record contains: the payloads of its signatures.
 * @param {any} record
 */
function leavesOf(record) {
  /** @type {Record<string, Bytes | null>} */
  const found = {};
  const stages = [["opened", "opening"], ["started", "start"]];
  for (const token of record.receipts ?? []) {
    const payload = payloadOf(token);
    const text = payload && new TextDecoder().decode(payload);
    for (const [stage, about] of stages) if (text?.includes(`"stage":"${stage}"`)) found[about] = payload;
  }
  if (record.signature) found.end = payloadOf(record.signature);
  return found;
}

/** @param {unknown} token */
const payloadOf = (token) => fromBase64url(String(token).split(".")[1]);

/**
 * Returns the checkpoint next to a proof, if a published key signed it, or what is wrong with it.
 * @param {{ checkpoint: string, key: string }} proof
 * @param {Material["keys"]} keys
 * @returns {Promise<Checkpoint | any>}
 */
async function checkpointIn({ checkpoint, key }, keys) {
  const found = checkpoint;
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(key) ?? [];
  const bytes = encoded === undefined ? null : fromBase64(encoded);
  if (bytes === null || bytes[0] !== 1) return { reason: "not_a_log_key", found: key };
  const keyId = (await sha256(joined(utf8(`${name}\n`), bytes))).slice(0, 4);
  if (hex(keyId) !== id) return { reason: "not_a_log_key", found: key };
  const note = /^((.+)\n(0|[1-9][0-9]{0,18})\n([A-Za-z0-9+/]{43}=)\n)\n((?:\u2014 .+\n)+)$/.exec(checkpoint);
  const root = note && fromBase64(note[4]);
  if (!note || !root || note[2] !== name) return { reason: "not_a_checkpoint", found };
  const seals = note[5].split("\n").map((line) => {
    const [, signer, seal] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? [];
    const sealed = signer === name ? fromBase64(seal) : null;
    return sealed !== null && hex(sealed.slice(0, 4)) === id ? sealed.slice(4) : null;
  }).filter((one) => one !== null);
  const x = toBase64url(bytes.slice(1));
  const verified = await Promise.all(seals.map((seal) => verifies(x, seal, utf8(note[1]))));
  if (verified.includes(null)) return open("unsupported");
  if (verified.length === 0 || verified.includes(false)) return { reason: "does_not_verify", found };
  const founder = /^carolus\/([\w-]{43})$/.exec(name)?.[1];
  const published = keys.keys.some((one) => one.x === x) && keys.keys.some((one) => one.kid === founder);
  if (!published) return { ...open("unknown_key"), found: name };
  return { origin: name, size: BigInt(note[3]), root };
}

/**
 * Returns whether a tree has a leaf (RFC 9162, section 2.1.3.2).
 * @param {Leaf} proof
 * @param {Bytes | null | undefined} leaf
 * @param {Checkpoint} tree
 */
async function proves({ index, path }, leaf, { size, root }) {
  let [at, last] = [BigInt(index), size - 1n];
  if (!leaf || at > last) return false;
  let node = await sha256(joined(Uint8Array.of(0), leaf));
  for (const text of path) {
    const other = fromBase64(text);
    if (other === null || last === 0n) return false;
    const isRight = (at & 1n) === 1n || at === last;
    node = await sha256(joined(Uint8Array.of(1), ...(isRight ? [other, node] : [node, other])));
    while (isRight && (at & 1n) === 0n && at !== 0n) [at, last] = [at >> 1n, last >> 1n];
    [at, last] = [at >> 1n, last >> 1n];
  }
  return last === 0n && hex(node) === hex(root);
}

/**
 * Returns whether two trees have the same leaves next to the way to one leaf, as far as both proofs
 * show them.
 * @param {[Leaf, bigint][]} proofs each with the size of its tree
 */
function agree(...proofs) {
  const [one, other] = proofs.map(([{ index, path }, size]) => ranges(BigInt(index), 0n, size, path));
  return proofs[0][0].index === proofs[1][0].index
    && Object.keys(one).every((range) => !(range in other) || one[range] === other[range]);
}

/**
 * Returns the hashes of a path by the leaves that they cover.
 * @param {bigint} index @param {bigint} begin @param {bigint} end @param {readonly string[]} path
 * @returns {Record<string, string>}
 */
function ranges(index, begin, end, path) {
  if (end - begin === 1n || path.length === 0) return {};
  const last = path[path.length - 1];
  let half = 1n;
  while (half * 2n < end - begin) half *= 2n;
  const middle = begin + half;
  const rest = path.slice(0, -1);
  return index < middle
    ? { ...ranges(index, begin, middle, rest), [`${middle}-${end}`]: last }
    : { ...ranges(index, middle, end, rest), [`${begin}-${middle}`]: last };
}

/**
 * Decodes base64; null if it is not valid, or not in its only canonical form.
 * @param {string} text
 */
function fromBase64(text) {
  const plain = text.replace(/={0,2}$/, "");
  if (/[-_]/.test(plain) || text.length % 4 !== 0) return null;
  return fromBase64url(plain.replaceAll("+", "-").replaceAll("/", "_"));
}
