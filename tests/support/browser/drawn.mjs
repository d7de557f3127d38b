/**
 * Reads what lit-html would draw, without a browser: the HTML, and the buttons that can be pressed.
 *
 * It supports text, lists, nested templates and attribute bindings, but no directives.
 */

/** @typedef {{attributes: Record<string, string>, text: string, press: () => void}} Button */

/** What lit-html would draw of this content: `html`, and `handlers` by the number in `@…`. */
export function drawn(content) {
  const handlers = [];
  return { html: htmlOf(content, handlers), handlers };
}

/** The buttons of this content that are not disabled. */
export function buttons(content) {
  const { html, handlers } = drawn(content);
  return [...html.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g)]
    .map(([, tag, inside]) => ({ attributes: attributesOf(tag), text: textOf(inside) }))
    .filter(({ attributes }) => !("disabled" in attributes))
    .filter(({ attributes }) => attributes["aria-disabled"] !== "true")
    .map((button) => ({ ...button, press: () => handlers[button.attributes["@click"]]?.({}) }));
}

/** The lists and fields of this content that are not disabled; `values` are those of a list. */
export function fields(content) {
  const { html, handlers } = drawn(content);
  return [...html.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>|<input\b([^>]*)>/g)]
    .map(([, list, options, input]) => ({
      attributes: attributesOf(list ?? input),
      values: [...(options ?? "").matchAll(/<option\b([^>]*)>/g)]
        .map(([, option]) => attributesOf(option).value),
    }))
    .filter(({ attributes }) => !("disabled" in attributes))
    .map((field) => ({
      ...field,
      set: (value) => {
        const handler = field.attributes["@change"] ?? field.attributes["@input"];
        handlers[handler]({ target: { value: String(value) } });
      },
    }));
}

/** The text of HTML, as a reader sees it. */
export function textOf(html) {
  return html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ").trim();
}

function attributesOf(tag) {
  const found = [...tag.matchAll(/([@\w-]+)(?:="([^"]*)")?/g)];
  return Object.fromEntries(found.map(([, name, value]) => [name, value ?? ""]));
}

function htmlOf(content, handlers) {
  if (content === null || content === undefined || typeof content === "symbol") return "";
  if (Array.isArray(content)) return content.map((one) => htmlOf(one, handlers)).join("");
  if (typeof content !== "object") return escaped(content);
  if (!content.strings) throw new Error(`not to be drawn: ${JSON.stringify(content)}`);
  let html = "";
  content.strings.forEach((text, index) => {
    html += text;
    if (index === content.values.length) return;
    const value = content.values[index];
    if (html.lastIndexOf("<") <= html.lastIndexOf(">")) html += htmlOf(value, handlers);
    else html = bound(html, value, handlers);
  });
  return html;
}

/** HTML that ends within a tag, completed with the value of its last attribute. */
function bound(html, value, handlers) {
  const special = /\s([@?.])([\w-]+)=$/.exec(html);
  if (!special) {
    const quoted = /=["'][^"']*$/.test(html);
    return html + (quoted ? escaped(value) : `"${escaped(value)}"`);
  }
  const before = html.slice(0, special.index);
  const [, kind, name] = special;
  if (kind === "?") return value ? `${before} ${name}` : before;
  if (kind === ".") return before;
  return `${before} @${name}="${handlers.push(value) - 1}"`;
}

function escaped(value) {
  if (value === null || value === undefined || typeof value === "symbol") return "";
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return String(value).replace(/[&<>"]/g, (sign) => entities[sign]);
}
