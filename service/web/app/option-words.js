/** What the options of a game are called, in the words of its ruleset. */

/** @typedef {import("/page/app/ruleset.js").Option} Option */
/** @typedef {import("/page/app/ruleset.js").Translate} Translate */

/** The text for a key, or something else where there is none. @param {Translate} t @param {string} key @param {string} otherwise */
export function word(t, key, otherwise) {
  const told = t(key);
  return told === key ? otherwise : told;
}

/** @param {string} name @param {Translate} t */
export const labelOf = (name, t) => word(t, `option.${name}`, name.replaceAll("_", " "));

/**
 * A value in words; where it is a side, as sides are called.
 * @param {Option} option
 * @param {any} value
 * @param {Translate} t
 */
export const valueOf = ({ name, seat }, value, t) => (seat && typeof value === "number"
  ? t("create.seat", { seat: value + 1 })
  : word(t, `option.${name}.${value}`, word(t, `side.${value}`, String(value ?? "–"))));

/** Whether it means something with so many players. @param {Option} option @param {number} players */
export const applies = (option, players) => option.players?.includes(players) ?? true;
