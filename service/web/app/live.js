/**
 * The live connection to a game: a WebSocket that tells every event once and in order, and comes
 * again by itself, with what it has, as often as it is lost.
 */
import { Changing } from "/page/app/events.js";

/** After this much silence the connection is dead: the service sends something every 15 s. */
const SILENCE_MS = 40_000;
const WAIT_MS = 500;
const WAIT_MS_MAX = 8000;

/** Codes with which the service says that it is of no use to come again with the same. */
const REFUSED = new Set([4400, 4401, 4403, 4404]);

/** @typedef {{id?: number, type: string, data?: any}} Frame */
/** @typedef {"connecting" | "open" | "lost" | "ended" | "refused"} Connection */

export class Live extends Changing {
  /** @type {Connection} */
  state = "connecting";
  /** The code of what was refused, such as 4401. */
  code = 0;
  #game;
  #token;
  #known;
  #heard;
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
   * @param {() => number} known  the last version that is known when it connects
   * @param {(frame: Frame) => void} heard
   */
  constructor(game, token, known, heard) {
    super();
    this.#game = game;
    this.#token = token;
    this.#known = known;
    this.#heard = heard;
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#drop);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  /** End it for good. */
  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#drop);
    document.removeEventListener("visibilitychange", this.#wake);
    const socket = this.#socket;
    // Browsers warn of one that is closed before it was open.
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
      this.#heard(frame);
    };
    socket.onclose = ({ code }) => this.#lost(socket, code);
    this.#listen();
  }

  /** Take the connection for dead if nothing is heard for long. */
  #listen() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#timer = setTimeout(() => this.#lose(socket), SILENCE_MS);
  }

  /** Give up a connection that tells nothing of its end. @param {WebSocket | null} socket */
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

  /** Do not wait any longer: the network is back, or somebody looks. */
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
