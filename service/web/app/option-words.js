/** The names of a game's options and values, in the words of its ruleset. */

/** @typedef {import("/page/app/ruleset.js").Option} Option */
/** @typedef {import("/page/app/ruleset.js").Translate} Translate */

/**
 * Returns the text for a key, or the default if there is none.
 * @param {Translate} t
 * @param {string} key
 * @param {string} otherwise
 */
export function word(t, key, otherwise) {
  const text = t(key);
  return text === key ? otherwise : text;
}

/** Returns a name of the service as words. @param {string} name */
export const worded = (name) => name.replaceAll("_", " ");

/** @param {string} name @param {Translate} t */
export const labelOf = (name, t) => word(t, `option.${name}`, worded(name));

/**
 * Returns a value in words; a seat number is named like its side.
 * @param {Option} option
 * @param {any} value
 * @param {Translate} t
 */
export const valueOf = ({ name, seat }, value, t) => (seat && typeof value === "number"
  ? t("create.seat", { seat: value + 1 })
  : word(t, `option.${name}.${value}`, word(t, `side.${value}`, worded(String(value ?? "–")))));

/**
 * Returns the options with these names: those that the page of the ruleset knows, in its order, and
 * then the others, folded away. If it knows none, nothing is folded away.
 * @param {readonly Option[]} known
 * @param {readonly string[]} names
 * @returns {Option[]}
 */
export function allOptions(known, names) {
  const others = names.filter((name) => !known.some((one) => one.name === name))
    .map((name) => ({ name, advanced: known.length > 0 }));
  return [...known.filter(({ name }) => names.includes(name)), ...others];
}

/**
 * Returns whether the option has an effect with this number of players.
 * @param {Option} option
 * @param {number} players
 */
export const applies = (option, players) => option.players?.includes(players) ?? true;

/**
 * Returns an option's value in effect in a game, or undefined if it has no effect there.
 * @param {Option} option
 * @param {Record<string, any>} options  all those of the game
 * @param {number} players
 */
export function inEffect(option, options, players) {
  if (!(option.name in options) || !applies(option, players)) return undefined;
  return option.effective ? option.effective(options) : options[option.name];
}
