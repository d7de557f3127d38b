/**
 * Compiles every schema of an AsyncAPI document with ajv in its strict mode, and validates the examples.
 *
 * The linters ignore keywords that the dialect of AsyncAPI, draft 7 of JSON Schema, does not have.
 */

import { readFileSync } from "node:fs";
import Ajv from "ajv";
import formats from "ajv-formats";
import { ANNOTATIONS, COMPILATION } from "./ajv.mjs";

const OWN = "#/components/schemas/";
const NAMED = "document#/definitions/";

const [file] = process.argv.slice(2);
const document = JSON.parse(readFileSync(file, "utf-8").replaceAll(OWN, NAMED));
const { schemas } = document.components;
const ajv = new Ajv({ ...COMPILATION, strict: true, strictTypes: true, strictTuple: true, allErrors: false });
formats.default(ajv);
ANNOTATIONS.forEach((keyword) => ajv.addKeyword(keyword));
const every = Object.keys(schemas).map((name) => ({ $ref: NAMED + name }));
ajv.compile({ $id: "document", definitions: schemas, anyOf: every });

const messages = Object.values(document.channels).flatMap((channel) => Object.values(channel.messages));
for (const { name, headers = {}, payload, examples = [] } of messages) {
  ajv.compile(headers);
  const validate = ajv.compile(payload);
  for (const example of examples) {
    if (!validate(example.payload)) {
      throw new Error(`the example of ${name} does not fit: ${ajv.errorsText(validate.errors)}`);
    }
  }
}
console.log(`${Object.keys(schemas).length} schemas and ${messages.length} messages are valid.`);
