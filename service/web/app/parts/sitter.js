/** The player on a seat of a game in a list, with the way to the profile if there is one. */
import { html } from "/page/vendor/lit-html/lit-html.js";
import { profileAt, profiled, sitterText } from "/page/app/players.js";

/** @param {import("/page/app/players.js").Seat} seat */
export function sitterView(seat) {
  const whose = profiled(seat);
  const name = sitterText(seat);
  return whose ? html`<a class="name" href=${profileAt(whose)}>${name}</a>` : html`${name}`;
}
