/** Plays Carolus Magnus against the house to the end, with openapi-fetch. */
import createClient from "openapi-fetch";
import type { paths } from "./api.ts";

declare const process: { argv: string[] };

// The media types of answers: without them, openapi-fetch returns the union of all, with text.
type Json = "application/json" | "application/problem+json";

const client = createClient<paths, Json>({ baseUrl: process.argv[2]! });
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

const created = await client.POST("/v1/games", {
  body: { ruleset: "carolus-magnus", options: { players: 2 } },
});
if (created.error) throw new Error(created.error.detail);
const { game: { id }, tokens } = created.data;
const me = bearer(tokens.seats[0]!);
for (const [seat, body, who] of [
  [0, { name: "Anna" }, me],
  [1, { bot: "greedy" }, bearer(tokens.creator)],
] as const) {
  const taken = await client.PUT("/v1/games/{game}/seats/{seat}", { params: { path: { game: id, seat } }, body, ...who });
  if (taken.error) throw new Error(taken.error.detail);
}

let placed = 0;
for (;;) {
  const now = await client.GET("/v1/games/{game}", { params: { path: { game: id } } });
  if (now.error) throw new Error(now.error.detail);
  if (now.data.status !== "running") {
    console.log(id, now.data.version, placed > 0);
    break;
  }
  if (now.data.awaits[0]?.seat !== 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    continue;
  }
  const legal = await client.GET("/v1/games/{game}/legal-actions", { params: { path: { game: id }, query: { sample: 20 } }, ...me });
  if (legal.error) throw new Error(legal.error.detail);
  if (legal.data.ruleset !== "carolus-magnus@1") throw new Error("another ruleset");
  const action = legal.data.actions[now.data.version % legal.data.actions.length]!;
  if (action.type === "place_paladins") placed += action.placements.length;
  const taken = await client.POST("/v1/games/{game}/actions", {
    params: { path: { game: id }, header: { "If-Match": `"${now.data.version}"` } },
    body: { actions: [action] },
    ...me,
  });
  if (taken.error) throw new Error(taken.error.detail);
}



