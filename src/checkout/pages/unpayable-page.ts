import type { UnpayablePage } from '../../web/views/index.ts';
import { orderSummary } from '../receipt/order-summary.ts';
import { type PageContext, pageBase } from './page-context.ts';

/** The parts of the page that its kind does not determine. */
export type UnpayableDetails = Pick<
  UnpayablePage,
  'asking' | 'isAccepted' | 'poll' | 'proof' | 'provider' | 'reason' | 'release' | 'renewAction' | 'status'
>;

/** @param shopUrl the address of the link to the shop */
export function unpayablePage(
  context: PageContext,
  kind: UnpayablePage['kind'],
  shopUrl: string | undefined,
  details: UnpayableDetails = {},
): UnpayablePage {
  const { session } = context;
  return {
    ...pageBase(context),
    kind,
    operation: session.checkout.operation,
    summary: orderSummary(session),
    isLink: session.checkout.mode === 'PAYMENT_LINK' ? true : undefined,
    ...details,
    returnLink: shopUrl === undefined ? undefined : { href: shopUrl },
  };
}
