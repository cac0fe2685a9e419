/** The acts of the console's people for payers, by the parts of the hosted pages. */
import type { Store } from '../adapters/store/index.ts';
import type { Vault } from '../adapters/vault/index.ts';
import {
  checkoutsOfOrder,
  endCheckout,
  endUntriedCheckout,
  findCheckout,
  keptCard,
  openCheckouts,
  type PayerDependencies,
  payerView,
} from '../checkout/index.ts';
import type { ConsoleDependencies } from '../console/index.ts';
import { customerHashes, mailedPayment, owesReceipt } from '../core/index.ts';

export interface ConsolePayerParts {
  readonly payer: PayerDependencies;
  readonly store: Store;
  readonly vault: Vault;
  readonly sendsMail: boolean;
}

export function consolePayers({ payer, store, vault, sendsMail }: ConsolePayerParts): ConsoleDependencies['payers'] {
  const { customerCards, orders, receipts } = store;
  return {
    view: (merchant, { order, transactions }) => payerView(payer, merchant, order, transactions),
    openCheckouts: (order) => openCheckouts(payer, order),
    endCheckout: (checkout, from) => endCheckout(payer, checkout, from),
    findCheckout: (merchant, session) => findCheckout(payer, merchant, session),
    checkoutsOfOrder: (merchant, orderId) => checkoutsOfOrder(payer, merchant, orderId),
    endUntriedCheckout: (merchant, session, orderKey) => endUntriedCheckout(payer, merchant, session, orderKey),
    async savedCards({ key: merchantKey }, customerId) {
      const cards = await customerCards.ofCustomer(merchantKey, customerHashes(vault, merchantKey, customerId));
      return cards.flatMap((card) =>
        keptCard(payer.gateway, card).map((shown) => ({ key: card.key, customerKey: card.customerKey, shown })),
      );
    },
    removeCard: (card) => customerCards.remove(card),
    receipts: {
      async paymentOf({ profile }, order) {
        const payment = sendsMail && profile.receipts.mail ? await mailedPayment(orders, order) : undefined;
        return payment !== undefined && owesReceipt(payment) ? payment : undefined;
      },
      send: (transactionKey, at) => receipts.add(transactionKey, at),
    },
  };
}
