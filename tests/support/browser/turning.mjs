/** How a game turned, for tests in Python. */
export { turningOf } from "/page/app/replay/turning.js";
