import type { Paying } from '../form/use-paying.ts';
import type { PayFormModel } from '../pay-form/model.ts';

/** Its name in the posted form, and its turn among the ways to pay. */
export const BALANCE = 'balance';

/**
 * Asks for the balance instead of paying. It is never `disabled`: a button that becomes so while its form is sent is
 * not sent with it, and the form would pay.
 */
export function BalanceButton({ text, paying }: { text: PayFormModel['text']; paying: Paying }) {
  const busy = paying.way === BALANCE;
  return (
    <>
      <button type="submit" class="quiet balance" name={BALANCE} value="1" aria-disabled={paying.way !== undefined}>
        {busy ? text.checkingBalance : text.checkBalance}
      </button>
      <p class="unseen" role="status">
        {busy ? text.checkingBalance : ''}
      </p>
    </>
  );
}
