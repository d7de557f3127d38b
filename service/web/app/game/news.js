/**
 * What is told of a game to who does not look at the board: what happened and whose turn it is to a
 * screen reader and in the title of the tab, a call when it is ours, a word when time runs short.
 */
import { untilNext, Warnings } from "/page/app/game/clocks.js";
import { t } from "/page/app/i18n.js";
import { call, entitle } from "/page/app/parts/calls.js";
import { leftTold } from "/page/app/parts/clock.js";
import { announce } from "/page/app/parts/said.js";
import { sentenceOf } from "/page/app/parts/story.js";

/** Sentences that are told at once; what is older is in the story. */
const TOLD_MAX = 6;

export class News {
  /** Events that were told; null before the first reading. @type {number | null} */
  #told = null;
  /** The seat of ours whose turn it was. @type {number | null} */
  #due = null;
  #warnings = new Warnings();
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
  }

  /** The table has changed: tell what is new. */
  tell() {
    const { due, game, events, title } = this.#table;
    if (!game) return;
    const fresh = this.#told === null ? [] : events.slice(this.#told);
    this.#told = events.length;
    const sentences = fresh.flatMap((event) => sentenceOf(this.#table, event) ?? []).slice(-TOLD_MAX);
    const turned = due !== null && due !== this.#due;
    this.#due = due;
    if (turned) sentences.push(t("turn.yours"));
    announce(sentences.join(" "));
    if (turned) call(t("turn.yours"), title);
    const ended = game.status === "over" && fresh.length > 0;
    if (ended) queueMicrotask(() => document.querySelector(".ending")?.scrollIntoView({ block: "nearest" }));
    entitle(due === null ? title : `${t("turn.yours")} · ${title}`, due !== null);
    this.#tick();
  }

  close() {
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
