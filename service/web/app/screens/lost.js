/** The screen for an address that does not exist, or could not be reached. */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { t } from "/page/app/i18n.js";
import { problemView } from "/page/app/parts/problem.js";

/** @typedef {import("/page/app/api.js").Problem} Problem */

/**
 * Returns the screen, with a link to the lobby.
 * @param {Problem | null} [problem]  why it could not be reached
 * @returns {import("/page/app/main.js").MakeScreen}
 */
export const lost = (problem = null) => () => ({
  title: problem ? "lost.unreached" : "lost.title",
  draw: () => (problem
    ? html`<h1>${t("lost.unreached")}</h1>${problemView(problem)}
        <p><button type="button" @click=${() => location.reload()}>${t("lost.again")}</button></p>`
    : nowhere("lost.about")),
});

/**
 * Returns the message that there is nothing at this address, or nothing public.
 * @param {"lost.about" | "lost.game" | "lost.player" | "lost.private" | "lost.rules"} why
 */
export const nowhere = (why) => html`<h1>${t(why === "lost.private" ? "lost.closed" : "lost.title")}</h1>
  <p>${t(why)}</p>
  <p><a class="button primary" href="#/">${t("ending.lobby")}</a></p>`;
