/** Reads files as the page does, for tests in Python; the test plays the service. */

/** What modules of the page expect when they load; nothing is shown here. */
Object.assign(globalThis, { addEventListener: () => {}, location: { hash: "" } });

const { BadFile, recordsIn } = await import("/page/app/replay/files.js");
const { Checking } = await import("/page/app/replay/checking.js");

const fileOf = (content) => new File([Buffer.from(content, "base64")], "file");

/** The line, id and ruleset of each record in these files, or why there is none. */
export async function read(files) {
  const found = [];
  for (const content of files) {
    try {
      const records = await recordsIn(fileOf(content));
      found.push(records.map(({ line, id, ruleset }) => [line, id, ruleset]));
    } catch (error) {
      if (!(error instanceof BadFile)) throw error;
      found.push(error.word);
    }
  }
  return found;
}

/** Takes two files; the response to the first arrives after that to the second. */
export async function overtaken(first, second, answers) {
  const held = [];
  let asked = 0;
  globalThis.fetch = (_path, { signal }) => {
    const answer = new Response(answers[asked]);
    asked += 1;
    if (asked === 2) return Promise.resolve(answer);
    return new Promise((resolve, reject) => {
      held.push(() => (signal.aborted ? reject(signal.reason) : resolve(answer)));
    });
  };
  const checking = new Checking();
  const one = checking.take(fileOf(first));
  while (asked === 0) await new Promise((resolve) => { setTimeout(resolve); });
  await checking.take(fileOf(second));
  for (const release of held) release();
  await one;
  return { verdicts: checking.verdicts, records: checking.records.length };
}

/** Takes a file and returns the requests to the service, which sends these responses in order. */
export async function asked(file, answers) {
  const bodies = [];
  globalThis.fetch = async (path, { body, headers }) => {
    bodies.push([path, headers["Content-Type"], body]);
    return new Response(answers[bodies.length - 1]);
  };
  const checking = new Checking();
  await checking.take(fileOf(file));
  return { bodies, verdicts: checking.verdicts };
}
