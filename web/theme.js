// Dark or light: as the system has it, until somebody says otherwise.

const KEY = "gridsolve-theme";

/**
 * @param {HTMLButtonElement} switcher
 */
export function themed(switcher) {
    const root = document.documentElement;
    const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
    const show = () => switcher.setAttribute("aria-pressed", String(isDark()));
    const kept = localStorage.getItem(KEY);
    if (kept) root.dataset.theme = kept;
    switcher.addEventListener("click", () => {
        root.dataset.theme = isDark() ? "light" : "dark";
        localStorage.setItem(KEY, root.dataset.theme);
        show();
    });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
    show();
}
