/**
 * Runs the modules of the page in node, for tests in Python: see javascript.py.
 *
 *     node page.mjs RULESETS
 *
 * RULESETS is JSON: `folders` and `components` by ruleset id. Modules find the components in
 * `globalThis.components`. Each line of standard input is a call,
 * `[module, name, arguments]`, where the module is an address of the page (`/page/…`) or a file.
 * Each line of standard output answers one: `{"answer": …}` or `{"thrown": "…"}`. Each call has its
 * own thread, so every module and every global is as in a freshly loaded page.
 */
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { dirname, resolve as absolute } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const SECONDS_MAX = 300;

if (isMainThread) {
  const rulesets = JSON.parse(process.argv[2]);
  for await (const line of createInterface({ input: process.stdin })) {
    process.stdout.write(`${await answer({ rulesets, call: line })}\n`);
  }
} else {
  await call(workerData);
}

/** Makes the call in a thread, and resolves to the line that answers it. */
function answer(data) {
  const worker = new Worker(import.meta.filename, { workerData: data, stdout: true });
  return new Promise((resolve) => {
    const thrown = (error) => resolve(JSON.stringify({ thrown: String(error?.stack ?? error) }));
    const late = setTimeout(() => thrown(`no answer within ${SECONDS_MAX} seconds`), SECONDS_MAX * 1000);
    worker.on("message", resolve);
    worker.on("error", thrown);
    worker.on("exit", () => {
      clearTimeout(late);
      thrown("the call ended without an answer");
    });
  }).finally(() => worker.terminate());
}

async function call({ rulesets, call }) {
  // lit-html needs a document when it loads; nothing is rendered here.
  globalThis.document ??= { createTreeWalker: () => ({}), createComment: () => ({}) };
  globalThis.components = rulesets.components;
  findPage(rulesets.folders);
  const [address, name, given] = JSON.parse(call);
  const module = await import(existsSync(address) ? pathToFileURL(address).href : address);
  const found = name === "default" ? module.default : module[name];
  const answer = typeof found === "function" ? await found(...given) : found;
  parentPort.postMessage(JSON.stringify({ answer: answer ?? null }));
}

/** Resolves addresses of the page as the service does. */
function findPage(folders) {
  const web = absolute(import.meta.dirname, "../../../service/web");
  const domain = absolute(import.meta.dirname, "../../../domain");
  const fileOf = (specifier) => {
    const [first, ...rest] = specifier.split("/").slice(2);
    if (first === "table") return [domain, first, ...rest].join("/");
    if (first !== "rulesets") return [web, first, ...rest].join("/");
    const [id, ...inside] = rest;
    // The words of a ruleset are next to its page.
    const folder = inside[0] === "words" ? dirname(folders[id]) : folders[id];
    return [folder, ...inside].join("/");
  };
  registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.startsWith("/page/")) return next(specifier, context);
      return { url: pathToFileURL(fileOf(specifier)).href, shortCircuit: true };
    },
    load(url, context, next) {
      // The folders of the page have no package.json that declares the type.
      const ours = url.startsWith("file:") && !url.includes("/node_modules/");
      const format = ours && url.endsWith(".js") ? "module" : context.format;
      return next(url, { ...context, format });
    },
  });
}
