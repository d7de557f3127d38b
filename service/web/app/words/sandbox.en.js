/** English: the words about games of a sandbox. @type {Record<string, string>} */
export const sandbox = {
  "sandbox.mark": "Sandbox",
  "sandbox.about": "This service is for testing programs. Anyone can foresee the dice, so the game does not count.",
};
