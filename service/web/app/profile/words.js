/** The words and styles of profiles and leader boards, which are loaded only with those screens. */
import { withWords, wordsFrom } from "/page/app/i18n.js";
import { styled } from "/page/app/rulesets.js";

const [words] = await Promise.all([
  wordsFrom(async (language) => (await import(`/page/app/words/profile.${language}.js`)).profile),
  styled("/page/style/profile.css"),
]);

/** Returns text in the language of the page, like the function of the same name for all screens. */
export const t = withWords(words);
