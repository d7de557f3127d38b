import { html, render } from "/page/vendor/lit-html/lit-html.js";

const root = document.getElementById("page");
if (root) render(html`<main><h1>Carolus</h1></main>`, root);
