/** Shared by the checks: findings that are not faults, and incomplete records. */

/** @typedef {import("/page/app/proof/verify.js").Material} Material */

export const OPEN = Symbol("nothing proves it");

/** Returns a finding that is not a fault: nothing proves this. @param {string} reason */
export const open = (reason) => ({ [OPEN]: true, reason });

/** Reasons why there is nothing to prove, so that nothing is missing either. */
const NEEDLESS = new Set(["nothing_hidden", "no_receipts", "no_inclusion"]);

/**
 * Returns whether nothing proves what a line is about, although there is something to prove.
 * @param {{ state: string, finding: { reason: string } | null }} line
 */
export const isUnproved = ({ state, finding }) => state === "open" && !NEEDLESS.has(finding?.reason ?? "");

/** @param {any} record @returns {any[]} */
export const entriesOf = (record) => (Array.isArray(record.entries) ? record.entries : []);

/**
 * Returns whether the record has more entries than the valid ones, so that its end is unknown.
 * @param {Material} material
 */
export const isCut = ({ record, steps }) => steps.length < entriesOf(record).length;
