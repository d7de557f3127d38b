/** How to play: the way to the rules of a game, from wherever one is. */
import { html, nothing } from "/page/vendor/lit-html/lit-html.js";
import { go } from "/page/app/router.js";

/** @typedef {import("/page/app/game/table.js").Table} Table */

/** Where the rules are, or one of them. @param {string} ruleset @param {string} [rule] */
export const rulesAt = (ruleset, rule = "") => `#/rules/${ruleset}${rule ? `/${rule}` : ""}`;

/**
 * Show them over what one does: nothing of it is lost.
 * @param {string} ruleset
 * @param {{rule?: string, table?: Table}} [of]  where it is played
 */
export async function help(ruleset, { rule = "", table } = {}) {
  if (document.querySelector("dialog[open]")) return;
  try {
    const { rulesDialog } = await import("/page/app/parts/rules.js");
    await rulesDialog(ruleset, rule, table);
  } catch {
    // It did not come: the screen at this address says so.
    go(rulesAt(ruleset, rule));
  }
}

/**
 * A link to them; in a tab of its own for who asks for that.
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
