// A yardstick of the benchmarks: boardgame.io's server, with its matches in memory.
// Its first line on standard error is its port.

"use strict";

const { Server } = require("boardgame.io/server");

// Two players in turn. A move does next to nothing, and nothing is kept for undoing it.
const duel = {
  name: "duel",
  setup: () => ({ passed: 0 }),
  moves: {
    pass: ({ G }) => {
      G.passed += 1;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
  disableUndo: true,
};

async function main() {
  const server = Server({ games: [duel], origins: [] });
  const { appServer } = await server.run(0);
  console.error(appServer.address().port);
}

main();
