/** The status page of a card payment. */
import type { PaymentOutcome, StatusPage } from '../../web/views/index.ts';
import type { PayerLanguages } from '../payer/payer-languages.ts';
import { type CardPayment, cardOutcome, cardSteps, statusParts } from './card-status.ts';
import { askingNow, linkToShop, madePaymentOf, type PagePartsDependencies, pageBaseOf } from './page-parts.ts';
import { statusDeviceAddress } from './redirect-addresses.ts';
import { statusEnd } from './status-end.ts';
import { cardMark, watchAddress } from './status-mark.ts';
import type { StatusView } from './status-view.ts';

export const CARD_STATUS: StatusView<CardPayment> = {
  page: cardStatusPage,
  endOf: ({ transaction }) => statusEnd(transaction, true),
  markOf: cardMark,
  sourceOf: (payment) => payment,
  // The acquirer has the payment already.
  cancel: async () => undefined,
};

/** Outcomes that may still change without the payer. */
const CHANGING: ReadonlySet<PaymentOutcome['kind']> = new Set(['held', 'released', 'unknown', 'waiting']);

async function cardStatusPage(
  dependencies: PagePartsDependencies,
  payment: CardPayment,
  handle: string,
  languages: PayerLanguages,
): Promise<StatusPage> {
  const { money, followUps } = await madePaymentOf(dependencies, payment);
  const outcome = cardOutcome(payment, money);
  const { request } = payment.transaction;
  const parts = statusParts(payment);
  return {
    ...(await pageBaseOf(dependencies, payment, languages)),
    kind: 'status',
    returnLink: linkToShop(request.page?.shopUrl),
    deviceHref: statusDeviceAddress(handle),
    method: request.instrument.type === 'GIFT_CARD' ? 'giftCard' : 'card',
    outcome,
    parts: parts !== undefined && parts.length > 1 ? parts : undefined,
    asking: askingNow(dependencies, payment, outcome.kind === 'unknown', outcome.kind === 'waiting'),
    steps: cardSteps(payment),
    followUps: outcome.kind === 'made' ? followUps : undefined,
    eventsUrl: CHANGING.has(outcome.kind) ? watchAddress(handle, cardMark(payment)) : undefined,
  };
}
