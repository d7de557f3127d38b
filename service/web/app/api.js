/** The API of the service: JSON there and back, and problems as errors that can be caught. */
import { speech, t } from "/page/app/i18n.js";
import { randomDigits } from "/page/app/random.js";
import { takeTime } from "/page/app/time.js";

/**
 * How to ask.
 * @typedef {object} Asking
 * @property {unknown} [body]  sent as JSON
 * @property {string} [text]  sent as it is, instead; `kind` is its media type
 * @property {string} [kind]
 * @property {string} [token]
 * @property {number} [version]  sent as If-Match
 * @property {Record<string, string>} [headers]
 * @property {AbortSignal} [signal]
 */

/** An answer that is none: what RFC 9457 tells of it, or that nobody answered. */
export class Problem extends Error {
  /**
   * @param {number} status  0 if the service was not reached
   * @param {Record<string, any>} told
   */
  constructor(status, told) {
    super(told.detail ?? told.title ?? String(status));
    this.status = status;
    /** Which of the problems of the service it is; "" for one of ours. */
    this.kind = String(told.type ?? "").split("/").at(-1) ?? "";
    this.title = /** @type {string} */ (told.title ?? "");
    this.detail = /** @type {string} */ (told.detail ?? "");
    /** The rule that refuses. @type {string | undefined} */
    this.rule = told.rule;
    this.reason = /** @type {string | undefined} */ (told.reason);
    this.facts = /** @type {Record<string, any>} */ (told.facts ?? {});
    /** What is outside the schema, and where. */
    this.errors = /** @type {{where: string, message: string}[]} */ (told.errors ?? []);
  }
}

/** How often a request is sent again when it was lost, and how long we wait before. */
const WAITS_MS = [400, 1500, 4000];

/** Answers that may be others soon: of a service, or a proxy before it, that cannot answer now. */
const PASSING = new Set([429, 502, 503, 504]);

/** A key under which a request is carried out once. Nobody can guess it. */
const newKey = () => randomDigits(16);

/** @param {Response} answer */
const asJson = (answer) => answer.json();
/** @param {Response} answer */
const asText = (answer) => answer.text();

export const api = {
  /** @param {string} path @param {Asking} [asking] @returns {Promise<any>} */
  get: (path, asking) => send("GET", path, asJson, asking),
  /** @param {string} path @param {Asking} [asking] @returns {Promise<string>} */
  text: (path, asking) => send("GET", path, asText, asking),
  /**
   * An answer that is read as it comes, and may break off on the way.
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
   * Ask by POST what changes nothing, such as the checker: it takes no key.
   * @param {string} path @param {Asking} [asking] @returns {Promise<any>}
   */
  ask: (path, asking) => send("POST", path, asJson, asking),
  /**
   * The same, answered by text.
   * @param {string} path @param {Asking} [asking] @returns {Promise<string>}
   */
  askText: (path, asking) => send("POST", path, asText, asking),
};

/**
 * Send a request, and once more if it or its answer was lost: with a key it is carried out once all
 * the same.
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
    const told = Number(answer?.headers.get("Retry-After") ?? 0) * 1000;
    await pause(Math.min(Math.max(told, WAITS_MS[tries]), 10_000));
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
