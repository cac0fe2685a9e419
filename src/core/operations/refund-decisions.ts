/**
 * Carries out the operator's decisions on refund requests. An approved request becomes a REFUND under a transaction id
 * made from the request's row, so that a second run is an idempotent retry and refunds once. If a refund certainly was
 * not sent, the next attempt gets the next such id. The request is resolved with the result of the refund that was
 * sent.
 */

import { fixedText } from '../../contract/decimal.ts';
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import { InterfaceError } from '../../contract/interface-error.ts';
import { currencyOf } from '../../contract/money.ts';
import { KeyedMutex } from '../../platform/keyed-mutex.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import { isOpen, isOpenCode, wasNeverSent } from '../order/order.ts';
import { type RefundDecision, type StoredOrder, type StoredTransaction, supportCode } from '../ports/index.ts';
import { acquirerOf } from '../processing/acquirers.ts';
import { processorOf, providerIdOf } from '../processing/processor.ts';
import { resolvePending } from '../processing/resolve-pending.ts';
import { pendingPause } from '../schedules/follow-up-schedule.ts';
import type { DueWorker } from '../workers/due-worker.ts';
import { waitingWorker } from '../workers/waiting-worker.ts';
import { execute } from './execute.ts';

export interface RefundDecisionDependencies {
  readonly gateway: Gateway;
  readonly merchantByKey: (key: number) => Promise<Merchant | undefined>;
}

/**
 * The longest wait for the lock. After it the decision is left for the next run, so that shutdown does not wait for a
 * long queue.
 */
const TURN_WAIT_MS_MAX = 5_000;

export function refundDecisionWorker(dependencies: RefundDecisionDependencies): DueWorker<RefundDecision> {
  const { gateway } = dependencies;
  // Carry out one decision at a time for each processor. In parallel, all would find an acquirer ready whose open
  // circuit breaker allows a single probe.
  const turns = new KeyedMutex();
  return waitingWorker({
    name: 'decisions on refunds',
    log: gateway.log,
    queue: { kind: 'REFUND_DECISION' },
    due: (limit) => gateway.orders.refundDecisions(limit),
    keyOf: ({ transaction }) => transaction.key,
    work: (decided) => {
      const readAt = gateway.clock.now();
      return turns.run(processorOf(decided.transaction.request), async () => {
        const isResolved = gateway.clock.now() - readAt <= TURN_WAIT_MS_MAX && (await act(dependencies, decided));
        if (isResolved) {
          await gateway.orders.refundDecisionDone(decided.transaction.key, gateway.clock.now());
        }
        return isResolved;
      });
    },
  });
}

/**
 * @returns true if the refund request is resolved; false while the order is locked or has an open result that prevents
 *   it, the acquirer is unavailable, or the refund was not sent or has an open result
 */
async function act({ gateway, merchantByKey }: RefundDecisionDependencies, decided: RefundDecision): Promise<boolean> {
  const { order, transaction, decision } = decided;
  if (transaction.outcome === undefined || !isOpenCode(transaction.outcome.gatewayCode)) {
    return true;
  }
  if (providerIdOf(transaction.request) === undefined && !acquirerOf(gateway, transaction).ready()) {
    return false;
  }
  const merchant = await merchantByKey(order.merchantKey);
  if (merchant === undefined) {
    throw new Error('A refund was decided for a merchant that is gone.');
  }
  const gatewayCode = decision === 'APPROVED' ? await refund(gateway, merchant, decided) : 'CANCELLED';
  if (gatewayCode === undefined || isOpenCode(gatewayCode)) {
    return false;
  }
  return resolveRequest(gateway, decided, gatewayCode);
}

/** @returns the result of the refund; undefined if the refund has no result yet or was not sent */
async function refund(
  gateway: Gateway,
  merchant: Merchant,
  { order: { merchantKey, orderId }, transaction }: RefundDecision,
): Promise<GatewayCode | undefined> {
  const order = await gateway.orders.find(merchantKey, orderId);
  const transactionId = order && (await dueId(gateway, order, transaction));
  if (order === undefined || transactionId === undefined) {
    return undefined;
  }
  try {
    const result = await execute(gateway, {
      merchant,
      orderId,
      transactionId,
      operation: 'REFUND',
      version: transaction.request.version,
      entryPoint: 'MERCHANT_ADMINISTRATION',
      values: { transaction: { amount: amountText(transaction), currency: transaction.request.currency } },
      approved: transaction.transactionId,
    });
    if (result.kind === 'LOCKED') {
      return undefined;
    }
    const after = await gateway.orders.find(merchantKey, orderId);
    if (unsentIds(after).has(transactionId)) {
      gateway.log.warn(
        { transaction: result.transaction.key, paymentCode: supportCode(gateway.sealer, order.key) },
        'an approved refund was not sent; it is tried again',
      );
      return undefined;
    }
    return result.transaction.outcome?.gatewayCode;
  } catch (error) {
    if (!(error instanceof InterfaceError)) {
      throw error;
    }
    // Another process is executing the refund, or the refund may become possible once another result is known.
    if (error.errorCause === 'SERVER_BUSY' || (await isUnsettled(gateway, order))) {
      return undefined;
    }
    // The order has changed since the refund was requested.
    gateway.log.warn(
      { transaction: transaction.key, paymentCode: supportCode(gateway.sealer, order.key), reason: error.message },
      'an approved refund is not possible',
    );
    return 'DECLINED';
  }
}

/**
 * The transaction id of the refund for this request. Skips only ids of refunds that certainly were not sent. A refund
 * that was made or has an open result is therefore not repeated under another id.
 * @returns undefined if the previous attempt could not be sent and its retry is not due yet
 */
async function dueId(
  { orders, clock }: Gateway,
  order: StoredOrder,
  request: StoredTransaction,
): Promise<string | undefined> {
  const unsent = unsentIds(order);
  let tries = 0;
  while (unsent.has(approvedId(request, tries))) {
    tries += 1;
  }
  const last = tries === 0 ? undefined : await orders.transaction(order.key, approvedId(request, tries - 1));
  const isTooSoon = last !== undefined && clock.now() < last.updatedAt + pendingPause(tries);
  return isTooSoon ? undefined : approvedId(request, tries);
}

/** @param tries the number of earlier refunds of this request, none of which was sent */
function approvedId({ key }: StoredTransaction, tries: number): string {
  return tries === 0 ? `refund-${key}` : `refund-${key}-${tries + 1}`;
}

function unsentIds(order: StoredOrder | undefined): ReadonlySet<string> {
  return new Set(order?.state.movements.filter(wasNeverSent).map(({ transactionId }) => transactionId));
}

/**
 * True if an operation of the order is in progress or has changed the order since `seen`. Refund requests that wait for
 * a person do not count.
 * @param seen the order before the refusal
 */
async function isUnsettled({ orders }: Gateway, seen: StoredOrder): Promise<boolean> {
  const now = await orders.find(seen.merchantKey, seen.orderId);
  return (
    seen.lockedBy !== null ||
    now?.fence !== seen.fence ||
    seen.state.movements.some((one) => isOpen(one) && one.type !== 'REFUND_REQUEST')
  );
}

function amountText({ request }: StoredTransaction): string {
  return fixedText(request.amount, currencyOf(request.currency)?.exponent ?? 0);
}

/** @returns false if another operation has changed the order. The next run resolves the request */
async function resolveRequest(
  gateway: Gateway,
  { order: seen, transaction, merchantId }: RefundDecision,
  gatewayCode: GatewayCode,
): Promise<boolean> {
  const order = await gateway.orders.find(seen.merchantKey, seen.orderId);
  return (
    order !== undefined &&
    (await resolvePending(gateway, { merchantId, order, transaction, became: { gatewayCode } })) !== undefined
  );
}
