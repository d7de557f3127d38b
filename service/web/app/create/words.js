/** The words of the form for a new game, which are loaded only with that screen. */
import { withWords, wordsFrom } from "/page/app/i18n.js";

const words = await wordsFrom(
  async (language) => (await import(`/page/app/words/create.${language}.js`)).create);

/** Returns text in the language of the page, like the function of the same name for all screens. */
export const t = withWords(words);
