/** Accounts as people hand them on: an id, or the address of a profile. */

const ACCOUNT = /(?:^|\/)([a-z2-7]{26})\s*$/;

/** Returns the account that a text names, or "". @param {string} text */
export const accountIn = (text) => ACCOUNT.exec(text)?.[1] ?? "";
