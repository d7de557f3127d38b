/**
 * The rulesets: what the service knows of them, and their page modules. The shell names none of
 * them; for a ruleset without a page module, the service serves the generic one.
 */
import { api } from "/page/app/api.js";
import { speech, wordsAt, wordsFrom } from "/page/app/i18n.js";

/** @typedef {import("/page/app/ruleset.js").Language} Language */
/** @typedef {import("/page/app/ruleset.js").Translate} Translate */
/** @typedef {import("/page/app/ruleset.js").LoadedPage} LoadedPage */
/** @typedef {import("/page/app/ruleset.js").RulesetPage} RulesetPage */
/** @typedef {import("/page/api").components["schemas"]} Schemas */
/** @typedef {Schemas["Ruleset"]} Ruleset */

/** @type {Map<string, Promise<Schemas["RulesetList"]>>} */
const lists = new Map();
/** @type {Map<string, Promise<any>>} */
const details = new Map();
/** @type {Map<string, Promise<LoadedPage>>} */
const pages = new Map();

/**
 * Returns all rulesets in the language of the page, in the order of the service.
 * @returns {Promise<Ruleset[]>}
 */
export const rulesets = async () => (await offer()).rulesets;

/** Returns how many witnesses the service knows. @returns {Promise<number>} */
export const witnesses = async () => (await offer()).witnesses;

/** @returns {Promise<Schemas["RulesetList"]>} */
const offer = () => once(lists, speech.language, () => api.get("/v1/rulesets"));

/**
 * Returns one ruleset with its rules in the language of the page, and its schemas.
 * @param {string} id
 * @returns {Promise<any>}
 */
export const rulesetDetails = (id) =>
  once(details, `${id} ${speech.language}`, () => api.get(`/v1/rulesets/${id}`));

/**
 * Returns a ruleset's page, after loading its words and styles, and handing over its components.
 * @param {string} id
 * @returns {Promise<LoadedPage>}
 */
export const rulesetPage = (id) => once(pages, id, () => loaded(id));

/** @param {string} id @returns {Promise<LoadedPage>} */
async function loaded(id) {
  const folder = `/page/rulesets/${id}`;
  const page = /** @type {RulesetPage} */ ((await import(`${folder}/index.js`)).default);
  const { unpack } = page;
  const [words] = await Promise.all([
    wordsFrom((language) => wordsAt(`${folder}/words/${language}.json`)),
    unpack && rulesetDetails(id).then(({ components }) => unpack(components)),
    ...page.styles.map((style) => styled(`${folder}/${style}`)),
  ]);
  return { ...page, words };
}

/** Loads a style sheet. @param {string} address @returns {Promise<void>} */
export function styled(address) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  const done = new Promise((resolve) => (link.onload = link.onerror = () => resolve(undefined)));
  document.head.append(link);
  return /** @type {Promise<void>} */ (done);
}

/**
 * Asks once, or again if it failed.
 * @template T
 * @param {Map<string, Promise<T>>} known
 * @param {string} key
 * @param {() => Promise<T>} ask
 */
function once(known, key, ask) {
  let asked = known.get(key);
  if (!asked) {
    asked = ask();
    known.set(key, asked);
    asked.catch(() => known.delete(key));
  }
  return asked;
}

/** Returns the id in the name of a ruleset with its edition. @param {string} pinned */
export const idOf = (pinned) => pinned.split("@")[0];
