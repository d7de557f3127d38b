/** Follows streams of server-sent events, and resumes them after every loss. */
import { problemIn } from "./errors.js";
import { pause, retryAfterMs, type Sender, unreachable } from "./sending.js";

/** A frame of any stream. */
export interface Frame {
  readonly name: string;
  readonly data: unknown;
  /** Where the stream continues after this frame; for a game, a version. */
  readonly id: string | null;
}

/** How far a stream was read, over all of its connections. */
interface Position {
  lastId: string | null;
  retryMs: number;
  losses: number;
}

const BUSY = 429;

/**
 * Yields the frames of a stream, each once and in order, until the stream has an end. It reconnects
 * after every loss, also after a silence, and continues after the last complete frame. Throws
 * ProblemError for a refusal, and ServiceUnreachable if it cannot connect several times in a row.
 */
export async function* follow(
  sender: Sender,
  path: string,
  headers: Record<string, string>,
  after: string | null,
  signal?: AbortSignal,
): AsyncGenerator<Frame, void, undefined> {
  const at: Position = { lastId: after, retryMs: 1000, losses: 0 };
  for (;;) {
    const silence = new Silence(sender.patience.silenceMs, signal);
    let failure: unknown = null;
    try {
      const response = await silence.open(sender, path, headers, at.lastId);
      if (response.status === 204) return;
      if (response.ok && response.body !== null) {
        for await (const frame of framesOf(response.body, at, silence)) {
          if (frame.name === "dropped") break; // the next connection shows what one may see now
          yield frame;
          if (frame.name === "end") return;
        }
      } else {
        const problem = await problemIn(response);
        if (response.status === BUSY) await sender.waitForBucket(problem, response, signal);
        else if (response.status < 500) throw (silence.refused = problem);
        else {
          failure = problem;
          await pause(Math.min(retryAfterMs(response) ?? 0, sender.patience.retryAfterMsMax), signal);
        }
      }
    } catch (error) {
      signal?.throwIfAborted();
      if (silence.refused !== null) throw silence.refused;
      failure = error;
    } finally {
      silence.close();
    }
    if (failure !== null && ++at.losses > sender.patience.losses) throw unreachable(failure);
    await pause(failure === null ? at.retryMs : sender.afterMs(at.losses), signal);
  }
}

/** Aborts a connection that is silent for too long, or that nobody reads any more. */
class Silence {
  refused: Error | null = null;
  #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ms: number;
  #signal: AbortSignal | undefined;
  #abort = () => this.#controller.abort(this.#signal?.reason);

  constructor(ms: number, signal: AbortSignal | undefined) {
    this.#ms = ms;
    this.#signal = signal;
    signal?.addEventListener("abort", this.#abort);
  }

  open(sender: Sender, path: string, headers: Record<string, string>, lastId: string | null): Promise<Response> {
    this.#signal?.throwIfAborted();
    this.heard();
    const resumed = lastId === null ? {} : { "Last-Event-ID": lastId };
    return sender.fetch(sender.url + path, {
      method: "GET",
      headers: { ...headers, Accept: "text/event-stream", ...resumed },
      signal: this.#controller.signal,
    });
  }

  heard(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(new Error("the stream is silent")), this.#ms);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#abort);
    this.#controller.abort();
  }
}

/** Yields the frames of one connection, by the rules of HTML, section 9.2.6. */
async function* framesOf(
  body: ReadableStream<Uint8Array>,
  at: Position,
  silence: Silence,
): AsyncGenerator<Frame, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let fields: Record<string, string> = {};
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    silence.heard();
    at.losses = 0;
    const lines = (text + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    text = lines.pop() ?? "";
    for (const line of lines) {
      if (line !== "") {
        const [name = "", ...rest] = line.split(":");
        const content = rest.join(":").replace(/^ /, "");
        fields[name] = name === "data" && "data" in fields ? `${fields["data"]}\n${content}` : content;
        continue;
      }
      // Only a complete frame counts: of one that was cut off, the id would skip the data.
      at.lastId = fields["id"] ?? at.lastId;
      if (/^\d+$/.test(fields["retry"] ?? "")) at.retryMs = Number(fields["retry"]);
      const { data, event = "message" } = fields;
      fields = {};
      if (data !== undefined) yield { name: event, data: JSON.parse(data), id: at.lastId };
    }
  }
}
