import { brandOf, compactNumber } from '../../../contract/card-rules.ts';
import type { Box } from '../form/boxes.ts';
import { brandDisplay } from './brand-display.ts';
import { completedExpiry, type DisplayedText, groupNumber, slashExpiry, type TypedText } from './typing.ts';

/** Rewrites of an input's text, by its name; other inputs are left as typed. */
const REWRITES: Readonly<Record<string, (typed: TypedText) => DisplayedText>> = {
  number: groupNumber,
  expiry: slashExpiry,
};

/**
 * Formats a card's inputs while they are typed and on blur: grouped digits, the slash of the expiry, the number's
 * brand.
 */
export function watchTyping(form: HTMLFormElement): void {
  const showBrand = brandDisplay(form);
  const detectBrand = (): void => showBrand(brandOf(compactNumber(`${new FormData(form).get('number') ?? ''}`)));

  form.addEventListener('input', (event) => {
    const { inputType = '', isComposing, target } = event as InputEvent;
    const box = target as HTMLInputElement;
    const rule = REWRITES[box.name];
    // An input method is still composing: rewriting now would lose its text.
    if (rule !== undefined && !isComposing) {
      rewrite(box, rule, inputType);
    }
    detectBrand();
  });
  form.addEventListener(
    'blur',
    ({ target }) => {
      const box = target as Box;
      if (box.name === 'expiry') {
        box.value = completedExpiry(box.value);
      }
    },
    true,
  );

  // The payer may have typed a number before this script ran, and the browser's Back button restores or clears it.
  detectBrand();
  addEventListener('pageshow', detectBrand);
}

function rewrite(box: HTMLInputElement, rule: (typed: TypedText) => DisplayedText, inputType: string): void {
  const shown = rule({ value: box.value, caret: box.selectionStart ?? box.value.length, inputType });
  if (shown.value !== box.value) {
    box.value = shown.value;
  }
  // Setting the caret moves the focus on some browsers, which autofill into another box must not do.
  if (document.activeElement === box) {
    box.setSelectionRange(shown.caret, shown.caret);
  }
}
