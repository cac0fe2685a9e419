/** Mailed receipts: the worker, and the parts of each mail. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Mail, ReceiptMail, ReceiptWorker } from '../adapters/receipts/index.ts';
import { type MailedReceipt, madePayment, paidParts, storedReceipt } from '../checkout/index.ts';
import type { Merchant } from '../core/index.ts';
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
  const mailOf = async (key: number): Promise<ReceiptMail | undefined> => {
    const found = await store.orders.transactionByKey(key);
    const merchant = found && (await store.merchants.byKey(found.order.merchantKey));
    const to = found?.transaction.request.details.customer?.email;
    if (found === undefined || merchant === undefined || to === undefined) {
      return undefined;
    }
    const handle = (await store.browserPayments.find(key))?.payment.handle;
    const parts = await paidParts(store.orders, found.order);
    const made = await madePayment({ orders: store.orders, clock }, merchant, found.order, found.transaction);
    const paid = { ...found, merchant, made, handle, parts };
    const receipt = storedReceipt({ sealer: vault, sandbox: mode === 'sandbox' || isRehearsal }, paid);
    if (receipt === undefined) {
      return undefined;
    }
    const letter = receipts.letterOf(receipt, receipt.statusPath && `${publicOrigin}${receipt.statusPath}`);
    const { supportCode } = receipt;
    return { ...mailAddresses(receipt, merchant, server.from), letter, to, messageId: messageId(key), supportCode };
  };
  const mailer = new receipts.SmtpMailer(server, hostname);
  return new receipts.ReceiptWorker({ outbox: store.receipts, mailer, mailOf, clock, isAlive, pause, log });
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
