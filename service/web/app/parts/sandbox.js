/** The mark of a game in a sandbox: it is loaded only with such a game, which few people ever see. */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { withWords, wordsFrom } from "/page/app/i18n.js";

const words = await wordsFrom(
  async (language) => (await import(`/page/app/words/sandbox.${language}.js`)).sandbox);
const t = withWords(words);

/** Returns what a sandbox is, for players. */
export const sandboxView = () => html`<p class="hint"><strong class="tag">${t("sandbox.mark")}</strong>
  <span>${t("sandbox.about")}</span></p>`;
