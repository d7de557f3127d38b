/** The words about e-mail, which are loaded only with the settings and with links of messages. */
import { withWords, wordsFrom } from "/page/app/i18n.js";

const words = await wordsFrom(
  async (language) => (await import(`/page/app/words/email.${language}.js`)).email);

/** Returns text in the language of the page, like the function of the same name for all screens. */
export const t = withWords(words);
