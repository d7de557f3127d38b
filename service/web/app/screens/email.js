/** Where the links of messages lead: `#/email/confirm/<token>` and `#/email/unsubscribe/<token>`. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { api, Problem } from "/page/app/api.js";
import { t } from "/page/app/email/words.js";
import { entitle } from "/page/app/parts/calls.js";
import { problemView } from "/page/app/parts/problem.js";
import { lost } from "/page/app/screens/lost.js";

const AT = "/v1/notifications/email";

/** What each address does, after a click: programs that look for dangerous links open them, too. */
const WAYS = new Map([
  ["confirm", (/** @type {string} */ token) => api.post(`${AT}/confirmation`, { body: { token } })],
  ["unsubscribe", (/** @type {string} */ token) =>
    api.post(`${AT}/unsubscriptions/${encodeURIComponent(token)}`)],
]);

/** @type {import("/page/app/main.js").MakeScreen} */
export const email = (redraw, path, query) => {
  const [, what = "", token = ""] = path;
  const act = WAYS.get(what);
  return act ? new EmailScreen(redraw, what, () => act(token)) : lost()(redraw, path, query);
};

class EmailScreen {
  #redraw;
  #what;
  #act;
  #busy = false;
  #done = false;
  /** @type {Problem | null} */
  #problem = null;

  /** @param {() => void} redraw @param {string} what @param {() => Promise<unknown>} act */
  constructor(redraw, what, act) {
    this.#redraw = redraw;
    this.#what = what;
    this.#act = act;
  }

  draw() {
    entitle(t(`email.${this.#what}`));
    return html`<h1>${t(`email.${this.#what}`)}</h1>
      <p role="status">${t(`email.${this.#what}.${this.#done ? "done" : "ask"}`)}</p>
      ${this.#problem ? this.#failed(this.#problem) : nothing}
      <p>${this.#done
        ? html`<a class="button primary" href="#/">${t("ending.lobby")}</a>`
        : html`<button type="button" class="primary" ?disabled=${this.#busy} @click=${() => this.#go()}>
            ${t(`email.${this.#what}.do`)}</button>`}</p>`;
  }

  /** @param {Problem} problem */
  #failed(problem) {
    const gone = problem.status === 404 || problem.status === 400;
    return gone ? html`<p class="problem" role="alert">${t("email.expired")}</p>` : problemView(problem);
  }

  async #go() {
    this.#busy = true;
    this.#problem = null;
    this.#redraw();
    try {
      await this.#act();
      this.#done = true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.#problem = error;
    }
    this.#busy = false;
    this.#redraw();
  }
}
