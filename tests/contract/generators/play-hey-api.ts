/** Plays Carolus Magnus against the house to the end, with the client of @hey-api/openapi-ts. */
import { client } from "./client/client.gen.ts";
import { createGame, getGame, listLegalActions, takeActions, takeSeat } from "./client/sdk.gen.ts";

declare const process: { argv: string[] };

client.setConfig({ baseUrl: process.argv[2]!, throwOnError: true });

const throwOnError = true;
const created = await createGame({ body: { ruleset: "carolus-magnus", options: { players: 2 } }, throwOnError });
const { game: { id: game }, tokens } = created.data;
const auth = tokens.seats[0]!;
await takeSeat({ path: { game, seat: 0 }, body: { name: "Anna" }, auth, throwOnError });
await takeSeat({ path: { game, seat: 1 }, body: { bot: "greedy" }, auth: tokens.creator, throwOnError });

let placed = 0;
for (;;) {
  const { data: now } = await getGame({ path: { game }, throwOnError });
  if (now.status !== "running") {
    console.log(game, now.version, placed > 0);
    break;
  }
  if (now.awaits[0]?.seat !== 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    continue;
  }
  const { data: legal } = await listLegalActions({ path: { game }, query: { sample: 20 }, auth, throwOnError });
  if (typeof legal === "string" || legal.ruleset !== "carolus-magnus@1") throw new Error("not JSON, or another ruleset");
  const action = legal.actions[now.version % legal.actions.length]!;
  if (action.type === "place_paladins") placed += action.placements.length;
  await takeActions({
    path: { game },
    headers: { "If-Match": `"${now.version}"` },
    body: { actions: [action] },
    auth,
    throwOnError,
  });
}
