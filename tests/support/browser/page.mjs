/**
 * Runs the modules of the page in node, for tests in Python: see javascript.py.
 *
 *     node page.mjs RULESETS
 *
 * RULESETS is JSON: `folders` and `components` by ruleset id. Modules find the components in
 * `globalThis.components`. Each line of standard input is a call,
 * `[module, name, arguments, each]`, where the module is an address of the page (`/page/…`) or a file.
 * With `each`, it is one call for each of a list of arguments, and the answer lists theirs.
 * Each line of standard output answers one: `{"answer": …}` or `{"thrown": "…"}`.
 *
 * In each call, every module and every global is as in a freshly loaded page. A thread makes one call
 * after another, because to start one takes ten times as long as most calls: for each call, it loads
 * the modules again, under other addresses, and then restores the globals. If a call leaves a timer
 * or a request behind, the next one gets a new thread.
 */
import { existsSync } from "node:fs";
import { registerHooks } from "node:module";
import { dirname, resolve as absolute } from "node:path";
import { createInterface } from "node:readline";
import { setImmediate as turn } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const SECONDS_MAX = 300;
/** A thread never forgets a module, so it ends after this many calls. */
const CALLS_MAX = 100;

let calls = 0;

if (isMainThread) {
  const rulesets = JSON.parse(process.argv[2]);
  let thread = null;
  for await (const line of createInterface({ input: process.stdin })) {
    thread ??= begun(rulesets);
    const { reply, reusable } = await answer(thread, line);
    process.stdout.write(`${reply}\n`);
    if (!reusable) {
      await thread.terminate();
      thread = null;
    }
  }
  await thread?.terminate();
} else {
  findPage(workerData.folders);
  freeze(workerData.components); // all calls share them
  const globals = Object.getOwnPropertyDescriptors(globalThis);
  parentPort.on("message", async (line) => {
    calls += 1;
    parentPort.unref(); // a call that waits for nothing ends the thread
    const before = busy();
    const reply = JSON.stringify(await made(line));
    await turn(); // a promise that nobody has caught fails this call, and not the next one
    const reusable = restored(globals) && busy() === before && calls < CALLS_MAX;
    parentPort.ref();
    parentPort.postMessage({ reply, reusable });
  });
}

/** A new thread, whose output nobody reads. */
function begun(rulesets) {
  const thread = new Worker(import.meta.filename, { workerData: rulesets, stdout: true });
  thread.stdout.resume();
  thread.on("error", () => {}); // a timer that a call has left behind may throw until the thread ends
  return thread;
}

/** Makes the call in a thread; resolves to the line that answers it, and whether the thread can make another. */
function answer(thread, line) {
  return new Promise((resolve) => {
    const thrown = (error) => done({ reply: JSON.stringify(failure(error)), reusable: false });
    const late = setTimeout(() => thrown(`no answer within ${SECONDS_MAX} seconds`), SECONDS_MAX * 1000);
    const ended = () => thrown("the call ended without an answer");
    const done = (answered) => {
      clearTimeout(late);
      thread.off("message", done).off("error", thrown).off("exit", ended);
      resolve(answered);
    };
    thread.on("message", done).on("error", thrown).on("exit", ended);
    thread.postMessage(line);
  });
}

function failure(error) {
  return { thrown: String(error?.stack ?? error) };
}

/** The answer to a call, or what it threw. */
async function made(line) {
  // lit-html needs a document when it loads; nothing is rendered here.
  globalThis.document ??= { createTreeWalker: () => ({}), createComment: () => ({}) };
  globalThis.components = workerData.components;
  const [address, name, given, each] = JSON.parse(line);
  try {
    const module = await import(existsSync(address) ? pathToFileURL(address).href : address);
    const found = name === "default" ? module.default : module[name];
    if (typeof found !== "function") return { answer: found ?? null };
    if (!each) return { answer: (await found(...given)) ?? null };
    const answers = [];
    for (const one of given) answers.push((await found(...one)) ?? null);
    return { answer: answers };
  } catch (error) {
    return failure(error);
  }
}

function freeze(value) {
  if (value === null || typeof value !== "object") return;
  Object.freeze(value);
  Object.values(value).forEach(freeze);
}

/** What this thread waits for: timers, requests and the like. */
function busy() {
  return process.getActiveResourcesInfo().sort().join();
}

/** Gives all globals the value that they had before the call; returns whether it could. */
function restored(globals) {
  // Those that have a symbol as their name are node's own.
  const names = Object.getOwnPropertyNames(globalThis).concat(Object.keys(globals));
  return names.every((name) => {
    const before = globals[name];
    const now = Object.getOwnPropertyDescriptor(globalThis, name);
    if (!before) return Reflect.deleteProperty(globalThis, name);
    if (now && Object.is(now.value, before.value) && now.get === before.get) return true;
    return Reflect.defineProperty(globalThis, name, before);
  });
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
      const found = specifier.startsWith("/page/")
        ? { url: pathToFileURL(fileOf(specifier)).href, shortCircuit: true }
        : next(specifier, context);
      return isOurs(found.url) ? { ...found, url: `${found.url}?call=${calls}` } : found;
    },
    load(url, context, next) {
      // The folders of the page have no package.json that declares the type.
      const format = isOurs(url) && new URL(url).pathname.endsWith(".js") ? "module" : context.format;
      return next(url, { ...context, format });
    },
  });
}

/** Whether this is the address of a module of the page or of its tests. */
function isOurs(url) {
  return url.startsWith("file:") && !url.includes("/node_modules/");
}
