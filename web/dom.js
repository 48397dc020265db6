// Elements of the page and of pictures.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(name, attributes = {}, ...children) {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    element.append(...children);
    return element;
}

/**
 * An HTML element. An attribute that is `false` is left out, one that is `true` stands without a value.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number | boolean>} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(name, attributes = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (value !== false) element.setAttribute(key, value === true ? "" : String(value));
    }
    element.append(...children);
    return element;
}

/**
 * The element of the page that has this id.
 * @template {HTMLElement} E
 * @param {string} id
 * @param {new () => E} kind
 * @returns {E}
 */
export function byId(id, kind) {
    const element = document.getElementById(id);
    if (!(element instanceof kind)) throw new TypeError(`#${id} is not a ${kind.name}`);
    return element;
}

/** @param {string} id */
export const button = (id) => byId(id, HTMLButtonElement);
