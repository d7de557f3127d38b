/** The words of the page, in the reader's language. */
import { Changing } from "/page/app/events.js";
import { listedIn } from "/page/app/kit/phrases.js";
import { store } from "/page/app/store.js";
import { serviceNow } from "/page/app/time.js";

/** @typedef {import("/page/app/ruleset.js").Language} Language */
/** @typedef {import("/page/app/ruleset.js").Translate} Translate */
/** @typedef {import("/page/app/ruleset.js").Words} Words */

/** The name of each language in that language. @type {Record<Language, string>} */
export const LANGUAGES = { en: "English", es: "Español", de: "Deutsch" };

/** What else to load for a language. @type {((language: Language) => Promise<void>)[]} */
const loaders = [];

class Speech extends Changing {
  /** @type {Language} */
  language = "en";
  /** @type {Record<string, string>} */
  words = {};

  /** Loads and uses the words of the chosen language. */
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
 * Returns text in the language of the page: see `Translate`.
 * @type {Translate}
 */
export const t = (key, values) => textIn(speech.words, key, values) ?? key;

/**
 * Returns the words in a file of the service.
 * @param {string} address
 * @returns {Promise<Record<string, string>>}
 */
export async function wordsAt(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

/**
 * Loads further words in the language of the page, and again whenever that changes.
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
 * Returns a translator that looks in these words first: those of a ruleset.
 * @param {Words} words
 * @returns {Translate}
 */
export const withWords = (words) => (key, values) =>
  textIn(words[speech.language] ?? {}, key, values) ?? t(key, values);

/**
 * Returns text in these words, or null if they have none.
 * @param {Record<string, string>} words
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
function textIn(words, key, values = {}) {
  const text = words[key] ?? words[`${key}.${formOf(values.count)}`] ?? words[`${key}.other`];
  if (text === undefined) return null;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** The plural rules of each language (ADR 34). @type {Map<string, Intl.PluralRules>} */
const plurals = new Map();

/**
 * Returns the plural form for a number: `one` or `other`.
 * @param {string | number | undefined} count
 */
function formOf(count) {
  const { language } = speech;
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules.select(Number(count ?? 0));
}

/** Returns the language of the browser, if the page supports it. @returns {Language} */
function ofBrowser() {
  for (const wanted of navigator.languages) {
    const [language] = wanted.split("-");
    if (Object.hasOwn(LANGUAGES, language)) return /** @type {Language} */ (language);
  }
  return "en";
}

/** Returns a list in a sentence: "Anna, Bert and Clara". @param {readonly string[]} names */
export const listed = (names) => listedIn(speech.language, names);

/**
 * Returns a period of time: "2 minutes".
 * @param {number} count
 * @param {"second" | "minute" | "hour" | "day"} unit
 */
export const lasting = (count, unit) => new Intl.NumberFormat(
  speech.language, { style: "unit", unit, unitDisplay: "long" }).format(count);

/** Returns how long ago a time was: "5 minutes ago". @param {string} at */
export function ago(at) {
  const seconds = (Date.parse(at) - serviceNow()) / 1000;
  const format = new Intl.RelativeTimeFormat(speech.language, { numeric: "auto" });
  const units = /** @type {const} */ ([["day", 86400], ["hour", 3600], ["minute", 60]]);
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return format.format(Math.round(seconds / length), unit);
  }
  return t("time.now");
}

/** Returns the language of the page as written where the reader lives: 17:05 or 5:05 PM. */
const locale = () => {
  const found = navigator.languages.find((one) => one.split("-")[0] === speech.language) ?? speech.language;
  // English of no country would be American.
  return found === "en" ? "en-GB" : found;
};

/** Formats of times (ADR 34). @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** A day whose month is a word, because 3/4 is another day in other countries. */
const DAY = { day: "numeric", month: "short", year: "numeric" };
const TIME = { hour: "numeric", minute: "2-digit" };

/** @param {string} at @param {Record<string, string>} form  with the same members each time */
function formatted(at, form) {
  const language = locale();
  const key = `${language} ${Object.keys(form)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(language, /** @type {any} */ (form));
  formats.set(key, format);
  return format.format(new Date(at));
}

/** Returns the time of day, or the date if it is long ago. @param {string} at */
export const clockTime = (at) => formatted(at, serviceNow() - Date.parse(at) < 86_400_000 ? TIME : DAY);

/** Returns a time with its day. @param {string} at */
export const dayTime = (at) => formatted(at, { ...DAY, ...TIME });
