// A page that is drawn anew keeps the place of its reader: what had the focus, and how far lists were scrolled.

/** @param {HTMLElement} root */
export function remember(root) {
  const el = document.activeElement;
  const box = el instanceof HTMLElement && root.contains(el) ? el : null;
  const input = box instanceof HTMLInputElement && ["text", "search"].includes(box.type) ? box : null;
  return {
    place: box?.dataset.field ?? "",
    id: box?.id.startsWith("keep-") ? box.id : "",
    item: box?.dataset.item ?? "",
    select: input ? [input.selectionStart, input.selectionEnd] : null,
    scroll: [...root.querySelectorAll("[data-scroll]")].map((x) => [x.getAttribute("data-scroll"), x.scrollTop, x.scrollLeft]),
  };
}

/**
 * @param {HTMLElement} root
 * @param {ReturnType<typeof remember>} was
 */
export function restore(root, was) {
  for (const [name, up, left] of was.scroll) {
    const el = root.querySelector(`[data-scroll="${name}"]`);
    if (el) {
      el.scrollTop = Number(up);
      el.scrollLeft = Number(left);
    }
  }
  const find = (/** @type {string} */ attr, /** @type {string} */ value) => value && root.querySelector(`[${attr}="${CSS.escape(value)}"]`);
  const el = find("data-field", was.place) || find("id", was.id) || find("data-item", was.item);
  if (!(el instanceof HTMLElement) || el === document.activeElement) return;
  el.focus({ preventScroll: true });
  if (was.select && el instanceof HTMLInputElement) el.setSelectionRange(was.select[0], was.select[1]);
}
