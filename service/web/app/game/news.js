/**
 * News of a game for players who are not looking at the board: events and turns for screen readers
 * and in the title of the tab, a call for the player's turn, a warning when time runs short.
 */
import { untilNext, Warnings } from "/page/app/game/clocks.js";
import { t } from "/page/app/i18n.js";
import { call, entitle } from "/page/app/parts/calls.js";
import { leftText } from "/page/app/parts/clock.js";
import { askedOf } from "/page/app/parts/offers.js";
import { announce } from "/page/app/parts/announcing.js";
import { textsIn } from "/page/app/story.js";

/** The most sentences to announce at once; older ones are in the story. */
const ANNOUNCED_MAX = 6;

export class News {
  /** Whether the game was running when it was announced last. */
  #running = false;
  /** Whether the moment shown is the end. */
  #shownOver = false;
  /** The last version in an announced sentence; null before the first read. @type {number | null} */
  #described = null;
  /** Our seat that was due before. @type {number | null} */
  #due = null;
  /** What other players have asked of us. */
  #asked = "";
  /** Whether the game ended while nobody was looking. */
  #unseen = false;
  /** Whether the connection was lost. */
  #lost = false;
  #warnings = new Warnings();
  #ending = new AbortController();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #table;
  #redraw;

  /**
   * @param {import("/page/app/game/table.js").Table} table
   * @param {() => void} redraw  called when the display of a clock changes
   */
  constructor(table, redraw) {
    this.#table = table;
    this.#redraw = redraw;
    const { signal } = this.#ending;
    document.addEventListener("visibilitychange", () => this.#entitle(), { signal });
  }

  /**
   * Announces what is new at the moment shown. If nobody sees the page, the player's turn or the end
   * is new at once, although the page still has to play back how it came.
   * @param {{version: number, game: import("/page/app/game/table.js").Game | null}} moment
   * @param {boolean} catching  whether a playback is on the way to the game as it is now
   */
  announce({ version: shown, game: then }, catching) {
    const { now, game, events, story, own, title, live } = this.#table;
    if (!game || !now) return;
    const behind = catching && !document.hidden;
    // A game that is still being read asks nothing yet.
    const due = behind ? null : this.#table.dueIn(now.game);
    if (live?.state === "lost" && !this.#lost) announce(t("game.lost"));
    if (live?.state === "open" && this.#lost) announce(t("game.found"));
    this.#lost = live?.state === "lost";
    const upTo = catching ? shown : Infinity;
    // The sentences on our own actions arrive after their events.
    const sentences = this.#described === null ? [] : textsIn(story, this.#described, upTo).slice(-ANNOUNCED_MAX);
    const described = catching ? shown : (story.at(-1)?.last ?? 0);
    this.#described = Math.max(this.#described ?? 0, described);
    const turned = due !== null && due !== this.#due;
    this.#due = due;
    if (turned) sentences.push(t("turn.yours"));
    announce(sentences.join(" "));
    if (turned) call(t("turn.yours"), title);
    const asked = askedOf(this.#table).join(" ");
    if (asked && asked !== this.#asked) call(asked, title);
    this.#asked = asked;
    this.#shownOver = (document.hidden ? game : then)?.status === "over";
    if (this.#shownOver && this.#running) {
      const last = events.findLast(({ by }) => typeof by === "number");
      if (own.length && !own.includes(Number(last?.by))) call(t("ending.title"), title);
      this.#unseen = document.hidden;
      this.#running = false;
    }
    this.#running ||= game.status === "running";
    this.#entitle();
    this.#tick();
  }

  /** Shows in the title of the tab what awaits the player. */
  #entitle() {
    const { title } = this.#table;
    const due = this.#due !== null;
    if (!document.hidden) this.#unseen = false;
    const news = this.#asked || (due && t("turn.yours")) || (this.#shownOver && t("ending.title"));
    entitle(news ? `${news} · ${title}` : title, Boolean(this.#asked) || due || this.#unseen);
  }

  close() {
    this.#ending.abort();
    clearTimeout(this.#timer);
  }

  #tick() {
    clearTimeout(this.#timer);
    const { game, own } = this.#table;
    const wait = untilNext(game?.clocks);
    if (!game?.clocks || wait === null) return;
    const { clocks } = game;
    for (const seat of this.#warnings.due(clocks, own)) announce(leftText(clocks, seat));
    this.#timer = setTimeout(() => {
      this.#redraw();
      this.#tick();
    }, wait);
  }
}
