/** Files dropped on the page; what reads them is loaded when there is one. */
import { Changing } from "/page/app/events.js";
import { go } from "/page/app/router.js";

/** The file that waits to be opened. */
class Dropped extends Changing {
  /** @type {File | null} */
  file = null;

  /** @param {File} file */
  take(file) {
    this.file = file;
    if (location.hash.startsWith("#/check")) this.changed();
    else go("#/check");
  }
}

export const dropped = new Dropped();

/** Accepts files dropped anywhere on the page. */
export function takeDrops() {
  const brings = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes("Files") ?? false;
  addEventListener("dragover", (event) => {
    if (!brings(event)) return;
    event.preventDefault();
    document.documentElement.classList.add("drops");
  });
  addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) document.documentElement.classList.remove("drops");
  });
  addEventListener("drop", (event) => {
    if (!brings(event)) return;
    event.preventDefault();
    document.documentElement.classList.remove("drops");
    const file = event.dataTransfer?.files[0];
    if (file) dropped.take(file);
  });
}
