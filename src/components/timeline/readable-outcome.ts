/** The result of a payment at a provider for the payer: one plain sentence, its explanation, and a sign. */
import type { PaymentOutcome, ReturningPage, StatusPage } from '../../checkout/checkout-page.ts';
import { fill, formatMoney } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';

export type SignKind = 'right' | 'wait' | 'none' | 'back' | 'look';

export interface ReadableOutcome {
  readonly sign: SignKind;
  readonly title: string;
  readonly text: string;
}

const SIGNS: Readonly<Record<PaymentOutcome['kind'], SignKind>> = {
  open: 'wait',
  agreed: 'wait',
  waiting: 'wait',
  paid: 'right',
  reserved: 'right',
  notCharged: 'none',
  undone: 'back',
  givenBack: 'back',
  late: 'back',
};

export function readableOutcome(page: StatusPage | ReturningPage, { timeline }: Text): ReadableOutcome {
  const { outcome, locale } = page;
  const words = {
    provider: page.provider,
    shop: page.shop.name,
    amount: formatMoney(locale, page.amount),
    back: outcome.kind === 'givenBack' ? formatMoney(locale, outcome.amount) : '',
  };
  const kind = outcome.kind === 'late' ? outcome.money : outcome.kind;
  const reason = outcome.kind === 'notCharged' ? outcome.reason : undefined;
  return {
    sign: kind === 'kept' ? 'look' : SIGNS[outcome.kind],
    title: fill(timeline.title[kind], words),
    text: fill(timeline.text[reason ?? (kind as Exclude<typeof kind, 'notCharged'>)], words),
  };
}
