/** Pages of rulesets for tests, and their words: a missing word or value is an error. */

/**
 * The words of a page in one language; a missing word or value throws. Words that the page uses are
 * added to `used`. The shell has the code of the language.
 */
export function speaking(page, language, used = new Set()) {
  const { words, plurals } = speechOf(page.words[language], language);
  return (key, values = {}) => {
    const counted = "count" in values && !words.has(key);
    const found = counted ? `${key}.${plurals.select(Number(values.count))}` : key;
    if (!words.has(found)) throw new Error(`no word ${found} in ${language}`);
    used.add(found);
    const text = words.get(found).replace(/\{(\w+)\}/g, (_, name) => {
      const value = values[name];
      if (value === undefined || Number.isNaN(value)) throw new Error(`no ${name} for ${found}`);
      return value;
    });
    return text;
  };
}

/** Words and plurals by the words of a page in a language: tests speak for each of many positions. */
const speeches = new WeakMap();

function speechOf(own, language) {
  if (!speeches.has(own)) {
    const words = new Map(Object.entries({ language, ...own }));
    speeches.set(own, { words, plurals: new Intl.PluralRules(language) });
  }
  return speeches.get(own);
}

/** A ruleset's page with its components, and its words in all languages. */
export async function pageOf(ruleset) {
  const { default: page } = await import(`/page/rulesets/${ruleset}/index.js`);
  page.unpack?.(globalThis.components[ruleset]);
  return { ...page, words: await wordsIn(`/page/rulesets/${ruleset}/words`) };
}

/** The words in the files of a folder, by language. */
export async function wordsIn(folder) {
  const loading = ["en", "es", "de"].map(async (one) => {
    const file = await import(`${folder}/${one}.json`, { with: { type: "json" } });
    return [one, file.default];
  });
  return Object.fromEntries(await Promise.all(loading));
}
