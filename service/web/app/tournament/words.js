/** The words and styles of tournaments, which are loaded only with their screens. */
import { withWords, wordsFrom } from "/page/app/i18n.js";
import { styled } from "/page/app/rulesets.js";

const [words] = await Promise.all([
  wordsFrom(async (language) => (await import(`/page/app/words/tournament.${language}.js`)).tournament),
  styled("/page/style/tournament.css"),
]);

/** Returns text in the language of the page, like the function of the same name for all screens. */
export const t = withWords(words);
