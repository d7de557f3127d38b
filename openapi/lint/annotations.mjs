/** Keywords of our own, which are not of JSON Schema: for forms, and for what is out of date. */
export const ANNOTATIONS = ["x-allowed", "x-scenario", "x-sides", "x-sides-of-seats", "x-superseded"];
