/** Pages of rulesets for tests, and their words: a missing word or value is an error. */

/**
 * The words of a page in one language; a missing word or value throws. Words that the page uses are
 * added to `used`. The shell has the code of the language.
 */
export function speaking(page, language, used = new Set()) {
  const words = { language, ...page.words[language] };
  const plurals = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const one = "count" in values ? `${key}.${plurals.select(Number(values.count))}` : key;
    const found = key in words ? key : one;
    if (!(found in words)) throw new Error(`no word ${found} in ${language}`);
    used.add(found);
    const text = words[found].replace(/\{(\w+)\}/g, (_, name) => {
      const value = values[name];
      if (value === undefined || Number.isNaN(value)) throw new Error(`no ${name} for ${found}`);
      return value;
    });
    return text;
  };
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
