/**
 * Uses the client for TypeScript on services that misbehave, for tests in Python:
 *
 *     node misbehaving.mjs PACKAGE
 *
 * Prints JSON: for each case what came of it, and the headers of the requests.
 */
import { pathToFileURL } from "node:url";

const { Client } = await import(pathToFileURL(`${process.argv[2]}/dist/index.js`).href);

/** Returns what an action on a service with these answers leads to. */
async function tried(answers, act, patience = {}) {
  const asked = [];
  const fetch = async (_url, { headers, signal }) => {
    asked.push(headers);
    const answer = answers.shift();
    if (answer === "lost") throw new TypeError("cut");
    if (answer === "silent") return silent(signal);
    const { status, body, headers: given = {} } = answer;
    return new Response(body, { status, headers: { "Content-Type": "application/json", ...given } });
  };
  const client = new Client("http://service", { fetch, patience: { waitMs: 5, waitMsMax: 10, ...patience } });
  try {
    return { asked, result: await act(client) };
  } catch (error) {
    return { asked, error: error.name };
  }
}

/** Returns a stream that sends one event, and then nothing until it is given up. */
function silent(signal) {
  const start = (controller) => {
    controller.enqueue(new TextEncoder().encode('id: 4\nevent: event\ndata: {"a": 1}\n\n'));
    signal.addEventListener("abort", () => controller.error(signal.reason));
  };
  return new Response(new ReadableStream({ start }), { status: 200 });
}

async function frames(client) {
  const found = [];
  for await (const { name, data } of client.follow("g", { after: 3 })) found.push([name, data]);
  return found;
}

const busy = (seconds) => ({
  status: 429,
  body: JSON.stringify({ type: "/problems/too-many-requests", title: "Busy", status: 429 }),
  headers: { "Retry-After": String(seconds) },
});
const stale = { status: 412, body: JSON.stringify({ type: "/problems/stale-version", status: 412, version: 9 }) };
const ok = { status: 201, body: "{}" };
const cut = { status: 200, body: 'retry: 1\n\nid: 4\nevent: event\ndata: {"a": 1}\n\nid: 5\nevent: event\n' };
const rest = { status: 200, body: 'id: 5\nevent: event\ndata: {"a": 2}\n\nevent: end\ndata: {}\n\n' };
const create = (client) => client.createGame({ ruleset: "teg" });

console.log(JSON.stringify({
  waits: await tried([busy(0), "lost", ok], create),
  endless: await tried([busy(9999)], create),
  keyless: await tried(["lost"], (client) => client.request("POST", "/v1/webhooks", { body: {} })),
  dead: await tried(Array(20).fill("lost"), create, { losses: 3 }),
  stale: await tried([stale], (client) => client.takeActions("g", [], { version: 8 })),
  half: await tried([cut, rest], frames),
  silent: await tried(["silent", rest], frames, { silenceMs: 50 }),
}));
