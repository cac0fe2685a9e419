import type { PayFormModel } from '../pay-form/model.ts';

/**
 * Requests the balance instead of paying, by its name in the posted form. It must not become `disabled`: a button that
 * is disabled while its form is sent is left out of it, and the form would pay.
 */
export function BalanceButton({ text }: { text: PayFormModel['text'] }) {
  return (
    <button type="submit" class="quiet balance" name="balance" value="1" data-busy={text.checkingBalance}>
      <span class="label">{text.checkBalance}</span>
    </button>
  );
}
