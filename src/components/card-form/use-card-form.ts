import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { brandOf, type CardBrand, compactNumber } from '../../contract/card-rules.ts';
import { type Checks, type Problems, useChecks } from '../form/use-checks.ts';
import { completedExpiry, type DisplayedText, groupNumber, slashExpiry, type Typed } from './typing.ts';
import { CARD_FIELDS, type CardField, cardProblem } from './validate-card.ts';

export interface CardFormState extends Checks<CardField> {
  readonly form: RefObject<HTMLFormElement>;
  readonly brand: CardBrand | undefined;
  onInput(field: CardField): (event: InputEvent) => void;
  onBlur(field: CardField): (event: FocusEvent) => void;
}

/** How each box rewrites its text; the other boxes are not rewritten. */
const REWRITES: Partial<Record<CardField, (typed: Typed) => DisplayedText>> = {
  number: groupNumber,
  expiry: slashExpiry,
};

/** The handlers of the card's form: typing, leaving a box, and detecting the brand. */
export function useCardForm(initial: Problems<CardField>, thisMonth: string | undefined): CardFormState {
  const form = useRef<HTMLFormElement>(null);
  const [brand, setBrand] = useState<CardBrand>();
  const checks = useChecks(CARD_FIELDS, (field, values) => cardProblem(field, values, thisMonth), initial, {
    number: ['securityCode'],
  });

  // The browser may have restored a number, or the payer typed it, before this script ran.
  useEffect(() => {
    const number = form.current?.elements.namedItem('number');
    if (number instanceof HTMLInputElement) {
      setBrand(brandOf(compactNumber(number.value)));
    }
  }, []);

  return {
    ...checks,
    form,
    brand,
    onInput: (field) => (event) => {
      const box = event.currentTarget as HTMLInputElement;
      // An input method is still composing: rewriting now would lose its text.
      if (!event.isComposing) {
        rewrite(box, REWRITES[field], event.inputType ?? '');
      }
      if (field === 'number') {
        setBrand(brandOf(compactNumber(box.value)));
      }
      if (box.form !== null) {
        checks.type(field, box.form);
      }
    },
    onBlur: (field) => (event) => {
      const box = event.currentTarget as HTMLInputElement;
      if (field === 'expiry') {
        box.value = completedExpiry(box.value);
      }
      if (box.form !== null) {
        checks.blur(field, box.form);
      }
    },
  };
}

function rewrite(box: HTMLInputElement, rule: ((typed: Typed) => DisplayedText) | undefined, inputType: string): void {
  if (rule === undefined) {
    return;
  }
  const shown = rule({ value: box.value, caret: box.selectionStart ?? box.value.length, inputType });
  if (shown.value !== box.value) {
    box.value = shown.value;
  }
  // Setting the caret moves the focus on some browsers, which autofill into another box must not do.
  if (document.activeElement === box) {
    box.setSelectionRange(shown.caret, shown.caret);
  }
}
