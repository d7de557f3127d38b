/** How to play: the way to a game's rules, from anywhere. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { go } from "/page/app/router.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */

/**
 * Returns the address of the rules, or of one of them.
 * @param {string} ruleset
 * @param {string} [rule]
 */
export const rulesAt = (ruleset, rule = "") => `#/rules/${ruleset}${rule ? `/${rule}` : ""}`;

/**
 * Shows the rules in a dialog, so that nothing on the screen is lost.
 * @param {string} ruleset
 * @param {{rule?: string, table?: Table}} [of]  the current game
 */
export async function help(ruleset, { rule = "", table } = {}) {
  if (document.querySelector("dialog[open]")) return;
  try {
    const { rulesDialog } = await import("/page/app/parts/rules.js");
    await rulesDialog(ruleset, rule, table);
  } catch {
    // It failed to load: the screen at this address reports that.
    go(rulesAt(ruleset, rule));
  }
}

/**
 * Returns a link to the rules, which can also open in a new tab.
 * @param {string} ruleset
 * @param {string} words
 * @param {{rule?: string, look: string, label?: string, table?: Table}} of
 */
export function helpLink(ruleset, words, { rule, look, label, table }) {
  const press = (/** @type {MouseEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    help(ruleset, { rule, table });
  };
  return html`<a class=${look} href=${rulesAt(ruleset, rule)} aria-label=${label ?? nothing}
    title=${label ?? nothing} @click=${press}>${words}</a>`;
}
