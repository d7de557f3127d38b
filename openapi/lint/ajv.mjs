/** What both checks pass to ajv. */

/** Keywords of our own, which are not of JSON Schema: for forms, and for what is out of date. */
export const ANNOTATIONS = ["x-allowed", "x-scenario", "x-sides", "x-sides-of-seats", "x-superseded"];

/** Most validators run a few times or never, so ajv neither optimizes them nor copies short schemas into others. */
export const COMPILATION = { inlineRefs: false, code: { optimize: false } };
