/** The API of the service: sends and receives JSON, and throws problems as errors. */
import { speech, t } from "/page/app/i18n.js";
import { randomDigits } from "/page/app/random.js";
import { takeTime } from "/page/app/time.js";

/**
 * The parts of a request.
 * @typedef {object} Asking
 * @property {unknown} [body]  sent as JSON
 * @property {string} [text]  sent unchanged, instead of a body; `kind` is its media type
 * @property {string} [kind]
 * @property {string} [token]
 * @property {number} [version]  sent as If-Match
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 */

/** A failed request: the problem in the form of RFC 9457, or no answer. */
export class Problem extends Error {
  /**
   * @param {number} status  0 if the service was not reached
   * @param {Record<string, any>} details
   */
  constructor(status, details) {
    super(details.detail ?? details.title ?? String(status));
    this.status = status;
    /** The kind of the service's problem; "" for one of our own. */
    this.kind = String(details.type ?? "").split("/").at(-1) ?? "";
    this.title = /** @type {string} */ (details.title ?? "");
    this.detail = /** @type {string} */ (details.detail ?? "");
    /** The rule that refused the request. @type {string | undefined} */
    this.rule = details.rule;
    this.reason = /** @type {string | undefined} */ (details.reason);
    this.facts = /** @type {Record<string, any>} */ (details.facts ?? {});
    /** The values that do not fit the schema, and where they are. */
    this.errors = /** @type {{where: string, message: string}[]} */ (details.errors ?? []);
  }
}

/** The pauses before a lost request is sent again. */
const WAITS_MS = [400, 1500, 4000];

/** Temporary failures, of the service or a proxy in front of it. */
const PASSING = new Set([429, 502, 503, 504]);

/** Returns an idempotency key that nobody can guess. */
const newKey = () => randomDigits(16);

/** @param {Response} answer */
const asJson = async (answer) => answer.status === 204 ? {} : answer.json();
/** @param {Response} answer */
const asText = (answer) => answer.text();

export const api = {
  /** @param {string} path @param {Asking} [asking] @returns {Promise<any>} */
  get: (path, asking) => send("GET", path, asJson, asking),
  /** @param {string} path @param {Asking} [asking] @returns {Promise<string>} */
  text: (path, asking) => send("GET", path, asText, asking),
  /**
   * Returns a response to read as a stream, which may break off.
   * @param {string} path @param {Asking} [asking] @returns {Promise<Response>}
   */
  stream: (path, asking) => send("GET", path, async (answer) => answer, asking),
  /** @param {string} path @param {Asking} [asking] @returns {Promise<any>} */
  post: (path, asking) => send("POST", path, asJson, asking, newKey()),
  /** @param {string} path @param {Asking} [asking] @returns {Promise<any>} */
  put: (path, asking) => send("PUT", path, asJson, asking, newKey()),
  /** @param {string} path @param {Asking} [asking] @returns {Promise<any>} */
  del: (path, asking) => send("DELETE", path, asJson, asking, newKey()),
  /**
   * Sends a POST that changes nothing, such as to the checker: it takes no idempotency key.
   * @param {string} path @param {Asking} [asking] @returns {Promise<any>}
   */
  ask: (path, asking) => send("POST", path, asJson, asking),
  /**
   * Sends a POST that changes nothing, answered in text.
   * @param {string} path @param {Asking} [asking] @returns {Promise<string>}
   */
  askText: (path, asking) => send("POST", path, asText, asking),
};

/**
 * Sends a request, and again if it or its answer was lost; with a key, the service carries it out
 * only once.
 * @template T
 * @param {string} method
 * @param {string} path
 * @param {(answer: Response) => Promise<T>} read
 * @param {Asking} [asking]
 * @param {string} [key]
 */
async function send(method, path, read, asking = {}, key) {
  const { body, text, kind = "application/json", token, version, signal } = asking;
  /** @type {Record<string, string>} */
  const headers = { "Accept-Language": speech.language, ...asking.headers };
  if (body !== undefined || text !== undefined) headers["Content-Type"] = kind;
  if (token) headers.Authorization = `Bearer ${token}`;
  if (version !== undefined) headers["If-Match"] = `"${version}"`;
  if (key) headers["Idempotency-Key"] = key;
  const request = { method, headers, signal, body: text ?? (body && JSON.stringify(body)) };
  const lost = (/** @type {unknown} */ error) => {
    if (signal?.aborted) throw error;
    return null;
  };
  for (let tries = 0; ; tries++) {
    const answer = await fetch(path, /** @type {RequestInit} */ (request)).catch(lost);
    if (answer?.ok) takeTime(answer);
    const content = answer?.ok ? await read(answer).catch(lost) : null;
    if (content !== null) return content;
    const again = !answer || answer.ok || PASSING.has(answer.status);
    if (!again || tries === WAITS_MS.length) throw await problemOf(answer?.ok ? null : answer);
    const askedMs = Number(answer?.headers.get("Retry-After") ?? 0) * 1000;
    await pause(Math.min(Math.max(askedMs, WAITS_MS[tries]), 10_000));
  }
}

/** @param {Response | null} answer */
async function problemOf(answer) {
  if (!answer) return new Problem(0, { detail: t("problem.unreached") });
  try {
    return new Problem(answer.status, await answer.json());
  } catch {
    const away = PASSING.has(answer.status);
    return new Problem(answer.status, { detail: t(away ? "problem.unreached" : "problem.unknown") });
  }
}

/** @param {number} ms @returns {Promise<void>} */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
