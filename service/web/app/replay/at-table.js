/**
 * The moments of a game at its table: the timeline, graphs up to the moment shown, and the proof.
 */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { Changing } from "/page/app/events.js";
import { t } from "/page/app/i18n.js";
import { playOnView } from "/page/app/parts/continuing.js";
import { announce } from "/page/app/parts/announcing.js";
import { captionView, copyView, pressed, timelineView } from "/page/app/parts/timeline.js";
import { MomentsOfGame } from "/page/app/replay/moments.js";
import { Timeline } from "/page/app/replay/timeline.js";
import { gameLink, router } from "/page/app/router.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */

/** The shortest time between two changes of the address, which browsers limit. */
const ADDRESS_MS = 150;


export class Replay extends Changing {
  #table;
  #moments;
  #timeline;
  /** The proof, once the player has asked for it. @type {import("/page/app/replay/proof.js").Proof | null} */
  #proof = null;
  /** What the proof covers: after the end of the game there is more to prove. */
  #provedOf = "";
  /** @type {typeof import("/page/app/parts/graphs.js") | null} */
  #drawing = null;
  #loads = false;
  /** @type {import("/page/app/parts/graphs.js").Unfolded | null} */
  #unfolded = null;
  /** The version in the address, until there is a timeline. @type {number | null} */
  #wanted;
  #status = "";
  /** Whether the address asks for the proof. */
  #proves = false;
  /** When the address was last changed. */
  #written = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {Table} table @param {string[]} path of the address */
  constructor(table, path) {
    super();
    this.#table = table;
    this.#wanted = versionIn(path);
    this.#proves = path[2] === "proof";
    this.#moments = new MomentsOfGame(table);
    this.#timeline = new Timeline(this.#moments);
    this.#timeline.onChange(() => {
      this.#address();
      this.changed();
    });
  }

  /** The moment shown, from which the whole screen is drawn; null before the first. */
  get moment() {
    return this.#timeline.moment;
  }

  /** Whether the moment shown is the game as it is now, so that players can act. */
  get live() {
    return this.#timeline.version === null;
  }

  /** Whether the page plays back what other players did. */
  get catching() {
    return this.#timeline.catching;
  }

  /** The events of the step shown. */
  get step() {
    return this.#timeline.step;
  }

  /** The version after which the step shown begins. */
  get since() {
    return this.#timeline.since;
  }

  /** Ends the playback. Returns whether there was one. */
  skip() {
    return this.#timeline.skip();
  }

  /** Stops the playback while a pointer is down: the board under it must stay, or there is no click. */
  hold() {
    this.#timeline.hold();
  }

  /** Continues the playback. */
  release() {
    this.#timeline.release();
  }

  /** Takes in a change of the table: there may be more moments. */
  follow() {
    const { now } = this.#table;
    if (!now) return;
    if (now.game.status !== this.#status) {
      this.#status = now.game.status;
      this.#moments.forget();
      this.#timeline.again();
    }
    this.#timeline.grow();
    if (this.#proves && this.#status !== "open") this.#prove();
    if (this.#wanted !== null && this.#timeline.stops.length) {
      const wanted = this.#wanted;
      this.#wanted = null;
      this.#timeline.to(wanted);
    }
    this.#timeline.follow();
  }

  /** Starts the proof; most players never ask for it, so its modules are loaded now. */
  async #prove() {
    this.#proves = false;
    const module = await import("/page/app/replay/proof.js").catch(() => announce(t("problem.unreached")));
    const { game, id, token } = this.#table;
    if (!module || !game) return;
    this.#proof?.close();
    this.#provedOf = game.status;
    this.#proof = new module.Proof(id, token, (version) => this.#timeline.to(version));
    this.#proof.onChange(() => this.changed());
    this.#proof.start();
    setTimeout(() => document.querySelector(".proof")?.scrollIntoView({ block: "nearest" }));
  }

  /** Goes to the moment in the address. @param {string[]} path */
  go(path) {
    if (path[2] === "proof") this.#prove();
    else this.#timeline.to(versionIn(path));
  }

  /** Handles a key that nothing else has handled. @param {KeyboardEvent} event */
  key(event) {
    return this.goesFar && pressed(event, this.#timeline);
  }

  close() {
    clearTimeout(this.#timer);
    this.#timeline.close();
    this.#proof?.close();
  }

  /** Whether there is more than one moment. */
  get goesFar() {
    return this.#timeline.stops.length > 1;
  }

  /** Goes to the game as it is now. */
  leave() {
    this.#timeline.to(null);
  }

  /** Returns the timeline, for below the board. */
  timeline() {
    return timelineView(this.#timeline);
  }

  /** Goes to a moment. @param {number} version */
  jump(version) {
    this.#timeline.to(version);
  }

  /** Plays the game from its first moment. */
  watch() {
    this.#timeline.play();
  }

  /** Returns the button that copies the link to the moment shown. */
  copying() {
    return copyView(this.#timeline, this.#at(this.moment?.version), t("replay.copy"), "quiet");
  }

  /** Returns the link that leads to a new game from the moment shown, once the game has ended. */
  playingOn() {
    const { game, events } = this.#table;
    const then = this.moment?.game;
    const ended = game?.status === "over" || game?.status === "aborted";
    return ended && then ? playOnView(then, events) : nothing;
  }

  /** Returns the button that copies the link to the replay: its first moment, to reveal no ending. */
  sharing() {
    return copyView(this.#timeline, this.#at(this.#timeline.stops[0]), t("ending.share"));
  }

  /** Returns the link of a moment. @param {number | undefined} version */
  #at(version) {
    return gameLink(this.#table.id, version);
  }

  /**
   * Returns what happens in the step shown, in words.
   * @param {import("/page/app/ruleset.js").Content} dice  of this step
   */
  caption(dice) {
    return captionView(this.#timeline, dice);
  }

  /** Returns the graphs up to the moment shown. */
  graphs() {
    const graphs = this.#graphs();
    // Graphs of a game that has hardly begun show nothing, and their module can wait.
    if (!this.moment || (this.moment.version < 30 && graphs.every(({ at }) => at.length < 4))) return nothing;
    if (!this.#drawing) {
      this.#load();
      return nothing;
    }
    this.#unfolded ??= new this.#drawing.Unfolded(() => this.changed());
    return this.#drawing.graphsView(graphs, {
      version: this.moment.version,
      end: this.#timeline.last,
      jump: (one) => this.jump(one),
      unfolded: this.#unfolded,
    });
  }

  async #load() {
    if (this.#loads) return;
    this.#loads = true;
    this.#drawing = await import("/page/app/parts/graphs.js").catch(() => null);
    this.#loads = false;
    if (this.#drawing) this.changed();
  }

  /** Returns the graph of the score up to the moment shown, if the game has one. */
  score() {
    return this.#graphs()[0];
  }

  /** The graphs of the game; later events would reveal how it goes on. */
  #graphs() {
    const { page, events, seats, t } = this.#table;
    if (!page || !this.goesFar || !this.moment) return [];
    return page.graphs(events.slice(0, this.moment.version), seats, t);
  }

  /** Returns the proof, or the button that starts it. */
  proof() {
    const { game } = this.#table;
    if (!game || game.status === "open") return nothing;
    if (this.#proof && this.#provedOf === game.status) return this.#proof.draw();
    return html`<section class="proof" aria-label=${t("proof.title")}>
      <h2>${t("proof.title")}</h2>
      <p class="hint">${t("proof.about")}</p>
      <button type="button" @click=${() => this.#prove()}>${t("proof.start")}</button>
    </section>`;
  }

  /** Keeps the address in step with the wanted moment, so that it can be shared and reloaded. */
  #address() {
    if (this.#wanted !== null || router.place.path[1] !== this.#table.id) return;
    // A link was pressed, and the router has yet to follow it.
    if (!location.hash.startsWith(`#/games/${this.#table.id}`)) return;
    const { catching, version, playing } = this.#timeline;
    if (playing || catching) return;
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

/**
 * Returns the version in `#/games/<id>/v/<version>`.
 * @param {string[]} path
 * @returns {number | null}
 */
function versionIn(path) {
  const version = Number(path[3]);
  return path[2] === "v" && Number.isInteger(version) && version > 0 ? version : null;
}
