/** The replay of a game at its table: the timeline under the board, and beside it graphs and proof. */
import { nothing } from "/page/vendor/lit-html/lit-html.js";
import { Changing } from "/page/app/events.js";
import { graphsTold } from "/page/app/parts/graphs.js";
import { proofTold } from "/page/app/parts/proof-panel.js";
import { sentenceOf } from "/page/app/parts/story.js";
import { pressed, timelineTold } from "/page/app/parts/timeline.js";
import { gatherGame } from "/page/app/proof/gathering.js";
import { Proving } from "/page/app/proof/proving.js";
import { MomentsOfGame } from "/page/app/replay/moments.js";
import { Timeline } from "/page/app/replay/timeline.js";
import { router } from "/page/app/router.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */
/** @typedef {import("/page/app/ruleset.js").GameEvent} GameEvent */

/** The address is written not more often than this: browsers forbid it at each step of a slide. */
const ADDRESS_MS = 150;

export class Replay extends Changing {
  #table;
  #moments;
  #timeline;
  /** @type {Proving | null} */
  #proving = null;
  /** What the proof is of: when the game has ended there is more to prove. */
  #provedOf = "";
  /** The version that the address asks for, until there is a timeline. @type {number | null} */
  #wanted;
  #status = "";
  /** Whether the address asks for the proof. */
  #proves = false;
  /** When the address was written. */
  #written = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Table} table @param {string[]} path  of the address */
  constructor(table, path) {
    super();
    this.#table = table;
    this.#wanted = versionIn(path);
    this.#proves = path[2] === "proof";
    this.#moments = new MomentsOfGame(table);
    this.#timeline = new Timeline(this.#moments, (event) => this.#sentence(event) !== null);
    this.#timeline.onChange(() => {
      this.#address();
      this.changed();
    });
  }

  /** The moment that is looked at; null if it is the game as it is. */
  get moment() {
    return this.#timeline.version === null ? null : this.#timeline.moment;
  }

  /** Whether the past is looked at, though its picture may be on its way. */
  get past() {
    return this.#timeline.version !== null;
  }

  /** The table has changed: there may be more to look at. */
  follow() {
    const { game } = this.#table;
    if (!game) return;
    if (game.status !== this.#status) {
      this.#status = game.status;
      this.#moments.forget();
      this.#timeline.again();
    }
    this.#timeline.grow();
    if (this.#proves && game.status !== "open") this.#prove();
    if (this.#wanted === null || this.#timeline.stops.length === 0) return;
    const wanted = this.#wanted;
    this.#wanted = null;
    this.#timeline.to(wanted);
  }

  /** Prove it at once, and show that. */
  #prove() {
    this.#proves = false;
    this.proof();
    this.#proving?.start();
    setTimeout(() => document.querySelector(".proof")?.scrollIntoView({ block: "center" }));
  }

  /** Go where the address says. @param {string[]} path */
  go(path) {
    if (path[2] === "proof") this.#prove();
    else this.#timeline.to(versionIn(path));
  }

  /** A key that nobody else took. @param {KeyboardEvent} event */
  key(event) {
    return this.goesFar && pressed(event, this.#timeline);
  }

  close() {
    clearTimeout(this.#timer);
    this.#timeline.close();
    this.#proving?.close();
  }

  /** Whether there is more than one moment to look at. */
  get goesFar() {
    return this.#timeline.stops.length > 1;
  }

  /** Go back to the game as it is. */
  leave() {
    this.#timeline.to(null);
  }

  /** The timeline, under the board. @param {() => void} leave  called to go back to the game as it is */
  timeline(leave) {
    const { id, game } = this.#table;
    return timelineTold(this.#timeline, {
      sentenceOf: (event) => this.#sentence(event),
      link: (version) => `#/games/${id}/v/${version}`,
      leave,
      running: game?.status === "running",
    });
  }

  /** The graphs. */
  graphs() {
    const { page, events, seats, t } = this.#table;
    if (!page || !this.goesFar) return nothing;
    const version = this.#timeline.version ?? events.length;
    return graphsTold(page.graphs(events, seats, t), version, (one) => this.#timeline.to(one));
  }

  /** The proof. */
  proof() {
    const { game, id, token } = this.#table;
    if (!game || game.status === "open") return nothing;
    const about = `${id} ${game.status}`;
    if (about !== this.#provedOf) {
      this.#provedOf = about;
      this.#proving?.close();
      this.#proving = new Proving((tell, signal) => gatherGame(id, token, tell, signal));
      this.#proving.onChange(() => this.changed());
    }
    return this.#proving && proofTold(this.#proving, (version) => this.#timeline.to(version));
  }

  /** @param {GameEvent} event */
  #sentence(event) {
    return sentenceOf(this.#table, event);
  }

  /** Keep the address to what is looked at, so that it can be shared and reloaded. */
  #address() {
    if (this.#wanted !== null || router.place.path[1] !== this.#table.id) return;
    const { version, playing } = this.#timeline;
    if (playing) return;
    const now = router.place.path[2] === "proof" ? "/proof" : "";
    const address = `#/games/${this.#table.id}${version === null ? now : `/v/${version}`}`;
    clearTimeout(this.#timer);
    const [here, query] = location.hash.split("?");
    if (here === address) return;
    const rest = this.#written + ADDRESS_MS - performance.now();
    if (rest > 0) {
      this.#timer = setTimeout(() => this.#address(), rest);
      return;
    }
    this.#written = performance.now();
    history.replaceState(null, "", query ? `${address}?${query}` : address);
  }
}

/** `#/games/<id>/v/<version>` @param {string[]} path @returns {number | null} */
function versionIn(path) {
  const version = Number(path[3]);
  return path[2] === "v" && Number.isInteger(version) && version > 0 ? version : null;
}
