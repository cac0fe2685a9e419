/** The page's script: enhances the form that the server rendered. It adds no markup or text of its own. */

import { watchTyping } from '../card-form/card-boxes.ts';
import { type CardField, cardProblem } from '../card-form/validate-card.ts';
import { watchPresses } from '../form/after-press.ts';
import { watchBoxes } from '../form/checks.ts';
import { paymentLock } from '../form/payment-lock.ts';
import type { FormValues } from '../form/problems.ts';
import { sendOnce } from '../form/sending.ts';
import { followEntries } from '../form/summary-entries.ts';
import { type GiftCardField, giftCardProblem } from '../gift-card-form/validate-gift-card.ts';
import { type ProblemOf, rulesOf } from './method-rules.ts';

const root = document.getElementById('pay-form');

if (root !== null) {
  const { thisMonth, errorTitle = '' } = root.dataset;
  const begin = paymentLock(root);
  const afterPress = watchPresses();

  /** The validation of each method's form, by the form's id. */
  const problems: Readonly<Record<string, ProblemOf>> = {
    card: (field, values) => cardProblem(field as CardField, values as FormValues<CardField>, thisMonth),
    giftCard: (field, values) => giftCardProblem(field as GiftCardField, values as FormValues<GiftCardField>),
  };

  const enhanceMethod = (form: HTMLFormElement, problemOf: ProblemOf): (() => boolean) => {
    // Formatting is installed first, so that validation sees the formatted text.
    if (form.id === 'card') {
      watchTyping(form);
    }
    followEntries(form);
    const areRight = watchBoxes(form, rulesOf(form, problemOf), afterPress);
    return () => {
      const isRight = areRight();
      if (!isRight) {
        document.title = errorTitle;
      }
      return isRight;
    };
  };

  // Enter on the chosen entry would close it, and hide the only Pay button.
  root.addEventListener('click', (event) => {
    if ((event.target as Element).closest('.method[open] > summary')) {
      event.preventDefault();
    }
  });

  const wallets = document.getElementById('wallets');
  if (wallets !== null) {
    // A pattern in place of the parameter would cost 30 bytes: the bundler then picks the export first.
    import('../wallets/mount-wallets.ts').then(
      (module) => module.mountWallets(wallets, root, begin),
      () => undefined,
    );
  }

  for (const form of root.querySelectorAll('form')) {
    const button = form.querySelector<HTMLButtonElement>('[data-busy]');
    const problemOf = problems[form.id];
    // The form of the cancel button does not start a payment, and a wallet's opens its sheet first.
    if (button !== null && form.dataset.wallet === undefined) {
      let pass = (): boolean => true;
      // First: on a page from the back/forward cache, the number is cleared before its brand is shown.
      sendOnce(form, button, () => pass(), begin);
      if (problemOf !== undefined) {
        pass = enhanceMethod(form, problemOf);
      }
    }
  }
}
