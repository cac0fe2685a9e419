/**
 * Tracks the field under the mouse. Browsers do not always notify a frame that the mouse has left it, so the next
 * element under the mouse also ends the hovering.
 */
import type { HostedField } from './hosted-field.ts';

let hovered: { readonly field: HostedField; readonly left: () => void } | undefined;

/** @param left called once, when the mouse has left */
export function enter(field: HostedField, left: () => void): void {
  if (hovered?.field !== field) {
    leave();
    hovered = { field, left };
  }
}

/** @param field absent: any field */
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
