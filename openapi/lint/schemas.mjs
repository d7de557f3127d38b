/**
 * Compiles every schema with ajv in its strict mode, and validates the examples against them.
 *
 * The tests do the same with jsonschema-rs. A schema that both read alike leaves nothing to guess.
 * Strict mode finds what validators ignore: unknown keywords and formats, tuples without a length,
 * keywords that do not fit the type.
 */

import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { ANNOTATIONS, COMPILATION } from "./ajv.mjs";

/** A form of bodies, which no JSON has. */
const BINARY = "binary";

/** @param {string} file */
const read = (file) => JSON.parse(readFileSync(file, "utf-8"));

/** @param {any} part */
const absolute = (part) => JSON.parse(JSON.stringify(part).replaceAll("#/components/schemas/", "document#/$defs/"));

const [document, ...alone] = process.argv.slice(2);
const ajv = new Ajv({
  ...COMPILATION,
  strict: true,
  strictTypes: true,
  strictTuple: true,
  allowUnionTypes: false,
  allErrors: false,
  validateFormats: true,
});
formats.default(ajv);
ajv.addFormat(BINARY, true);
["discriminator", ...ANNOTATIONS].forEach((keyword) => ajv.addKeyword(keyword));

for (const file of alone) {
  ajv.compile(read(file));
}
const whole = absolute(read(document));
const { schemas } = whole.components;
// One schema that refers to all others, because ajv would compile what they share again for each of them.
const every = Object.keys(schemas).map((name) => ({ $ref: `document#/$defs/${name}` }));
ajv.compile({ $id: "document", $defs: schemas, anyOf: every });
let examples = 0;
let defaults = 0;

/**
 * @param {any} schema
 * @param {string} name
 * @param {any} value
 */
function mustFit(schema, name, value) {
  const validate = ajv.compile(schema);
  if (!validate(value)) {
    throw new Error(`the ${name} does not fit its schema: ${ajv.errorsText(validate.errors)}`);
  }
}

/** @param {any} node */
function visit(node) {
  if (Array.isArray(node)) {
    node.forEach(visit);
  } else if (node !== null && typeof node === "object") {
    if (node.schema && node.examples) {
      for (const [name, { value }] of Object.entries(node.examples)) {
        examples += 1;
        mustFit(node.schema, `example ${name}`, value);
      }
      visit(node.schema);
    } else {
      if ("default" in node) {
        defaults += 1;
        mustFit(node, `default ${JSON.stringify(node.default)}`, node.default);
      }
      Object.values(node).forEach(visit);
    }
  }
}

visit([whole.paths, whole.webhooks, whole.components]);
console.log(`${Object.keys(schemas).length} schemas, ${examples} examples and ${defaults} defaults are valid.`);
