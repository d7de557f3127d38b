/** The words and styles of guides, which are loaded only with that screen. */
import { withWords, wordsFrom } from "/page/app/i18n.js";
import { styled } from "/page/app/rulesets.js";

const [words] = await Promise.all([
  wordsFrom(async (language) => (await import(`/page/app/words/guide.${language}.js`)).guide),
  styled("/page/style/guide.css"),
]);

/** Returns text in the language of the page, like the function of the same name for all screens. */
export const t = withWords(words);
