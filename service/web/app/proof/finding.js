/** What the checks have in common: findings that are no faults, and records that break off. */

/** @typedef {import("/page/app/proof/verify.js").Material} Material */

export const OPEN = Symbol("nothing proves it");

/** A finding that is no fault: nothing proves this. @param {string} reason */
export const open = (reason) => ({ [OPEN]: true, reason });

/** @param {any} record @returns {any[]} */
export const entriesOf = (record) => (Array.isArray(record.entries) ? record.entries : []);

/**
 * Whether the record goes on after the entries that hold: how it ends is not known then.
 * @param {Material} material
 */
export const isCut = ({ record, steps }) => steps.length < entriesOf(record).length;
