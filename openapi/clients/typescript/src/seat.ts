/** A seat of one game, with its token. */
import type { Client } from "./client.js";
import { StaleVersion } from "./errors.js";
import { randomHex } from "./sending.js";
import type { Schemas } from "./types.js";

/** Chooses one of the legal actions. */
export type Choose = (legal: Schemas["LegalActions"]) => Schemas["SentAction"] | Promise<Schemas["SentAction"]>;

const ENTROPY_BYTES = 16;
const SAMPLE = 100;

/** A seat. The token is that of the seat, of the creator, or of the account that sits there. */
export class Seat {
  readonly client: Client;
  readonly game: string;
  readonly number: number;
  #token: string;

  constructor(client: Client, game: string, number: number, token: string) {
    this.client = client.withToken(token);
    this.game = game;
    this.number = number;
    this.#token = token;
  }

  /**
   * Takes the seat, and contributes random bytes to the dice, so that the operator cannot choose
   * the dice of the game by trying secrets.
   */
  sit(name?: string): Promise<Schemas["Game"]> {
    return this.client.takeSeat(this.game, this.number, player(name));
  }

  /** Puts a house bot in the seat; this needs the token of the creator. */
  sitBot(bot: string): Promise<Schemas["Game"]> {
    return this.client.takeSeat(this.game, this.number, { bot });
  }

  /**
   * Plays to the end, and resolves to the game; `choose` decides whenever it is this seat's turn. It
   * receives a sample of the legal actions. Lost connections change nothing: each action is carried
   * out once.
   */
  async play(choose: Choose, signal?: AbortSignal): Promise<Schemas["Game"]> {
    let looked = 0;
    for await (const { id } of this.client.follow(this.game, signal === undefined ? {} : { signal })) {
      if (id !== null && Number(id) > looked) looked = await this.act(choose);
    }
    return this.client.game(this.game);
  }

  /**
   * Takes the seat in the next game, which has the same options and house bots, and resolves to it.
   * The game must have ended, and the next one starts when all players have asked for it.
   */
  async playAgain(name?: string): Promise<Seat> {
    const asked = { body: player(name), safe: true };
    const again = await this.client.request<Schemas["Rematch"]>("POST", `/v1/games/${this.game}/rematch`, asked);
    return new Seat(this.client, again.game.id, again.seat, again.token ?? this.#token);
  }

  /** Acts while it is this seat's turn; resolves to the version at which it no longer is. */
  async act(choose: Choose): Promise<number> {
    for (;;) {
      const legal = await this.client.legalActions(this.game, { sample: SAMPLE });
      const version = legal.version ?? 0;
      if (legal.count === 0) return version;
      try {
        await this.client.takeActions(this.game, [await choose(legal)], { version });
      } catch (error) {
        // The game may have moved on, for example because the clock has run out.
        if (!(error instanceof StaleVersion)) throw error;
      }
    }
  }
}

/** Returns who takes a seat, with random bytes for the dice. */
const player = (name?: string) => ({ entropy: randomHex(ENTROPY_BYTES), ...(name === undefined ? {} : { name }) });
