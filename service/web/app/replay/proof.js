/** The proof of a game at its table. */
import { Changing } from "/page/app/events.js";
import { proofView } from "/page/app/parts/proof-panel.js";
import { gatherGame } from "/page/app/proof/gathering.js";
import { Proving } from "/page/app/proof/proving.js";

export class Proof extends Changing {
  #proving;
  #jump;

  /**
   * @param {string} id  of the game
   * @param {string | undefined} token  for reading
   * @param {(version: number) => void} jump  shows the moment of a version
   */
  constructor(id, token, jump) {
    super();
    this.#jump = jump;
    this.#proving = new Proving((report, signal) => gatherGame(id, token, report, signal));
    this.#proving.onChange(() => this.changed());
  }

  start() {
    this.#proving.start();
    this.changed();
  }

  draw() {
    return proofView(this.#proving, this.#jump);
  }

  close() {
    this.#proving.close();
  }
}
