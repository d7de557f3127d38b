/** The board of a game with the chosen options, before chance has drawn anything. */
import { api, Problem } from "/page/app/api.js";
import { speech } from "/page/app/i18n.js";

export class SetUp {
  /** What the last request was about. */
  #of = "";
  #shown = "";
  #redraw;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  /**
   * Returns the address of an image of the board, or "" if the options have none. Until the current
   * one has arrived, it is the previous one.
   * @param {string} ruleset
   * @param {Record<string, any>} options
   */
  image(ruleset, options) {
    const of = JSON.stringify([ruleset, options, speech.language]);
    if (of !== this.#of) this.#load(ruleset, options, of);
    return this.#shown;
  }

  /** @param {string} ruleset @param {Record<string, any>} options @param {string} of */
  async #load(ruleset, options, of) {
    this.#of = of;
    const body = { options, part: "board" };
    const text = await api.askText(`/v1/rulesets/${ruleset}/board.svg`, { body }).catch((error) => {
      // The form is useful without it.
      if (!(error instanceof Problem)) throw error;
      return "";
    });
    if (of !== this.#of) return;
    this.#shown = text && `data:image/svg+xml,${encodeURIComponent(text)}`;
    this.#redraw();
  }
}
