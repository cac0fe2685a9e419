/** An input and the error below it, as the server renders them. */
import { say } from './say.ts';

export type Box = HTMLInputElement | HTMLSelectElement;

/**
 * Found anew at each use, by the place of their error: password managers wrap inputs, replace them by copies, and
 * insert inputs of their own.
 */
export function boxesOf(form: HTMLFormElement): Box[] {
  return [...form.querySelectorAll<Box>(':is(input, select)')].filter((box) => errorPlace(box) !== null);
}

export function isWrong(box: Box): boolean {
  return box.getAttribute('aria-invalid') === 'true';
}

/** @returns the sentence below the input; empty for a valid one */
export function errorAt(box: Box): string {
  return errorPlace(box)?.textContent ?? '';
}

/** @param sentence empty for a valid input */
export function showError(box: Box, sentence: string): void {
  if (sentence === '') {
    box.removeAttribute('aria-invalid');
  } else {
    box.setAttribute('aria-invalid', 'true');
  }
  say(errorPlace(box), sentence);
}

/** Makes the error of an input a live region, so that it is read aloud after the payer has moved to another input. */
export function alertOf(box: Box, isRead: boolean): void {
  const place = errorPlace(box);
  if (isRead && isWrong(box)) {
    place?.setAttribute('role', 'alert');
  } else {
    place?.removeAttribute('role');
  }
}

function errorPlace({ id }: Box): HTMLElement | null {
  return document.getElementById(`${id}-error`);
}
