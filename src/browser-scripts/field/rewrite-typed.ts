/** Rewrites a text while it is typed: groups digits, and removes characters that the page rejects. */
import { asciiDigits } from '../../contract/card-rules.ts';
import type { Setup } from '../hosted-fields/messages.ts';
import type { FieldControl } from './control.ts';
import type { Rule } from './rules.ts';

/** @param inputType the input event's type; empty without an input event */
export function rewriteTyped(control: FieldControl, rule: Rule, setup: Setup, inputType: string): void {
  if (!(control instanceof HTMLInputElement)) {
    return;
  }
  const typed = { value: control.value, caret: control.selectionStart ?? control.value.length, inputType };
  const kept = setup.rejectsCharacters && rule.isNumeric ? digitsOf(typed) : typed;
  const hasDigitsAlone = /^[\d ]*$/.test(asciiDigits(kept.value));
  const shown =
    rule.display !== undefined && setup.isEmbossed && hasDigitsAlone ? rule.display({ ...kept, inputType }) : kept;
  if (shown.value !== control.value) {
    control.value = shown.value;
    // Setting the caret moves the focus on some browsers, which autofill must not do.
    if (document.activeElement === control) {
      control.setSelectionRange(shown.caret, shown.caret);
    }
  }
}

/** Removes other characters than digits and spaces. The caret stays behind the same digit. */
function digitsOf({ value, caret }: { readonly value: string; readonly caret: number }) {
  const clean = (text: string): string => asciiDigits(text).replace(/[^\d ]/g, '');
  return { value: clean(value), caret: clean(value.slice(0, caret)).length };
}
