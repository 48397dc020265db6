// Keys that work wherever one is on the page but in a field or a dialog: a letter or a digit each.

const KEPT = "gridsolve-keys";

/**
 * @param {Record<string, () => void>} keys what each key does
 * @param {(digit: number) => void} digit what the keys 1 to 9 do
 * @param {HTMLInputElement} wanted the switch of all of them
 */
export function listenForKeys(keys, digit, wanted) {
    wanted.checked = localStorage.getItem(KEPT) !== "off";
    wanted.addEventListener("change", () => localStorage.setItem(KEPT, wanted.checked ? "on" : "off"));
    document.addEventListener("keydown", (event) => {
        const { key, target } = event;
        if (!wanted.checked || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
        if (target instanceof Element && target.closest("input:not([type=checkbox]), select, textarea, dialog")) return;
        if (/^[1-9]$/.test(key)) digit(Number(key));
        else if (Object.hasOwn(keys, key.toLowerCase())) keys[key.toLowerCase()]();
        else return;
        event.preventDefault();
    });
}
