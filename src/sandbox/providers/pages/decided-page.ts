/** The page of a payment that no longer needs the payer's answer. */
import { html } from '../../pages/markup.ts';
import type { ProviderKind } from '../kinds.ts';
import { requestOf } from '../payments.ts';
import type { PaymentState, ProviderPaymentRow } from '../provider-ledger-rows.ts';
import { displayedAmount } from './pay-page.ts';
import { providerPageText } from './provider-page.ts';

interface Words {
  readonly title: string;
  readonly sentence: (amount: string, shop: string) => string;
}

const WORDS: Readonly<Record<Exclude<PaymentState, 'OPEN'>, Words>> = {
  AGREED: { title: 'You agreed', sentence: (amount, shop) => `${shop} now completes your payment of ${amount}.` },
  WAITING: { title: 'On its way', sentence: (amount, shop) => `Your payment of ${amount} to ${shop} is being made.` },
  APPROVED: { title: 'Approved', sentence: (amount, shop) => `Your payment of ${amount} to ${shop} is approved.` },
  DECLINED: { title: 'Not paid', sentence: (amount, shop) => `The payment of ${amount} to ${shop} was declined.` },
  REFUSED: { title: 'Not paid', sentence: (amount, shop) => `The payment of ${amount} to ${shop} was not begun.` },
  WITHDRAWN: {
    title: 'No longer wanted',
    sentence: (_, shop) => `${shop} has withdrawn this payment. Nothing was paid.`,
  },
  REVERSED: { title: 'Given back', sentence: (amount, shop) => `${shop} has undone your payment of ${amount}.` },
};

export function decidedPage(
  kind: ProviderKind,
  payment: ProviderPaymentRow & { state: Exclude<PaymentState, 'OPEN'> },
): string {
  const shop = requestOf(payment).merchant.name;
  const { title, sentence } = WORDS[payment.state];
  return providerPageText(
    kind,
    title,
    html`<form method="post">
      <section class="sheet">
        <h1>${title}</h1>
        <p class="description">${sentence(displayedAmount(payment), shop)}</p>
      </section>
      <p class="answers"><button class="approve" name="choice" value="RETURN">Go back</button></p>
    </form>`,
  );
}

export function unknownPage(kind: ProviderKind): string {
  return providerPageText(
    kind,
    'No such payment',
    html`<section class="sheet">
      <h1>No such payment</h1>
      <p class="description">
        ${kind.name} has no payment under this address. Go back to the shop and begin again.
      </p>
    </section>`,
  );
}
