/**
 * Tracks the field under the mouse. Browsers do not always notify a frame that the mouse has left it, so the next
 * element under the mouse also ends the hovering.
 */
import type { HostedField } from './hosted-field.ts';

let hoverTarget: { readonly field: HostedField; readonly left: () => void } | undefined;

/** @param left called once, when the mouse has left */
export function enter(field: HostedField, left: () => void): void {
  if (hoverTarget?.field !== field) {
    leaveField();
    hoverTarget = { field, left };
  }
}

/** @param field absent: any field */
export function leaveField(field?: HostedField): void {
  if (hoverTarget !== undefined && (field === undefined || hoverTarget.field === field)) {
    const { left } = hoverTarget;
    hoverTarget = undefined;
    left();
  }
}

document.addEventListener('mouseover', ({ target }) => {
  if (!(target instanceof HTMLIFrameElement)) {
    leaveField();
  }
});
