/** Strata in words: the games that can be compared, such as "4 players · Partners: opposite". */
import { withWords } from "/page/app/i18n.js";
import { labelOf, valueOf } from "/page/app/option-words.js";
import { t } from "/page/app/profile/words.js";

/** The option of every game that says how many play. */
const PLAYERS = "players";

/**
 * Returns a stratum in words: the number of players, and other options with their values.
 * @param {string} stratum  such as `players=4,seating=adjacent`
 * @param {import("/page/app/ruleset.js").LoadedPage | undefined} page  of its ruleset
 */
export function stratumText(stratum, page) {
  const words = withWords(page?.words ?? {});
  const parts = stratum.split(",").map((part) => part.split("="));
  return parts.map(([name, value = name]) => (name === PLAYERS
    ? t("profile.players", { count: Number(value) })
    : `${labelOf(name, words)}: ${valueOf({ name }, value, words)}`)).join(" · ");
}
