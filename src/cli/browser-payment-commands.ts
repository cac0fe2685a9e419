/**
 * Browser payments for an operator: the timeline of an order's payments, and late captures that wait for a decision.
 * The decision is stored; the running gateway executes it within a second.
 */
import { userInfo } from 'node:os';
import type { Store } from '../adapters/store/index.ts';
import { currencyOf, majorText } from '../contract/money.ts';
import { isBrowserPayment } from '../core/index.ts';
import type { FoundPayment, LateCapture, StoredTransaction } from '../core/ports/index.ts';
import { type CommandCall, type CommandResult, UsageError } from './command.ts';
import { listing } from './listing.ts';
import { printable } from './printable.ts';

/** Maximum number of listed rows, so that the list fits a terminal's scrollback. */
const LISTED_MAX = 1_000;

/** `browser-payment show MERCHANT ORDER`: one line for each event, in order of its first occurrence. */
export async function showBrowserPayments({ store, args, usage }: CommandCall): Promise<string> {
  const [merchantId, orderId, ...rest] = args;
  if (merchantId === undefined || orderId === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const merchant = await store.merchants.find(merchantId);
  const order = merchant && (await store.orders.find(merchant.key, orderId));
  const transactions = order === undefined ? [] : await store.orders.transactions(order.key);
  const lines = await timelineOf(store, transactions);
  if (lines.length === 0) {
    throw new UsageError('This order has no browser payment.');
  }
  return lines.join('\n');
}

/** @returns a line for each event of the order's browser payments */
export async function timelineOf(
  { browserPayments }: Pick<Store, 'browserPayments'>,
  transactions: readonly StoredTransaction[],
): Promise<string[]> {
  const found = await Promise.all(
    transactions.filter(({ request }) => isBrowserPayment(request)).map(({ key }) => browserPayments.find(key)),
  );
  return found.flatMap((payment) => (payment === undefined ? [] : eventLines(payment)));
}

function eventLines({ transaction, payment, events }: FoundPayment): string[] {
  return events.map(({ kind, actor, outcome, source, at, times }) =>
    [
      transaction.transactionId,
      payment.provider,
      new Date(at).toISOString(),
      kind,
      outcome || '-',
      actor,
      source || '-',
      times === 1 ? 'once' : `${times} times`,
    ]
      .map(printable)
      .join('\t'),
  );
}

/** `late-payment list`: the oldest first. */
export async function listLatePayments({ store }: CommandCall): Promise<CommandResult> {
  const reported = await store.browserPayments.reportedPayments(LISTED_MAX);
  const rows = reported.map(({ merchantId, order, payment, transaction: { transactionId, request } }) => ({
    merchant: merchantId,
    order: order.orderId,
    transaction: transactionId,
    provider: payment.provider,
    reference: payment.reference,
    amount: majorText(request.amount, currencyOf(request.currency)!),
    currency: request.currency,
  }));
  return listing(
    rows,
    ({ merchant, order, transaction, provider, reference, amount, currency }) => [
      merchant,
      order,
      transaction,
      provider,
      reference,
      `${amount} ${currency}`,
    ],
    'No late payment waits for a decision.',
  );
}

export function amountOf({ request: { amount, currency } }: StoredTransaction): string {
  return `${majorText(amount, currencyOf(currency)!)} ${currency}`;
}

export async function refundLatePayment(call: CommandCall): Promise<string> {
  await decide(call, 'REFUNDING', Date.now());
  return 'The refund is sent to the provider.';
}

export async function closeLatePayment(call: CommandCall): Promise<string> {
  await decide(call, 'CLOSED', null);
  return 'Nothing more is done about it.';
}

async function decide({ store, args, usage }: CommandCall, after: LateCapture, queryAt: number | null): Promise<void> {
  const [merchantId, orderId, transactionId, ...rest] = args;
  if (merchantId === undefined || orderId === undefined || transactionId === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const merchant = await store.merchants.find(merchantId);
  const order = merchant && (await store.orders.find(merchant.key, orderId));
  const transaction = order && (await store.orders.transaction(order.key, transactionId));
  const noted = {
    kind: 'LATE_DECISION',
    actor: 'OPERATOR',
    outcome: after,
    source: userInfo().username,
    at: Date.now(),
  } as const;
  const change = { before: 'REPORTED', after } as const;
  if (transaction === undefined || !(await store.browserPayments.setLate(transaction.key, change, [noted], queryAt))) {
    throw new UsageError('No such late payment waits for a decision. turnpike late-payment list shows those that do.');
  }
}
