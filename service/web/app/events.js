/** Observable state: the base of all classes of state here. */
export class Changing {
  /** @type {Set<() => void>} */
  #listeners = new Set();

  /**
   * Registers a function to call after each change. Returns a function that removes it.
   * @param {() => void} listener
   * @returns {() => void}
   */
  onChange(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Notifies all listeners of a change. */
  changed() {
    for (const listener of this.#listeners) listener();
  }
}
