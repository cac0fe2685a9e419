/** Acts of the shop's staff for a payer: they send a receipt again, end a checkout, and delete a saved card. */
import type {
  CheckoutEndResult,
  FoundCheckout,
  KeyedMutex,
  OpenCheckout,
  PayerView,
  UntriedEndResult,
} from '../checkout/index.ts';
import { DAY_MS, MINUTE_MS } from '../contract/durations.ts';
import { customerIdOf, type Merchant } from '../core/index.ts';
import type { Clock, StoredOrder, StoredTransaction } from '../core/ports/index.ts';
import type { KeptCard } from '../web/views/index.ts';
import type { SignedIn } from './access.ts';
import { type ActEnd, recordedAct, recorderOf } from './acts.ts';
import type { ConsoleAudit } from './audit.ts';
import type { OrderDependencies, OrderWithTransactions } from './orders.ts';
import type { BrowserCaller } from './sign-in.ts';

export interface CardOfCustomer {
  readonly key: number;
  readonly customerKey: number;
  readonly shown: KeptCard;
}

export interface Payers {
  /** @returns undefined where no page of a payer was in use */
  view(merchant: Merchant, found: OrderWithTransactions): Promise<PayerView | undefined>;
  openCheckouts(order: StoredOrder): Promise<readonly OpenCheckout[]>;
  /** @param session the key of one of the order's checkouts @param from the network address of the person */
  endCheckout(
    checkout: { readonly merchant: Merchant; readonly order: StoredOrder; readonly session: number },
    from: string,
  ): Promise<CheckoutEndResult>;
  /**
   * @param session a key of any session @returns undefined if it is no checkout of the merchant that takes a payment
   */
  findCheckout(merchant: Merchant, session: number): Promise<FoundCheckout | undefined>;
  /** The open checkouts of an order that may not exist yet. */
  checkoutsOfOrder(merchant: Merchant, orderId: string): Promise<readonly FoundCheckout[]>;
  /** @param session the key of a checkout without an order @param orderKey of the order that is stored with the end */
  endUntriedCheckout(merchant: Merchant, session: number, orderKey: number): Promise<UntriedEndResult>;
  /** Expired ones, too. @param customerId `customer.id`, the merchant's own */
  savedCards(merchant: Merchant, customerId: string): Promise<readonly CardOfCustomer[]>;
  /** @returns false if the customer does not have this card any more */
  removeCard(card: Pick<CardOfCustomer, 'customerKey' | 'key'>): Promise<boolean>;
  readonly receipts: {
    /** The payment whose receipt is mailed; undefined if there is none, or no mail is sent. */
    paymentOf(merchant: Merchant, order: StoredOrder): Promise<StoredTransaction | undefined>;
    /** Puts the receipt into the queue of mails. @returns false if it waits there already */
    send(transactionKey: number, at: number): Promise<boolean>;
  };
}

export interface PayerHelpDependencies extends Pick<OrderDependencies, 'actsOn' | 'orders'> {
  readonly payers: Payers;
  readonly audit: ConsoleAudit;
  readonly clock: Clock;
  readonly mutex: KeyedMutex;
}

/** The order of an act, and the person's address. */
export interface HelpWith {
  readonly merchant: Merchant;
  readonly order: StoredOrder;
  readonly caller: BrowserCaller;
}

export const RECEIPT_RESENT = 'console receipt resent';
const RECEIPTS_A_DAY_MAX = 3;

/** GONE: there is no receipt to send. SOON: one waits, or was sent in the last minute. OFTEN: three were, in a day. */
export type ReceiptResult = 'FAILED' | 'GONE' | 'OFTEN' | 'QUEUED' | 'SOON';

const RECEIPT_REFUSALS: Readonly<Record<Exclude<ReceiptResult, 'FAILED' | 'QUEUED'>, string>> = {
  GONE: 'There is no receipt to send.',
  OFTEN: 'Three receipts were sent in a day.',
  SOON: 'A receipt was just sent.',
};

/**
 * The mail goes to the address of the payment alone: a receipt has the payer's data, and a typed address may be a
 * stranger's.
 *
 * @throws AuditError if it cannot be recorded; nothing is sent then
 */
export function resendReceipt(
  { payers, actsOn, audit, clock, mutex }: PayerHelpDependencies,
  { person }: SignedIn,
  { merchant, order }: HelpWith,
): Promise<ReceiptResult> {
  // One after another, so that two clicks read each other's entries.
  return mutex.run(`receipt ${order.key}`, async () => {
    const payment = await payers.receipts.paymentOf(merchant, order);
    const now = clock.now();
    const sent = (await actsOn(order.key)).filter(
      ({ action, details, at }) => action === RECEIPT_RESENT && details.state === 'DONE' && at > now - DAY_MS,
    );
    const isSoon = sent.some(({ at }) => at > now - MINUTE_MS);
    const record = recorderOf({ audit }, person, {
      action: RECEIPT_RESENT,
      merchantId: merchant.id,
      orderKey: order.key,
      subject: { order: order.orderId, transaction: payment?.transactionId },
    });
    const act = async (): Promise<Exclude<ReceiptResult, 'FAILED'>> => {
      if (payment === undefined) {
        return 'GONE';
      }
      if (isSoon) {
        return 'SOON';
      }
      return sent.length >= RECEIPTS_A_DAY_MAX
        ? 'OFTEN'
        : (await payers.receipts.send(payment.key, now))
          ? 'QUEUED'
          : 'SOON';
    };
    return recordedAct(
      record,
      act,
      (result): ActEnd =>
        result === 'QUEUED' ? { state: 'DONE' } : { state: 'REFUSED', why: RECEIPT_REFUSALS[result] },
    );
  });
}

const CHECKOUT_ENDED = 'console checkout ended';

const CHECKOUT_REFUSALS = {
  GONE: 'The checkout was over before.',
  UNDER_WAY: 'A payment was being sent.',
} as const;

function endOfAct(result: CheckoutEndResult | UntriedEndResult): ActEnd {
  return result === 'GONE' || result === 'UNDER_WAY'
    ? { state: 'REFUSED', why: CHECKOUT_REFUSALS[result] }
    : { state: 'DONE' };
}

/** @throws AuditError if it cannot be recorded; nothing is ended then */
export function endPayersCheckout(
  { payers, audit }: PayerHelpDependencies,
  { person }: SignedIn,
  { merchant, order, caller }: HelpWith,
  session: number,
): Promise<CheckoutEndResult | 'FAILED'> {
  const record = recorderOf({ audit }, person, {
    action: CHECKOUT_ENDED,
    merchantId: merchant.id,
    orderKey: order.key,
    subject: { order: order.orderId, session },
  });
  return recordedAct(record, () => payers.endCheckout({ merchant, order, session }, caller.address), endOfAct);
}

/**
 * Ends a checkout whose order does not exist yet. The act stores the order, so that its timeline has the act.
 *
 * @throws AuditError if it cannot be recorded; nothing is ended then
 */
export function endCheckoutWithoutOrder(
  { payers, audit, orders }: PayerHelpDependencies,
  { person }: SignedIn,
  merchant: Merchant,
  { key: session, orderId }: FoundCheckout,
): Promise<UntriedEndResult | 'FAILED'> {
  const orderKey = orders.newKey();
  const record = recorderOf({ audit }, person, {
    ...{ action: CHECKOUT_ENDED, merchantId: merchant.id, orderKey },
    subject: { order: orderId, session },
  });
  return recordedAct(record, () => payers.endUntriedCheckout(merchant, session, orderKey), endOfAct);
}

/** The saved cards of the customer whom the order's payments name. */
export async function savedCardsOf(
  { payers }: Pick<PayerHelpDependencies, 'payers'>,
  merchant: Merchant,
  transactions: readonly StoredTransaction[],
): Promise<readonly CardOfCustomer[]> {
  const customerId = transactions
    .map(({ request }) => customerIdOf(request.details))
    .findLast((id) => id !== undefined);
  return customerId === undefined ? [] : payers.savedCards(merchant, customerId);
}

/** @throws AuditError if it cannot be recorded; nothing is deleted then */
export function deleteCardOfCustomer(
  { payers, audit }: PayerHelpDependencies,
  { person }: SignedIn,
  { merchant, order }: HelpWith,
  card: CardOfCustomer,
): Promise<'DELETED' | 'FAILED' | 'GONE'> {
  const record = recorderOf({ audit }, person, {
    action: 'console saved card deleted',
    merchantId: merchant.id,
    orderKey: order.key,
    subject: { order: order.orderId, card: `${card.shown.brand} •••• ${card.shown.lastFour}` },
  });
  return recordedAct(
    record,
    async () => ((await payers.removeCard(card)) ? 'DELETED' : 'GONE'),
    (result): ActEnd =>
      result === 'GONE' ? { state: 'REFUSED', why: 'The card was deleted before.' } : { state: 'DONE' },
  );
}
