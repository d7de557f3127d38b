/** The words of proofs, which are loaded only with the first proof. */
import { withWords, wordsFrom } from "/page/app/i18n.js";

const words = await wordsFrom(
  async (language) => (await import(`/page/app/words/proof.${language}.js`)).proof,
);

/** Returns text in the language of the page, like the function of the same name for all screens. */
export const t = withWords(words);
