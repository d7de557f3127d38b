/** The client: one method for each thing that most programs need, and `request` for the rest. */
import { type Fetch, PATIENCE, type Patience, randomHex, Sender } from "./sending.js";
import { follow, type Frame } from "./streams.js";
import type { Event, Schemas } from "./types.js";

/** A frame of the stream of a game. */
export type GameFrame =
  | { readonly name: "game"; readonly data: Schemas["Game"]; readonly id: string }
  | { readonly name: "event"; readonly data: Event; readonly id: string }
  | { readonly name: "presence"; readonly data: Schemas["Present"]; readonly id: string | null }
  | { readonly name: "end"; readonly data: { status: string; version: number }; readonly id: string | null };

export interface ClientOptions {
  /** The token of an account, a seat or a creator. */
  readonly token?: string | undefined;
  /** The language of sentences for people. */
  readonly language?: "en" | "es" | "de";
  readonly patience?: Partial<Patience>;
  /** Sends the requests; the one of the platform by default. */
  readonly fetch?: Fetch;
}

export interface Asked {
  readonly body?: unknown;
  readonly params?: Readonly<Record<string, string | number | boolean | null | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as `If-Match`: the service refuses with StaleVersion if the game has moved on. */
  readonly version?: number | undefined;
  /** An idempotency key: with one, the client repeats a POST after a lost response. */
  readonly key?: string | undefined;
  /** Whether a repeated POST changes nothing, as to the checker, so that the client may repeat it. */
  readonly safe?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A client of one service. */
export class Client {
  #sender: Sender;
  #options: ClientOptions;

  constructor(url: string, options: ClientOptions = {}) {
    const send: Fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.#sender = new Sender(url, { ...PATIENCE, ...options.patience }, send);
    this.#options = options;
  }

  /** Returns a client with another token. */
  withToken(token: string | undefined): Client {
    return new Client(this.#sender.url, { ...this.#options, token });
  }

  /**
   * Sends any request of the API, and resolves to its content. A POST is repeated after a lost
   * response only if it has a key or is safe; the other methods always are. Throws ProblemError if
   * the service refuses, and ServiceUnreachable if it does not answer.
   */
  async request<T>(method: string, path: string, asked: Asked = {}): Promise<T> {
    const headers: Record<string, string> = { Accept: "application/json", ...this.#headers(), ...asked.headers };
    if (asked.body !== undefined) headers["Content-Type"] ??= "application/json";
    if (asked.version !== undefined) headers["If-Match"] = `"${asked.version}"`;
    if (asked.key !== undefined) headers["Idempotency-Key"] = asked.key;
    const { body, signal } = asked;
    const repeatable = method !== "POST" || asked.key !== undefined || asked.safe === true;
    const sent = { method, headers, body, repeatable, signal };
    return (await this.#sender.send(path + query(asked.params), sent)) as T;
  }

  /** Returns the games that one can play, with the house bots. */
  rulesets(): Promise<Schemas["RulesetList"]> {
    return this.request("GET", "/v1/rulesets");
  }

  /** Opens a game; the answer contains its tokens, which the service shows only here. */
  createGame(body: Schemas["CreateGameRequest"]): Promise<Schemas["GameCreated"]> {
    return this.request("POST", "/v1/games", { body, key: newKey() });
  }

  /** Returns a game now, or as it was at an earlier version. */
  game(game: string, at?: number): Promise<Schemas["Game"]> {
    return this.request("GET", `/v1/games/${game}`, { params: { version: at } });
  }

  /** Takes a seat, or puts a house bot in it. */
  takeSeat(game: string, seat: number, body: Schemas["TakeSeatRequest"], version?: number): Promise<Schemas["Game"]> {
    return this.request("PUT", `/v1/games/${game}/seats/${seat}`, { body, version, key: newKey() });
  }

  /** Returns what the seat of this token may do: the first actions, some at random, or one. */
  legalActions(
    game: string,
    params: { limit?: number; sample?: number; at?: number } = {},
  ): Promise<Schemas["LegalActions"]> {
    return this.request("GET", `/v1/games/${game}/legal-actions`, { params });
  }

  /**
   * Carries out actions of one seat, all of them or none. Throws IllegalAction if a rule refuses,
   * and StaleVersion if the game is not at `version`. With a `key` of your own you can repeat the
   * call, even after a restart of your program.
   */
  takeActions(
    game: string,
    actions: readonly Schemas["SentAction"][],
    { version, key = newKey() }: { version?: number; key?: string } = {},
  ): Promise<Schemas["ActionsTaken"]> {
    return this.request("POST", `/v1/games/${game}/actions`, { body: { actions }, version, key });
  }

  /** Returns the whole game as a record. */
  record(game: string): Promise<Schemas["Record"]> {
    return this.request("GET", `/v1/games/${game}/record`);
  }

  /** Returns the keys with which the service signs; keep them, so that they cannot change. */
  keys(): Promise<Schemas["PublishedKeys"]> {
    return this.request("GET", "/.well-known/jwks.json");
  }

  /** Yields the events that exist, page by page. */
  async *events(game: string, after = 0): AsyncGenerator<Event, void, undefined> {
    let place: Record<string, string | number> = { after };
    for (;;) {
      const params = { ...place, limit: 1000 };
      const page = await this.request<Schemas["EventPage"]>("GET", `/v1/games/${game}/events`, { params });
      yield* page.events;
      if (page.next === null) return;
      place = { cursor: page.next };
    }
  }

  /**
   * Yields what happens in a game, until its end: each event once, in order. Starts with the events
   * after a version, or with the game as it is now. Resumes lost connections where they broke off.
   */
  follow(game: string, { after, signal }: { after?: number; signal?: AbortSignal } = {}) {
    const known = after === undefined ? null : String(after);
    return this.#follow(`/v1/games/${game}/events`, known, signal) as AsyncGenerator<GameFrame, void, undefined>;
  }

  /** Yields the games that open, change or end, for ever; `ready` says to list them again. */
  followLobby(params: { status?: string; ruleset?: string } = {}, after?: string, signal?: AbortSignal) {
    return this.#follow(`/v1/lobby/events${query(params)}`, after ?? null, signal);
  }

  /** Yields all games of the account of this token whenever they change, for ever. */
  followOwnGames(params: { ruleset?: string } = {}, after?: string, signal?: AbortSignal) {
    return this.#follow(`/v1/players/me/events${query(params)}`, after ?? null, signal);
  }

  #follow(path: string, after: string | null, signal?: AbortSignal): AsyncGenerator<Frame, void, undefined> {
    return follow(this.#sender, path, this.#headers(), after, signal);
  }

  #headers(): Record<string, string> {
    const { token, language } = this.#options;
    return {
      ...(language === undefined ? {} : { "Accept-Language": language }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
  }
}

/** Returns an idempotency key that nobody can guess. */
export const newKey = (): string => randomHex(16);

function query(params: Asked["params"] = {}): string {
  const given = Object.entries(params).flatMap(([name, value]) => value === null || value === undefined ? [] : [[name, String(value)]]);
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}
