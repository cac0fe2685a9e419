/** The payer's part of an order's page. */
import { supportCode } from '../../core/ports/index.ts';
import type { PayerOnOrder } from '../../web/views/console/index.ts';
import { may } from '../access.ts';
import type { OrderWithTransactions } from '../orders.ts';
import { savedCardsOf } from '../payer-help.ts';
import { consoleAddress } from '../routes.ts';
import type { MerchantRequest } from './answer.ts';
import { instant } from './order-entries.ts';

export async function payerOnOrder(request: MerchantRequest, found: OrderWithTransactions): Promise<PayerOnOrder> {
  const { dependencies, place } = request;
  const { payers, orderSealer } = dependencies;
  const { merchant } = place;
  const { order, transactions } = found;
  const shown = { view: await payers.view(merchant, found), supportCode: supportCode(orderSealer, order.key) };
  if (!may(place, 'HELP_PAYERS')) {
    return { ...shown, checkouts: [], savedCards: [] };
  }
  const address = { merchant: merchant.id, order: order.orderId };
  const [payment, checkouts, cards] = await Promise.all([
    payers.receipts.paymentOf(merchant, order),
    payers.openCheckouts(order),
    savedCardsOf(dependencies, merchant, transactions),
  ]);
  const to = payment?.request.details.customer?.email;
  return {
    ...shown,
    receipt: to === undefined ? undefined : { to, href: consoleAddress('resendReceipt', address) },
    checkouts: checkouts.map(({ key, createdAt, expiresAt, provider }) => ({
      endHref: consoleAddress('endCheckout', { ...address, checkout: `${key}` }),
      since: instant(createdAt),
      until: instant(expiresAt),
      provider,
    })),
    savedCards: cards.map(({ key, shown: card }) => ({
      ...card,
      deleteHref: consoleAddress('deleteCard', { ...address, card: `${key}` }),
    })),
  };
}
