import type { PayFormModel } from '../pay-form/model.ts';

/**
 * Asks for the balance instead of paying, by its name in the posted form. It is never `disabled`: a button that becomes
 * so while its form is sent is not sent with it, and the form would pay.
 */
export function BalanceButton({ text }: { text: PayFormModel['text'] }) {
  return (
    <button type="submit" class="quiet balance" name="balance" value="1" data-busy={text.checkingBalance}>
      <span class="label">{text.checkBalance}</span>
    </button>
  );
}
