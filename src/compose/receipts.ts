/** Mailed receipts: the worker, and the parts of each mail. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Mail, Occasion, ReceiptMail, ReceiptWorker } from '../adapters/receipts/index.ts';
import { type MailedReceipt, madePayment, paidParts, savedCardsAddress, storedReceipt } from '../checkout/index.ts';
import { customerHashes, customerIdOf, isToldToPayer, type Merchant, mailedPayment } from '../core/index.ts';
import type { StoredOrder, StoredTransaction } from '../core/ports/index.ts';
import type { Foundation } from './foundation.ts';
import type { ComposedStore, Membership } from './store.ts';

const ID_BYTES = 16;

/** @returns undefined if the settings name no mail server */
export async function composeReceipts(
  { settings, clock, log }: Foundation,
  { store, vault }: ComposedStore,
  { isAlive }: Membership,
): Promise<ReceiptWorker | undefined> {
  const { mail: server, mode, isRehearsal, publicOrigin } = settings;
  if (server === undefined) {
    await logUnsent(store, log);
    return undefined;
  }
  // Import this only if it is needed: mails need the texts of all languages, and most gateways send no mail.
  const receipts = await import('../adapters/receipts/index.ts');
  const { hostname } = new URL(publicOrigin);
  const messageId = (key: number) => {
    const digest = Buffer.from(vault.hash('receipt mail', `${key}`)).subarray(0, ID_BYTES);
    return `<${digest.toString('hex')}@${hostname}>`;
  };
  const isSandbox = mode === 'sandbox' || isRehearsal;
  const mailOf = async (key: number): Promise<ReceiptMail | undefined> => {
    const mailed = await mailedTransaction(store, key);
    const to = mailed?.payment.request.details.customer?.email;
    if (mailed === undefined || to === undefined) {
      return undefined;
    }
    const { order, payment, merchant, occasion } = mailed;
    const handle = (await store.browserPayments.find(payment.key))?.payment.handle;
    const parts = await paidParts(store.orders, order);
    const made = await madePayment({ orders: store.orders, clock }, merchant, order, payment);
    const paid = { order, transaction: payment, merchant, made, handle, parts };
    const receipt = storedReceipt({ sealer: vault, sandbox: isSandbox }, paid);
    if (receipt === undefined) {
      return undefined;
    }
    const { supportCode, statusPath } = receipt;
    const absolute = (path: string | undefined) => path && `${publicOrigin}${path}`;
    const cards = await savedCardsPath(store, vault, { merchant, payment, now: clock.now() });
    const letter = receipts.letterOf(receipt, absolute(statusPath), occasion, absolute(cards));
    return { ...mailAddresses(receipt, merchant, server.from), letter, to, messageId: messageId(key), supportCode };
  };
  const mailer = new receipts.SmtpMailer(server, hostname);
  return new receipts.ReceiptWorker({ outbox: store.receipts, mailer, mailOf, clock, isAlive, pause, log });
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

/** The page of the payer's saved cards; undefined if the merchant keeps none, or the payer has none. */
async function savedCardsPath(
  { customerCards }: ComposedStore['store'],
  vault: ComposedStore['vault'],
  { merchant: { key, profile }, payment, now }: PaidByCustomer,
): Promise<string | undefined> {
  const customerId = profile.savedCards === null ? undefined : customerIdOf(payment.request.details);
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
