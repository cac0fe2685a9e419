/**
 * Which field the mouse is over. A frame that the mouse leaves is not always told so by the browser: where it is next
 * tells it too.
 */
import type { HostedField } from './hosted-field.ts';

let hovered: { readonly field: HostedField; readonly left: () => void } | undefined;

/** @param left called once, when the mouse is no longer there */
export function enter(field: HostedField, left: () => void): void {
  if (hovered?.field !== field) {
    leave();
    hovered = { field, left };
  }
}

/** @param field absent: whichever it is */
export function leave(field?: HostedField): void {
  if (hovered !== undefined && (field === undefined || hovered.field === field)) {
    const { left } = hovered;
    hovered = undefined;
    left();
  }
}

document.addEventListener('mouseover', ({ target }) => {
  if (!(target instanceof HTMLIFrameElement)) {
    leave();
  }
});
