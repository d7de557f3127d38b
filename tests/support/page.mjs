/**
 * Runs the modules of the page in node, for tests in Python: see javascript.py.
 *
 *     node page.mjs RULESETS MODULE FUNCTION < ARGUMENTS
 *
 * RULESETS is JSON, folders by the ids of their rulesets; MODULE is an address of the page
 * (`/page/…`) or a file. The answer is written to standard output, and nothing else is.
 */
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { resolve as absolute } from "node:path";
import { pathToFileURL } from "node:url";

const [rulesets, address, name] = process.argv.slice(2);
const folders = JSON.parse(rulesets);
const web = absolute(import.meta.dirname, "../../service/web");

// lit-html asks for a document when it is loaded; nothing is rendered here.
globalThis.document ??= { createTreeWalker: () => ({}), createComment: () => ({}) };
console.log = console.error;

/** The file behind an address of the page. */
function fileOf(specifier) {
  const [first, ...rest] = specifier.split("/").slice(2);
  if (first !== "rulesets") return [web, first, ...rest].join("/");
  const [id, ...inside] = rest;
  return [folders[id], ...inside].join("/");
}

registerHooks({
  resolve(specifier, context, next) {
    if (!specifier.startsWith("/page/")) return next(specifier, context);
    return { url: pathToFileURL(fileOf(specifier)).href, shortCircuit: true };
  },
  load(url, context, next) {
    // The folders of the page have no package.json that says so.
    const format = url.endsWith(".js") && url.startsWith("file:") ? "module" : context.format;
    return next(url, { ...context, format });
  },
});

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const given = JSON.parse(Buffer.concat(chunks).toString("utf8"));
const module = await import(existsSync(address) ? pathToFileURL(address).href : address);
const found = name === "default" ? module.default : module[name];
const answer = typeof found === "function" ? await found(...given) : found;
process.stdout.write(JSON.stringify(answer ?? null));
