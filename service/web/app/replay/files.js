/** Files that the user drops on the page or chooses: their contents, and what is wrong with them. */
import { framed } from "/page/app/replay/framing.js";

/** @typedef {import("/page/app/replay/framing.js").Found} Found */

/** Why a file is not accepted: the last part of a key `check.bad.<word>`, and its values. */
export class BadFile extends Error {
  /**
   * @param {"empty" | "large" | "packed" | "damaged" | "utf_16" | "no_record" | "many"} word
   * @param {Record<string, string>} [values]
   */
  constructor(word, values = {}) {
    super(word);
    this.word = word;
    this.values = values;
  }
}

/** The limits for a file and for one record: those of the service and of `carolus audit`. */
const FILE_BYTES_MAX = 32 << 20;
const RECORD_BYTES_MAX = 8 << 20;
const RECORDS_MAX = 1000;

/** The first bytes of compressed data, and the format. @type {[string, string, number[]][]} */
const PACKED = [
  ["zstd", "zstd -d", [0x28, 0xb5, 0x2f, 0xfd]],
  ["gzip", "gzip -d", [0x1f, 0x8b]],
  ["zip", "unzip", [0x50, 0x4b, 0x03, 0x04]],
  ["bzip2", "bzip2 -d", [0x42, 0x5a, 0x68]],
  ["xz", "xz -d", [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
];
const UTF_16 = [[0xff, 0xfe], [0xfe, 0xff]];

/**
 * Returns the records of a file, at least one, without checking them.
 * @param {Blob} file
 * @returns {Promise<Found[]>}
 */
export async function recordsIn(file) {
  if (file.size === 0) throw new BadFile("empty");
  if (file.size > FILE_BYTES_MAX) throw new BadFile("large");
  const text = decoded(await unpacked(new Uint8Array(await file.arrayBuffer())));
  if (text.trim() === "") throw new BadFile("empty");
  const found = framed(text);
  if (found.length === 0) throw new BadFile("no_record");
  if (found.length > RECORDS_MAX) throw new BadFile("many");
  if (found.length === 1 && found[0].text.length > RECORD_BYTES_MAX) throw new BadFile("large");
  return found;
}

/**
 * Returns the bytes, decompressed if this browser knows the format.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
async function unpacked(bytes) {
  const packed = PACKED.find(([, , magic]) => beginsWith(bytes, magic));
  if (!packed) return bytes;
  const [how, command] = packed;
  const stream = unpacker(how);
  if (!stream) throw new BadFile("packed", { how, command });
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const blocks = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => { throw new BadFile("damaged"); });
    if (done) return new Uint8Array(await new Blob(blocks).arrayBuffer());
    blocks.push(value);
    size += value.length;
    if (size > FILE_BYTES_MAX) {
      await reader.cancel();
      throw new BadFile("large");
    }
  }
}

/**
 * Returns a decompressor; null if the browser has none. Not all support zstd yet.
 * @param {string} how
 */
function unpacker(how) {
  try {
    return new DecompressionStream(/** @type {CompressionFormat} */ (how));
  } catch {
    return null;
  }
}

/** @param {Uint8Array} bytes */
function decoded(bytes) {
  if (UTF_16.some((mark) => beginsWith(bytes, mark))) throw new BadFile("utf_16");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new BadFile("no_record");
  }
}

/** @param {Uint8Array} bytes @param {number[]} start */
const beginsWith = (bytes, start) => start.every((byte, at) => bytes[at] === byte);
