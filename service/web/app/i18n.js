/** The words of the page, in the language of who reads them. */
import { Changing } from "/page/app/events.js";
import { store } from "/page/app/store.js";
import { serviceNow } from "/page/app/time.js";

/** @typedef {import("/page/app/ruleset.js").Language} Language */
/** @typedef {import("/page/app/ruleset.js").Translate} Translate */
/** @typedef {import("/page/app/ruleset.js").Words} Words */

/** What the languages are called by those who speak them. @type {Record<Language, string>} */
export const LANGUAGES = { en: "English", es: "Español", de: "Deutsch" };

/** What else is to be there when a language is spoken. @type {((language: Language) => Promise<void>)[]} */
const loaders = [];

class Speech extends Changing {
  /** @type {Language} */
  language = "en";
  /** @type {Record<string, string>} */
  words = {};

  /** Load the words of the language that is wished for, and use them. */
  async speak() {
    const { language: wished } = store.settings;
    const language = wished && Object.hasOwn(LANGUAGES, wished) ? wished : ofBrowser();
    if (language === this.language && Object.keys(this.words).length) return;
    const [{ words }] = await Promise.all([
      import(`/page/app/words/${language}.js`),
      ...loaders.map((load) => load(language)),
    ]);
    this.language = language;
    this.words = words;
    document.documentElement.lang = language;
    this.changed();
  }
}

export const speech = new Speech();

/**
 * Text in the language of the page: see `Translate`.
 * @type {Translate}
 */
export const t = (key, values) => told(speech.words, key, values) ?? key;

/**
 * Words that come from elsewhere, in the language of the page, and in each that is spoken later.
 * @param {(language: Language) => Promise<Record<string, string>>} ask
 * @returns {Promise<Words>}
 */
export async function wordsFrom(ask) {
  /** @type {Words} */
  const words = {};
  const load = async (/** @type {Language} */ language) => {
    words[language] ??= await ask(language);
  };
  loaders.push(load);
  // The language may change meanwhile.
  while (!words[speech.language]) await load(speech.language);
  return words;
}

/**
 * The same with words that come first: those of a ruleset.
 * @param {Words} words
 * @returns {Translate}
 */
export const withWords = (words) => (key, values) =>
  told(words[speech.language] ?? {}, key, values) ?? t(key, values);

/**
 * Text in these words, or null if they have none.
 * @param {Record<string, string>} words
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
function told(words, key, values = {}) {
  const text = words[key] ?? words[`${key}.${formOf(values.count)}`] ?? words[`${key}.other`];
  if (text === undefined) return null;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** The plural form for a number: `one` or `other`. @param {string | number | undefined} count */
const formOf = (count) => new Intl.PluralRules(speech.language).select(Number(count ?? 0));

/** The language of the browser, as far as we speak it. @returns {Language} */
function ofBrowser() {
  for (const wanted of navigator.languages) {
    const [language] = wanted.split("-");
    if (Object.hasOwn(LANGUAGES, language)) return /** @type {Language} */ (language);
  }
  return "en";
}

/** A list in a sentence: "Anna, Bert and Clara". @param {readonly string[]} names */
export const listed = (names) => new Intl.ListFormat(speech.language).format(names);

/**
 * A span of time: "2 minutes".
 * @param {number} count
 * @param {"second" | "minute" | "day"} unit
 */
export const lasting = (count, unit) => new Intl.NumberFormat(
  speech.language, { style: "unit", unit, unitDisplay: "long" }).format(count);

/** How long ago: "5 minutes ago". @param {string} at */
export function ago(at) {
  const seconds = (Date.parse(at) - serviceNow()) / 1000;
  const told = new Intl.RelativeTimeFormat(speech.language, { numeric: "auto" });
  const units = /** @type {const} */ ([["day", 86400], ["hour", 3600], ["minute", 60]]);
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return told.format(Math.round(seconds / length), unit);
  }
  return t("time.now");
}

/** The language of the page as it is written where the reader lives: 17:05 or 5:05 PM. */
const locale = () =>
  navigator.languages.find((one) => one.split("-")[0] === speech.language) ?? speech.language;

/** The time of day, or the day if it is long ago. @param {string} at */
export function clockTime(at) {
  const date = new Date(at);
  const today = serviceNow() - date.getTime() < 86_400_000;
  const form = today ? /** @type {const} */ ({ timeStyle: "short" }) : { dateStyle: "medium" };
  return new Intl.DateTimeFormat(locale(), /** @type {any} */ (form)).format(date);
}
