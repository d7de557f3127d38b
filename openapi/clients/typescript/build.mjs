/**
 * Adds to a folder `dist` what the package shares with the page of the service: the proof of a game,
 * and the chance of each ruleset. `make clients` runs it after it has compiled `src/`.
 *
 *     node build.mjs DIST
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const dist = resolve(process.argv[2]);
const proof = join(dist, "proof");
const rulesets = join(root, "domain/rulesets");

/** Addresses of modules, as the page has them, that are copied, with all that they import. */
const copied = new Set();

/** Returns where the source of a module is. @param {string} address */
function sourceOf(address) {
  const [, , first, ...rest] = address.split("/");
  if (first !== "rulesets") return join(root, "service/web", first, ...rest);
  const [folder, ...inside] = rest;
  return join(rulesets, folder, "page", ...inside);
}

/** Copies a module and its imports. @param {string} address */
function copy(address) {
  if (copied.has(address)) return;
  copied.add(address);
  const target = join(proof, address.replace("/page/", ""));
  const text = readFileSync(sourceOf(address), "utf8").replace(/\/\*\*.*?\*\//gs, "");
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text.replace(/(from\s+|import\s+|import\()"([^"]+)"/g, (_, before, found) => {
    const imported = found.startsWith("/page/") ? found : join(dirname(address), found);
    copy(imported);
    const path = relative(dirname(target), join(proof, imported.replace("/page/", "")));
    return `${before}"${path.startsWith(".") ? path : `./${path}`}"`;
  }));
}

copy("/page/app/proof/verify.js");
copy("/page/app/proof/material.js");
copy("/page/app/proof/finding.js");
const lines = [
  'export { isUnproved } from "./app/proof/finding.js";',
  'export { verify } from "./app/proof/verify.js";',
  'export { materialOf } from "./app/proof/material.js";',
];
const entries = [];
for (const { name } of readdirSync(rulesets, { withFileTypes: true }).filter((one) => one.isDirectory())) {
  let index;
  try {
    index = readFileSync(join(rulesets, name, "page/index.js"), "utf8");
  } catch {
    continue; // a ruleset without a page: its dice stay open
  }
  const [, box] = /import \{ unpack \} from "\.\/(\w+)\.js"/.exec(index);
  copy(`/page/rulesets/${name}/chance.js`);
  copy(`/page/rulesets/${name}/${box}.js`);
  lines.push(`import * as ${name} from "./rulesets/${name}/chance.js";`);
  lines.push(`import { unpack as unpack_${name} } from "./rulesets/${name}/${box}.js";`);
  entries.push(`  "${name.replaceAll("_", "-")}": { unpack: unpack_${name}, chance: ${name} },`);
}
writeFileSync(join(proof, "entry.js"), `${lines.join("\n")}\nexport const rulesets = {\n${entries.join("\n")}\n};\n`);
copyFileSync(join(root, "LICENSE"), join(dist, "../LICENSE"));
