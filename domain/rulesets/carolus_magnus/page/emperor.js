/**
 * Moving the emperor: the possible stops, and what happens at each.
 *
 * @typedef {import("/page/app/ruleset.js").Content} Content
 * @typedef {import("/page/app/ruleset.js").Draft} Draft
 * @typedef {import("/page/app/ruleset.js").Spot} Spot
 * @typedef {import("/page/app/ruleset.js").Turn} Turn
 */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { destination } from "./board.js";
import { Outlook } from "./outlook.js";
import { forecastView, foreseen } from "./outlook_view.js";
import { placedEmperor } from "./shapes.js";

/** @implements {Draft} */
export class EmperorDraft {
  /** @param {Turn} turn @param {{steps: number[]}} choices */
  constructor(turn, { steps }) {
    this.turn = turn;
    this.steps = steps;
    this.outlook = new Outlook(turn, steps);
    /** @type {number | null} */
    this.chosen = null;
  }

  get undoable() {
    return this.chosen !== null;
  }

  undo() {
    this.chosen = null;
    this.turn.changed();
  }

  get choice() {
    return this.chosen;
  }

  /** @param {number} steps */
  resume(steps) {
    if (this.steps.includes(steps)) this.#choose(steps, { sure: false });
  }

  /** With few territories, several moves can end in the same one: the spot is for the shortest. */
  spots() {
    const { t, position } = this.turn;
    /** @type {Map<number, number>} */
    const shortest = new Map();
    for (const steps of [...this.steps].reverse()) {
      shortest.set(destination(position, steps), steps);
    }
    const chosen = this.chosen && destination(position, this.chosen);
    return [...shortest].sort(([, one], [, other]) => one - other)
      .map(([head, steps]) => /** @type {Spot} */ ({
        id: `territory-${head}`,
        label: t("emperor.spot", { count: steps, territory: head }),
        state: head === chosen ? "chosen" : "legal",
        takes: (dragged) => dragged === "emperor",
        choose: (dragged) => this.#choose(steps, { sure: !dragged && head === chosen }),
        preview: () => this.#preview(steps),
      }));
  }

  pending() {
    const castles = foreseen(this.outlook, this.chosen);
    if (this.chosen === null) return castles;
    const head = destination(this.turn.position, this.chosen);
    const label = this.turn.t("emperor.here", { territory: head });
    const emperor = { spot: `territory-${head}`, label, piece: placedEmperor(), place: "emperor" };
    return [...castles, emperor];
  }

  controls() {
    const { t } = this.turn;
    this.outlook = this.outlook.current();
    return html`<div class="cm cm-draft">
      <h3>${t("emperor.title")}</h3>
      <p class="hint">${t("emperor.hint", { count: this.steps.length })}</p>
      <ol class="cm-walks">${this.steps.map((steps) => html`<li>${this.#walk(steps)}</li>`)}</ol>
    </div>`;
  }

  confirm() {
    const { t } = this.turn;
    return html`<button type="button" class="primary cm-send" ?disabled=${this.chosen === null}
      @click=${() => this.#send()}>
      ${this.chosen === null ? t("emperor.choose") : t("emperor.send", { count: this.chosen })}
    </button>`;
  }

  /** @param {number} steps */
  #walk(steps) {
    const { t, position } = this.turn;
    return html`<button type="button" class="cm-walk" data-steps=${steps}
      aria-pressed=${this.chosen === steps ? "true" : "false"}
      @click=${() => this.#choose(steps, { sure: false })}>
      <span class="cm-walk-head"><strong>${t("emperor.steps", { count: steps })}</strong>
        <span>${t("emperor.to", { territory: destination(position, steps) })}</span></span>
      ${forecastView(this.outlook, steps)}
    </button>`;
  }

  /** @param {number} steps @returns {Promise<Content>} */
  async #preview(steps) {
    await this.outlook.ready;
    const { t, position } = this.turn;
    const territory = destination(position, steps);
    return html`<p><strong>${t("emperor.spot", { count: steps, territory })}</strong></p>
      ${forecastView(this.outlook, steps)}`;
  }

  /** @param {number} steps @param {{sure: boolean}} how choosing it a second time confirms it */
  #choose(steps, { sure }) {
    if (sure) {
      this.#send();
      return;
    }
    this.chosen = steps;
    this.turn.changed();
  }

  #send() {
    this.turn.send([{ type: "move_emperor", steps: this.chosen }]);
  }
}
