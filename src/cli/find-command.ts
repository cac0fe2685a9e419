/**
 * `find CODE`: the payment whose support code a payer reads out, without card data. Only this command finds a payment
 * by its code; no page and no operation of the interface does.
 */
import type { Store } from '../adapters/store/index.ts';
import { Vault } from '../adapters/vault/index.ts';
import { resultOf } from '../contract/gateway-codes.ts';
import { orderStatus } from '../core/index.ts';
import {
  orderKeysOf,
  plainCode,
  type StoredAuthentication,
  type StoredOrder,
  type StoredTransaction,
} from '../core/ports/index.ts';
import type { Settings } from '../settings/index.ts';
import { amountOf, timelineOf } from './browser-payment-commands.ts';
import { type CommandCall, type NamedById, UsageError } from './command.ts';
import { notificationLine } from './notification-commands.ts';
import { printable } from './printable.ts';

/** The code of one request, in error answers and in the log. */
const REQUEST_CODE = /^[0-9A-HJKMNP-TV-Z]{12}$/;

const NO_CODE =
  'A support code has eight characters, such as K3DQ-9XF2, or eleven: digits, and letters without I, L, O and U. ' +
  'Capital letters, spaces and hyphens make no difference.';

const PAYMENT_CODE = /^[0-9A-HJKMNP-TV-Z]{8}(?:[0-9A-HJKMNP-TV-Z]{3})?$/;

/** A code does not name its store, which is found by trying the keys of each. */
export const SUPPORT_CODE: NamedById = {
  madeIn: (args) => (PAYMENT_CODE.test(plainCode(args.join(''))) ? 'ANY' : undefined),
  isIn: async (store, settings, args) => ((await ordersOf(store, settings, args.join(''))) ?? []).length > 0,
};

/** @throws UsageError for a text that is no code, or the code of no payment */
export async function findPayment({ store, settings, args, usage }: CommandCall): Promise<string> {
  if (args.length === 0) {
    throw new UsageError(usage);
  }
  const typed = args.join('');
  const orders = await ordersOf(store, settings, typed);
  if (orders === undefined) {
    throw new UsageError(REQUEST_CODE.test(plainCode(typed)) ? inLog(typed) : NO_CODE);
  }
  if (orders.length === 0) {
    throw new UsageError(`No payment has the support code ${plainCode(typed)}. Ask the payer to read it once more.`);
  }
  return (await Promise.all(orders.map((order) => linesOf(store, order)))).flat().join('\n');
}

/** @returns undefined for a text that is no code */
async function ordersOf(store: Store, { keys: keks }: Settings, typed: string): Promise<StoredOrder[] | undefined> {
  const keys = orderKeysOf(await Vault.open(keks, store.dataKeys), typed);
  const found = keys && (await Promise.all(keys.map((key) => store.orders.byKey(key))));
  return found?.filter((one) => one !== undefined);
}

function inLog(typed: string): string {
  const code = plainCode(typed).toLowerCase();
  return `This is the code of a request, not of a payment. Search the gateway's log for "supportCode":"${code}".`;
}

async function linesOf(store: Store, order: StoredOrder): Promise<string[]> {
  const merchant = await store.merchants.byKey(order.merchantKey);
  const transactions = await store.orders.transactions(order.key);
  const authentications = await store.authentications.ofOrder(order.key);
  const isReversing = await store.orders.isReversalPending(order.key);
  const notifications = await store.notifications.ofOrder(order.key);
  return [
    line('order', merchant?.id ?? '-', order.orderId, orderStatus(order.state), time(order.createdAt)),
    ...authentications.map(authenticationLine),
    ...transactions.map(transactionLine),
    ...(isReversing ? [line('reversal', 'not acknowledged by the acquirer yet')] : []),
    ...(await timelineOf(store, transactions)).map((event) => `event\t${event}`),
    ...notifications.map((view) => `notification\t${notificationLine(view)}`),
  ];
}

function authenticationLine({ transactionId, createdAt, updatedAt, usedBy }: StoredAuthentication): string {
  const use = usedBy === null ? 'unused' : 'used by a payment';
  return line('authentication', transactionId, use, time(createdAt), time(updatedAt));
}

function transactionLine(transaction: StoredTransaction): string {
  const { transactionId, request, outcome, createdAt, updatedAt } = transaction;
  const { type, instrument } = request;
  const code = outcome?.gatewayCode;
  return line(
    'transaction',
    transactionId,
    type,
    amountOf(transaction),
    instrument.type === 'BROWSER_PAYMENT' ? instrument.provider : instrument.brand,
    code === undefined ? 'PENDING' : resultOf(code),
    code ?? 'in flight',
    time(createdAt),
    time(updatedAt),
  );
}

function line(...parts: readonly string[]): string {
  return parts.map(printable).join('\t');
}

function time(at: number): string {
  return new Date(at).toISOString();
}
