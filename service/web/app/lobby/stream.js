/** The stream of the lobby, which connects again after a loss. */

/** The pause before it connects again. */
const AGAIN_MS = 5000;

/**
 * What is done with its frames.
 * @typedef {object} Hearers
 * @property {() => void} [open]  whenever the service is reachable again
 * @property {() => void} ready  from here on, nothing is missed
 * @property {() => void} [lost]
 * @property {(game: import("/page/app/lobby/games.js").GameSummary) => void} [game]  has changed
 * @property {(tournament: {id: string}) => void} [tournament]  has changed
 */

export class LobbyStream {
  #events;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #hearers;

  /** @param {Hearers} hearers */
  constructor(hearers) {
    this.#hearers = hearers;
    this.#events = this.#connect();
  }

  close() {
    clearTimeout(this.#timer);
    this.#events.close();
  }

  #connect() {
    const { open, ready, lost, game, tournament } = this.#hearers;
    const events = new EventSource("/v1/lobby/events");
    events.addEventListener("open", () => open?.());
    events.addEventListener("ready", () => ready());
    events.addEventListener("game", ({ data }) => game?.(JSON.parse(data)));
    events.addEventListener("tournament", ({ data }) => tournament?.(JSON.parse(data)));
    events.addEventListener("error", () => {
      lost?.();
      // A browser reconnects by itself after a loss, but not after a failed response.
      if (events.readyState !== EventSource.CLOSED) return;
      this.#timer = setTimeout(() => (this.#events = this.#connect()), AGAIN_MS);
    });
    return events;
  }
}
