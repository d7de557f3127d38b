/**
 * What is told of a game to who does not look at the board: what happened and whose turn it is to a
 * screen reader and in the title of the tab, a call when it is ours, a word when time runs short.
 */
import { untilNext, Warnings } from "/page/app/game/clocks.js";
import { t } from "/page/app/i18n.js";
import { call, entitle } from "/page/app/parts/calls.js";
import { leftTold } from "/page/app/parts/clock.js";
import { askedOf } from "/page/app/parts/offers.js";
import { announce } from "/page/app/parts/said.js";
import { sentenceOf } from "/page/app/parts/story.js";

/** Sentences that are told at once; what is older is in the story. */
const TOLD_MAX = 6;

export class News {
  /** Events that were told; null before the first reading. @type {number | null} */
  #told = null;
  /** The seat of ours whose turn it was. @type {number | null} */
  #due = null;
  /** What others asked us for. */
  #asked = "";
  /** Whether it ended while nobody looked. */
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
   * @param {() => void} redraw  called when a clock shows another second
   */
  constructor(table, redraw) {
    this.#table = table;
    this.#redraw = redraw;
    const { signal } = this.#ending;
    document.addEventListener("visibilitychange", () => this.#entitle(), { signal });
  }

  /** The table has changed: tell what is new. */
  tell() {
    const { due, game, events, own, title, live } = this.#table;
    if (!game) return;
    if (live?.state === "lost" && !this.#lost) announce(t("game.lost"));
    if (live?.state === "open" && this.#lost) announce(t("game.found"));
    this.#lost = live?.state === "lost";
    const fresh = this.#told === null ? [] : events.slice(this.#told);
    // At the end all are read once more, with what was hidden.
    this.#told = Math.max(this.#told ?? 0, events.length);
    const sentences = fresh.flatMap((event) => sentenceOf(this.#table, event) ?? []).slice(-TOLD_MAX);
    const turned = due !== null && due !== this.#due;
    this.#due = due;
    if (turned) sentences.push(t("turn.yours"));
    announce(sentences.join(" "));
    if (turned) call(t("turn.yours"), title);
    const asked = askedOf(this.#table).join(" ");
    if (asked && asked !== this.#asked) call(asked, title);
    this.#asked = asked;
    if (game.status === "over" && fresh.length) {
      queueMicrotask(() => document.querySelector(".ending")?.scrollIntoView({ block: "nearest" }));
      const last = fresh.findLast(({ by }) => typeof by === "number");
      if (own.length && !own.includes(Number(last?.by))) call(t("ending.title"), title);
      this.#unseen = document.hidden;
    }
    this.#entitle();
    this.#tick();
  }

  /** Say in the title of the tab what waits for who looks elsewhere. */
  #entitle() {
    const { due, game, title } = this.#table;
    if (!document.hidden) this.#unseen = false;
    const told = this.#asked || (due !== null && t("turn.yours")) || (game?.status === "over" && t("ending.title"));
    entitle(told ? `${told} · ${title}` : title, Boolean(this.#asked) || due !== null || this.#unseen);
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
    for (const seat of this.#warnings.due(clocks, own)) announce(leftTold(clocks, seat));
    this.#timer = setTimeout(() => {
      this.#redraw();
      this.#tick();
    }, wait);
  }
}
