/** The forms by which a person of the shop helps a payer, on an order's page. */
import type { OrderNoticeName } from '../../web/views/console/index.ts';
import { deleteCardOfCustomer, endPayersCheckout, type HelpWith, resendReceipt, savedCardsOf } from '../payer-help.ts';
import type { ConsoleAnswer, MerchantRequest } from './answer.ts';
import { loadOrder } from './load-order.ts';
import { orderNotice } from './order-pages.ts';

/** @param act returns the notice of its result */
async function helped(
  request: MerchantRequest,
  act: (on: HelpWith) => Promise<OrderNoticeName>,
): Promise<ConsoleAnswer> {
  const { place, parameters, caller } = request;
  const order = await loadOrder(request, parameters.order);
  return order === undefined
    ? { problem: 'NOT_FOUND' }
    : orderNotice(request, await act({ merchant: place.merchant, order, caller }));
}

const RECEIPT_NOTICES = {
  FAILED: 'FAILED',
  GONE: 'RECEIPT_GONE',
  OFTEN: 'RECEIPT_OFTEN',
  QUEUED: 'RECEIPT_QUEUED',
  SOON: 'RECEIPT_SOON',
} as const;

export function submitReceipt(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn } = request;
  return helped(request, async (on) => RECEIPT_NOTICES[await resendReceipt(dependencies, signedIn, on)]);
}

const CHECKOUT_NOTICES = {
  AT_PROVIDER: 'CHECKOUT_AT_PROVIDER',
  ENDED: 'CHECKOUT_ENDED',
  FAILED: 'FAILED',
  GONE: 'CHECKOUT_GONE',
  UNDER_WAY: 'CHECKOUT_UNDER_WAY',
} as const;

export function submitCheckoutEnd(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, parameters } = request;
  const session = Number(parameters.checkout);
  return helped(request, async (on) => CHECKOUT_NOTICES[await endPayersCheckout(dependencies, signedIn, on, session)]);
}

const CARD_NOTICES = { DELETED: 'CARD_DELETED', FAILED: 'FAILED', GONE: 'CARD_GONE' } as const;

export function submitCardDeletion(request: MerchantRequest): Promise<ConsoleAnswer> {
  const { dependencies, signedIn, parameters } = request;
  return helped(request, async (on) => {
    const transactions = await dependencies.orders.transactions(on.order.key);
    const cards = await savedCardsOf(dependencies, on.merchant, transactions);
    const card = cards.find(({ key }) => `${key}` === parameters.card);
    return CARD_NOTICES[card === undefined ? 'GONE' : await deleteCardOfCustomer(dependencies, signedIn, on, card)];
  });
}
