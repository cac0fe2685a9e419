/** The timeline of an order: transactions, authentications, steps at providers and notifications, by their times. */
import { storedAmount } from '../../checkout/index.ts';
import { MINUTE_MS } from '../../contract/durations.ts';
import { resultOf } from '../../contract/gateway-codes.ts';
import { InterfaceError } from '../../contract/interface-error.ts';
import { providerName } from '../../contract/providers/index.ts';
import { readableText } from '../../contract/write.ts';
import type { NotificationView, StoredTransaction } from '../../core/ports/index.ts';
import type { TimelineEntry, TimelineTransaction } from '../../web/views/console/index.ts';
import type { OrderWithTransactions } from '../orders.ts';
import type { MerchantRequest } from './answer.ts';
import { actEntries } from './order-act-entries.ts';
import { instant } from './order-entries.ts';

/** A transaction or an authentication, as the interface shows it to the merchant's server, with the number masked. */
interface Retrieved {
  readonly timeOfRecord: string;
  readonly transaction: { readonly id: string; readonly type: string; readonly authenticationStatus?: string };
}

export async function orderTimeline(
  request: MerchantRequest,
  { order, transactions }: OrderWithTransactions,
): Promise<readonly TimelineEntry[]> {
  const { actsOn, notifications, timelineOf } = request.dependencies;
  const [retrieved, sent, steps, acts] = await Promise.all([
    retrieve(request, order.orderId),
    notifications.ofOrder(order.key),
    Promise.all(transactions.map((one) => stepsOf(one, timelineOf))),
    actsOn(order.key),
  ]);
  const textOf = new Map(retrieved.map((answer) => [answer.transaction.id, readableText(answer)]));
  const entries: readonly TimelineEntry[] = [
    ...retrieved.flatMap(authenticationEntry),
    ...transactions.flatMap((one) => transactionEntries(one, textOf.get(one.transactionId))),
    ...steps.flat(),
    ...actEntries(acts),
    ...sent.flatMap((one) => notificationEntries(one, transactions)),
  ];
  // ISO 8601 in UTC compares as text, and the sort keeps entries of the same time in this order.
  return entries.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

/** @returns none where the interface refuses an id that it accepted once, such as one that looks like a card number */
async function retrieve(
  { dependencies, place, caller }: MerchantRequest,
  orderId: string,
): Promise<readonly Retrieved[]> {
  const { merchant } = place;
  const call = {
    operation: 'RETRIEVE_ORDER',
    merchant,
    ids: { order: orderId },
    body: {},
    address: caller.address,
  } as const;
  try {
    return (await dependencies.callInterface(call)).transaction as readonly Retrieved[];
  } catch (error) {
    if (error instanceof InterfaceError) {
      return [];
    }
    throw error;
  }
}

function authenticationEntry(answer: Retrieved): TimelineEntry[] {
  const { id, type, authenticationStatus: status } = answer.transaction;
  return type === 'AUTHENTICATION' && status !== undefined
    ? [{ kind: 'AUTHENTICATION', id, status, at: answer.timeOfRecord, text: readableText(answer) }]
    : [];
}

/** A result that came later than this is an entry of its own. */
const SAME_TIME_MS = MINUTE_MS;

function transactionEntries(
  { transactionId, request, outcome, createdAt, updatedAt }: StoredTransaction,
  text: string | undefined,
): TimelineTransaction[] {
  const started: TimelineTransaction = {
    kind: 'TRANSACTION',
    id: transactionId,
    type: request.type,
    amount: storedAmount(request),
    result: outcome === undefined ? 'PENDING' : resultOf(outcome.gatewayCode),
    userId: request.details.userId,
    at: instant(createdAt),
    text,
  };
  const isLate = outcome !== undefined && updatedAt - createdAt > SAME_TIME_MS;
  return isLate
    ? [
        { ...started, result: 'STARTED', text: undefined },
        { ...started, userId: undefined, at: instant(updatedAt) },
      ]
    : [started];
}

async function stepsOf(
  { key, request }: StoredTransaction,
  timelineOf: MerchantRequest['dependencies']['timelineOf'],
): Promise<TimelineEntry[]> {
  const timeline = request.instrument.type === 'BROWSER_PAYMENT' ? await timelineOf(key) : undefined;
  return (timeline?.events ?? []).map(({ kind, outcome, times, at }) => ({
    kind: 'STEP',
    step: kind,
    provider: providerName(timeline?.payment.provider ?? ''),
    outcome,
    times,
    at: instant(at),
  }));
}

function notificationEntries(
  { transactionId, event, state, createdAt, deliveredAt }: NotificationView,
  transactions: readonly StoredTransaction[],
): TimelineEntry[] {
  const at = instant(createdAt);
  return [
    ...(event === undefined ? [] : [{ kind: 'CHECKOUT' as const, event, at }]),
    {
      kind: 'NOTIFICATION',
      type: transactions.find((one) => one.transactionId === transactionId)?.request.type,
      state,
      at,
      deliveredAt: deliveredAt === null ? undefined : instant(deliveredAt),
    },
  ];
}
