/** Mails to payers: the workers, and the parts of each mail. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Mail, MailOutcome, MailWorker, Occasion, PostponedMail, StoredMail } from '../adapters/receipts/index.ts';
import {
  type MailedReceipt,
  madePayment,
  paidParts,
  reservationEnd,
  savedCardsAddress,
  storedReceipt,
} from '../checkout/index.ts';
import { customerHashes, customerIdOf, isToldToPayer, type Merchant, mailedPayment } from '../core/index.ts';
import type { StoredOrder, StoredTransaction } from '../core/ports/index.ts';
import type { Foundation } from './foundation.ts';
import { messageIds } from './message-ids.ts';
import type { ComposedStore, Membership } from './store.ts';

/** @returns undefined if the settings name no mail server */
export async function composeReceipts(
  { settings, clock, log }: Foundation,
  { store, vault }: ComposedStore,
  { isAlive }: Membership,
): Promise<PayerMails | undefined> {
  const { mail: server, testMode, publicOrigin } = settings;
  if (server === undefined) {
    await logUnsent(store, log);
    return undefined;
  }
  // Import this only if it is needed: mails need the texts of all languages, and most gateways send no mail.
  const { letterOf, MailWorker, SmtpMailer } = await import('../adapters/receipts/index.ts');
  const { hostname } = new URL(publicOrigin);
  const messageId = messageIds(vault, hostname);
  const mailOf = async (mailed: MailedTransaction | undefined, about: string): Promise<StoredMail | undefined> => {
    const to = mailed?.payment.request.details.customer?.email;
    if (mailed === undefined || to === undefined) {
      return undefined;
    }
    const { order, payment, merchant, occasion } = mailed;
    const handle = (await store.browserPayments.find(payment.key))?.payment.handle;
    const parts = await paidParts(store.orders, order);
    const made = await madePayment({ orders: store.orders, clock }, merchant, order, payment);
    const paid = { order, transaction: payment, merchant, made, handle, parts };
    const receipt = storedReceipt({ sealer: vault, testMode }, paid);
    if (receipt === undefined) {
      return undefined;
    }
    const { supportCode, statusPath } = receipt;
    const absolute = (path: string | undefined) => path && `${publicOrigin}${path}`;
    const cards = await savedCardsPath(store, vault, { merchant, payment, now: clock.now() });
    const letter = letterOf(receipt, absolute(statusPath), occasion, absolute(cards));
    return { ...mailAddresses(receipt, merchant, server.from), letter, to, messageId: messageId(about), supportCode };
  };
  const common = { noun: 'receipt', mailer: new SmtpMailer(server, hostname), clock, isAlive, pause, log };
  const receipts = new MailWorker({
    ...common,
    queue: { kind: 'RECEIPT_MAIL' },
    outbox: store.receipts,
    // Mail servers drop a second mail of the same id.
    mailOf: async (key, createdAt) => mailOf(await mailedTransaction(store, key), `${key} ${createdAt}`),
  });
  const reservations = new MailWorker({
    ...common,
    queue: { kind: 'RESERVATION_MAIL' },
    outbox: store.reservationMails,
    async mailOf(key) {
      const ended = await endedReservation(store, key, clock.now());
      return ended === undefined || 'dueAt' in ended ? ended : mailOf(ended, `reservation ${key}`);
    },
  });
  return { workers: [receipts, reservations], counts: () => countsOf([receipts, reservations]) };
}

/** The mails to payers, as the process runs and measures them. */
export interface PayerMails {
  readonly workers: readonly MailWorker[];
  /** Results of attempts since the process started. */
  readonly counts: () => MailWorker['counts'];
}

function countsOf(workers: readonly MailWorker[]): MailWorker['counts'] {
  const sum = (outcome: MailOutcome) => workers.reduce((total, { counts }) => total + counts[outcome], 0);
  return { SENT: sum('SENT'), FAILED: sum('FAILED'), REFUSED: sum('REFUSED'), GIVEN_UP: sum('GIVEN_UP') };
}

/**
 * @returns the authorization whose reservation has ended, or the time at which it ends; undefined if nothing is
 *   reserved any more
 */
async function endedReservation(
  store: ComposedStore['store'],
  key: number,
  now: number,
): Promise<MailedTransaction | PostponedMail | undefined> {
  const mailed = await mailedTransaction(store, key);
  if (mailed === undefined || !mailed.merchant.profile.receipts.mail) {
    return undefined;
  }
  const end = await reservationEnd(store.orders, mailed.merchant, mailed.order);
  if (end === undefined) {
    return undefined;
  }
  return now > end ? { ...mailed, occasion: 'change' } : { dueAt: end + 1 };
}

interface MailedTransaction {
  readonly order: StoredOrder;
  /** The payment whose receipt the mail contains. */
  readonly payment: StoredTransaction;
  readonly merchant: Merchant;
  readonly occasion: Occasion;
}

/** @returns undefined if no mail is to be sent any more */
async function mailedTransaction(
  { orders, merchants }: ComposedStore['store'],
  key: number,
): Promise<MailedTransaction | undefined> {
  const found = await orders.transactionByKey(key);
  const merchant = found && (await merchants.byKey(found.order.merchantKey));
  if (found === undefined || merchant === undefined) {
    return undefined;
  }
  const { order, transaction } = found;
  if (!isToldToPayer(transaction)) {
    return { order, payment: transaction, merchant, occasion: 'payment' };
  }
  // The refund may come months after the payment, when the merchant's profile has changed.
  const payment = merchant.profile.receipts.mail ? await mailedPayment(orders, order) : undefined;
  return payment && { order, payment, merchant, occasion: transaction.request.type === 'REFUND' ? 'refund' : 'change' };
}

interface PaidByCustomer {
  readonly merchant: Merchant;
  readonly payment: StoredTransaction;
  readonly now: number;
}

/**
 * The page of the payer's saved cards; undefined if the merchant keeps none, the payer has none, or the payer is
 * unknown: the holder of a payment link may be another person than its customer.
 */
async function savedCardsPath(
  { customerCards }: ComposedStore['store'],
  vault: ComposedStore['vault'],
  { merchant: { key, profile }, payment, now }: PaidByCustomer,
): Promise<string | undefined> {
  const { page, details } = payment.request;
  const customerId = profile.savedCards === null || !page?.receipt?.isNamed ? undefined : customerIdOf(details);
  return customerId === undefined
    ? undefined
    : savedCardsAddress(vault, await customerCards.ofCustomer(key, customerHashes(vault, key, customerId)), now);
}

/**
 * Logs the merchants whose receipts cannot be sent. Does not throw, because an unreadable row must not prevent the
 * start.
 */
async function logUnsent({ merchants }: ComposedStore['store'], log: Foundation['log']): Promise<void> {
  try {
    for (const { id, profile } of await merchants.list()) {
      if (profile.receipts.mail) {
        log.warn({ merchant: id }, 'a merchant has receipts mailed, and SMTP_URL is not set: none is sent');
      }
    }
  } catch (err) {
    log.warn({ err }, 'whether a merchant has receipts mailed could not be read');
  }
}

function mailAddresses(
  { shop }: MailedReceipt,
  { profile: { receipts } }: Merchant,
  sender: string,
): Pick<Mail, 'from' | 'replyTo'> {
  const replyTo = receipts.replyTo ?? shop.email;
  return {
    from: { name: shop.name, address: receipts.from ?? sender },
    replyTo,
  };
}
