/** Sends requests until they are answered: through lost connections, and when the service is busy. */
import { problemIn, ProblemError, ServiceUnreachable } from "./errors.js";

/** How often the client tries again, and how long it waits in between. */
export interface Patience {
  /** How many responses in a row may be lost. */
  readonly losses: number;
  /** The wait after the first loss; each further one doubles it. */
  readonly waitMs: number;
  readonly waitMsMax: number;
  /** The longest wait that the service may ask for with `Retry-After`. */
  readonly retryAfterMsMax: number;
  /** How long a response may take. */
  readonly answerMs: number;
  /** A stream that is silent for so long is lost: the service sends something every 15 seconds. */
  readonly silenceMs: number;
}

export const PATIENCE: Patience = {
  losses: 8,
  waitMs: 250,
  waitMsMax: 8000,
  retryAfterMsMax: 120_000,
  answerMs: 30_000,
  silenceMs: 40_000,
};

const TEMPORARY = new Set([502, 503, 504]);
const BUSY = 429;

export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

/** A request: everything but its address. */
export interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
  /** Whether the client may send it again after a lost response. */
  readonly repeatable: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Sends requests to one service. */
export class Sender {
  readonly url: string;
  readonly patience: Patience;
  readonly fetch: Fetch;

  constructor(url: string, patience: Patience, fetch: Fetch) {
    this.url = url.replace(/\/+$/, "");
    this.patience = patience;
    this.fetch = fetch;
  }

  /**
   * Returns the content of the response, which is a success. It always repeats a request that the
   * service refused because it was busy. Throws ProblemError and ServiceUnreachable.
   */
  async send(path: string, { method, headers, body, repeatable, signal }: Sent): Promise<unknown> {
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    for (let losses = 0; ;) {
      let failure: unknown;
      let waitMs = 0;
      try {
        const late = AbortSignal.timeout(this.patience.answerMs);
        const ends = signal === undefined ? late : AbortSignal.any([signal, late]);
        const response = await this.fetch(this.url + path, { method, headers, signal: ends, ...text });
        if (response.ok) return response.status === 204 ? null : await contentOf(response);
        const problem = await problemIn(response);
        if (response.status === BUSY) {
          await this.waitForBucket(problem, response, signal);
          continue;
        }
        if (!TEMPORARY.has(response.status)) throw problem;
        failure = problem;
        waitMs = retryAfterMs(response) ?? 0;
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ProblemError) throw error;
        failure = error;
      }
      losses += 1;
      if (!repeatable || losses > this.patience.losses) throw unreachable(failure);
      await pause(Math.max(this.afterMs(losses), waitMs), signal);
    }
  }

  /** Waits as long as the service asks for; throws TooManyRequests if that is too long. */
  async waitForBucket(refused: ProblemError, response: Response, signal?: AbortSignal): Promise<void> {
    const waitMs = retryAfterMs(response) ?? 1000;
    if (waitMs > this.patience.retryAfterMsMax) throw refused;
    await pause(waitMs + Math.random() * 250, signal);
  }

  /** Returns how long to wait after this many losses in a row: at random, up to a limit. */
  afterMs(losses: number): number {
    const longest = Math.min(this.patience.waitMs * 2 ** (losses - 1), this.patience.waitMsMax);
    return longest * (0.5 + Math.random() / 2);
  }
}

async function contentOf(response: Response): Promise<unknown> {
  const json = response.headers.get("Content-Type")?.includes("json");
  return json ? response.json() : response.text();
}

/** Returns how long a response asks to wait; null if it does not. */
export function retryAfterMs(response: Response): number | null {
  const text = response.headers.get("Retry-After") ?? "";
  return /^\d+$/.test(text) ? Number(text) * 1000 : null;
}

/** Returns the error to throw when the client gives up. */
export function unreachable(failure: unknown): Error {
  if (failure instanceof ProblemError) return failure;
  const reason = failure instanceof Error ? (failure.cause ?? failure) : failure;
  return new ServiceUnreachable(`no answer: ${String(reason)}`, { cause: failure });
}

/** Waits, unless the signal aborts. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort, { once: true });
  });
}

/** Returns random digits that nobody can guess, in hexadecimal. */
export function randomHex(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

