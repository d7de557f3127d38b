/**
 * The live connection to a game: a WebSocket that delivers every event once and in order. It
 * reconnects by itself and resumes from the last known event.
 */
import { Changing } from "/page/app/events.js";

/** After this much silence the connection is dead: the service sends something every 15 s. */
const SILENCE_MS = 40_000;
const WAIT_MS = 500;
const WAIT_MS_MAX = 8000;

/** Close codes after which the same request would fail again. */
const REFUSED = new Set([4400, 4401, 4403, 4404]);

/** @typedef {{id?: number, type: string, data?: any}} Frame */
/** @typedef {"connecting" | "open" | "lost" | "ended" | "refused"} Connection */

export class Live extends Changing {
  /** @type {Connection} */
  state = "connecting";
  /** The close code of a refusal, such as 4401. */
  code = 0;
  #game;
  #token;
  #known;
  #receive;
  /** @type {WebSocket | null} */
  #socket = null;
  #losses = 0;
  #closed = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #wake = () => document.hidden || this.#retry();
  #drop = () => this.#lose(this.#socket);

  /**
   * @param {string} game
   * @param {string | undefined} token
   * @param {() => number} known  returns the last known version when it connects
   * @param {(frame: Frame) => void} receive
   */
  constructor(game, token, known, receive) {
    super();
    this.#game = game;
    this.#token = token;
    this.#known = known;
    this.#receive = receive;
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#drop);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  /** Closes the connection for good. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#drop);
    document.removeEventListener("visibilitychange", this.#wake);
    const socket = this.#socket;
    // Browsers warn if a socket is closed before it is open.
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const path = `/v1/games/${this.#game}/live?snapshot=false&after=${this.#known()}`;
    const socket = new WebSocket(`${scheme}://${location.host}${path}`);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "hello", token: this.#token }));
    };
    socket.onmessage = (message) => {
      this.#losses = 0;
      this.#set("open");
      this.#listen();
      const frame = JSON.parse(message.data);
      if (frame.type === "end") this.#set("ended");
      this.#receive(frame);
    };
    socket.onclose = ({ code }) => this.#lost(socket, code);
    this.#listen();
  }

  /** Treats the connection as dead after a long silence. */
  #listen() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#timer = setTimeout(() => this.#lose(socket), SILENCE_MS);
  }

  /** Drops a connection that does not report its end. @param {WebSocket | null} socket */
  #lose(socket) {
    if (!socket) return;
    socket.close();
    this.#lost(socket, 0);
  }

  /** @param {WebSocket} socket @param {number} code */
  #lost(socket, code) {
    if (this.#closed || socket !== this.#socket) return;
    this.#socket = null;
    clearTimeout(this.#timer);
    if (this.state === "ended") return this.close();
    if (REFUSED.has(code)) {
      this.code = code;
      this.#set("refused");
      return this.close();
    }
    this.#set("lost");
    const wait = Math.min(WAIT_MS * 2 ** this.#losses++, WAIT_MS_MAX);
    this.#timer = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  /** Reconnects at once: the network is back, or the player looks at the page. */
  #retry() {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  /** @param {Connection} state */
  #set(state) {
    if (this.state === state) return;
    this.state = state;
    this.changed();
  }
}
