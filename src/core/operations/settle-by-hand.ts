/**
 * Settles a payment by hand when an operator knows its result from the bank and no processor reports it. An open result
 * is resolved as by a late answer, with the same effects on order, notification, receipt and pages. A payment that
 * ended at a provider without a result cannot become paid: it is declined for good, or becomes a late capture.
 */
import { type GatewayCode, resultOf } from '../../contract/gateway-codes.ts';
import { paymentResult } from '../browser-payments/index.ts';
import { isOpenCode } from '../order/order.ts';
import { heldParts } from '../order/parts.ts';
import type {
  BrowserEvent,
  BrowserPayments,
  EventKind,
  NotificationDependencies,
  StoredOrder,
  StoredTransaction,
} from '../ports/index.ts';
import { isUnansweredAdvice } from '../processing/advice.ts';
import { isBrowserPayment } from '../processing/processor.ts';
import { SENT_ELSEWHERE } from '../processing/record-reported.ts';
import { type ResolvePendingDependencies, resolvePending } from '../processing/resolve-pending.ts';
import { NEVER } from '../schedules/follow-up-schedule.ts';
import { pauseAfterEnd } from '../schedules/query-schedule.ts';

export type KnownResult = 'failed' | 'paid';

/**
 * `SETTLED`: the payment has the given result now. `LATE`: it is a late capture now and waits for a decision.
 * `REPEATED`: the payment had already been settled with this result; no change is made. All other results are reasons
 * why the payment is not settled. `ABSENT`: there is no such transaction. `BUSY`: its order is locked. `DECIDED`: its
 * result is known. `ADVICE`: its advice is repeated until it is answered. `APPROVAL`: it waits for the operator's
 * approval. `PART`: another part of the order is held.
 */
export type HandResult =
  | 'ABSENT'
  | 'ADVICE'
  | 'APPROVAL'
  | 'BUSY'
  | 'DECIDED'
  | 'LATE'
  | 'PART'
  | 'REPEATED'
  | 'SETTLED';

export interface HandDependencies extends Omit<ResolvePendingDependencies, 'notifications'> {
  readonly notifications: Pick<NotificationDependencies, 'body'>;
  readonly payments: Pick<BrowserPayments, 'find' | 'recordQuery' | 'setLate'>;
  readonly pause: (ms: number) => Promise<unknown>;
}

export interface SettledPayment {
  readonly merchant: { readonly key: number; readonly id: string };
  readonly orderId: string;
  readonly transactionId: string;
  readonly result: KnownResult;
  /** The name of the operator. */
  readonly by: string;
}

const CODES: Readonly<Record<KnownResult, GatewayCode>> = { failed: 'DECLINED', paid: 'APPROVED' };

/** The number and interval of attempts while another operation locks the order. */
const TRIES_MAX = 20;
const TRY_PAUSE_MS = 50;

export async function settleByHand(dependencies: HandDependencies, payment: SettledPayment): Promise<HandResult> {
  for (let tries = 1; ; tries += 1) {
    const done = await tryToSettle(dependencies, payment);
    if (done !== 'BUSY' || tries === TRIES_MAX) {
      return done;
    }
    await dependencies.pause(TRY_PAUSE_MS);
  }
}

async function tryToSettle(dependencies: HandDependencies, payment: SettledPayment): Promise<HandResult> {
  const { orders } = dependencies;
  const order = await orders.find(payment.merchant.key, payment.orderId);
  const transaction = order && (await orders.transaction(order.key, payment.transactionId));
  if (order === undefined || transaction === undefined) {
    return 'ABSENT';
  }
  const { outcome } = transaction;
  if (outcome === undefined) {
    return 'BUSY';
  }
  if (isOpenCode(outcome.gatewayCode)) {
    return refusalOf(order, transaction) ?? resolve(dependencies, payment, order, transaction);
  }
  if (outcome.isByHand && outcome.gatewayCode === CODES[payment.result]) {
    return 'REPEATED';
  }
  return isBrowserPayment(transaction.request) ? settleEnded(dependencies, payment, transaction) : 'DECIDED';
}

function refusalOf(order: StoredOrder, transaction: StoredTransaction): HandResult | undefined {
  const { request } = transaction;
  if (request.type === 'REFUND_REQUEST') {
    return 'APPROVAL';
  }
  // An unanswered advice may not have reached the acquirer.
  if (isUnansweredAdvice(transaction)) {
    return 'ADVICE';
  }
  // A hold is settled or released together with the payment of the rest.
  return request.part !== undefined && heldParts(order.state).length > 0 ? 'PART' : undefined;
}

async function resolve(
  dependencies: HandDependencies,
  payment: SettledPayment,
  order: StoredOrder,
  transaction: StoredTransaction,
): Promise<HandResult> {
  const gatewayCode = CODES[payment.result];
  const { reply } = transaction.outcome ?? {};
  const isAtProvider = isBrowserPayment(transaction.request);
  // Query the provider after any failed payment, because it may still take money.
  const pause = isAtProvider && resultOf(gatewayCode) === 'FAILURE' ? pauseAfterEnd(0) : null;
  const resolved = await resolvePending(
    { ...dependencies, notifications: { ...SENT_ELSEWHERE, ...dependencies.notifications } },
    {
      merchantId: payment.merchant.id,
      order,
      transaction,
      became: { gatewayCode, isByHand: true, ...(reply && { reply: { ...reply, gatewayCode } }) },
      events: isAtProvider ? [eventOf(dependencies, payment, 'COMPLETED', gatewayCode)] : undefined,
      followUpAt: pause === null ? undefined : dependencies.clock.now() + pause,
    },
  );
  return resolved === undefined ? 'BUSY' : 'SETTLED';
}

/** The outcome in the timeline, distinct from all provider replies. */
const BY_HAND = 'BY_HAND';

async function settleEnded(
  dependencies: HandDependencies,
  payment: SettledPayment,
  { key }: StoredTransaction,
): Promise<HandResult> {
  const { payments } = dependencies;
  const found = await payments.find(key);
  const kind = payment.result === 'paid' ? 'LATE_SUCCESS' : 'ASKED';
  if (found?.events.some((one) => one.kind === kind && one.outcome === BY_HAND)) {
    return 'REPEATED';
  }
  if (found === undefined || paymentResult(found).kind !== 'unsettled') {
    return 'DECIDED';
  }
  const noted = eventOf(dependencies, payment, kind, BY_HAND);
  if (payment.result === 'paid') {
    return (await payments.setLate(key, { before: null, after: 'REPORTED' }, [noted], null)) ? 'LATE' : 'BUSY';
  }
  await payments.recordQuery(key, { earlierQueries: 0, at: NEVER }, null, [noted]);
  return 'SETTLED';
}

function eventOf(
  { clock }: Pick<HandDependencies, 'clock'>,
  { by: source }: SettledPayment,
  kind: EventKind,
  outcome: string,
): BrowserEvent {
  return { kind, actor: 'OPERATOR', source, outcome, at: clock.now() };
}
