/**
 * Carries out the operator's decisions on refunds that wait for approval. An approved one becomes a REFUND of its own,
 * under a transaction id made from the request's row, so that a second run is an idempotent retry and refunds once. The
 * request is resolved with the result of that refund.
 */

import { fixedText } from '../../contract/decimal.ts';
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import { InterfaceError } from '../../contract/interface-error.ts';
import { currencyOf } from '../../contract/money.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import { isOpenCode } from '../order/order.ts';
import type { RefundDecision, StoredTransaction } from '../ports/index.ts';
import { acquirerOf } from '../processing/acquirers.ts';
import { providerOf } from '../processing/processor.ts';
import { resolvePending } from '../processing/resolve-pending.ts';
import type { DueWorker } from '../workers/due-worker.ts';
import { waitingWorker } from '../workers/waiting-worker.ts';
import { execute } from './execute.ts';

export interface RefundDecisionDependencies {
  readonly gateway: Gateway;
  readonly merchantByKey: (key: number) => Promise<Merchant | undefined>;
}

export function refundDecisionWorker(dependencies: RefundDecisionDependencies): DueWorker<RefundDecision> {
  const { gateway } = dependencies;
  return waitingWorker({
    name: 'decisions on refunds',
    log: gateway.log,
    due: (limit) => gateway.orders.refundDecisions(limit),
    keyOf: ({ transaction }) => transaction.key,
    work: async (decided) => {
      const isResolved = await act(dependencies, decided);
      if (isResolved) {
        await gateway.orders.refundDecisionDone(decided.transaction.key, gateway.clock.now());
      }
      return isResolved;
    },
  });
}

/**
 * @returns whether the request is resolved; false while its order is locked, its acquirer is away, or its refund's own
 *   result is open
 */
async function act({ gateway, merchantByKey }: RefundDecisionDependencies, decided: RefundDecision): Promise<boolean> {
  const { order, transaction, decision } = decided;
  if (transaction.outcome === undefined || !isOpenCode(transaction.outcome.gatewayCode)) {
    return true;
  }
  if (providerOf(transaction.request) === undefined && !acquirerOf(gateway, transaction).ready()) {
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

/** @returns the result of the refund; undefined while the order is locked */
async function refund(
  gateway: Gateway,
  merchant: Merchant,
  { order, transaction }: RefundDecision,
): Promise<GatewayCode | undefined> {
  try {
    const result = await execute(gateway, {
      merchant,
      orderId: order.orderId,
      transactionId: approvedId(transaction),
      operation: 'REFUND',
      version: transaction.request.version,
      entryPoint: 'MERCHANT_ADMINISTRATION',
      values: { transaction: { amount: amountText(transaction), currency: transaction.request.currency } },
      approved: transaction.transactionId,
    });
    return result.kind === 'LOCKED' ? undefined : result.transaction.outcome?.gatewayCode;
  } catch (error) {
    if (!(error instanceof InterfaceError)) {
      throw error;
    }
    // Another process is executing it.
    if (error.errorCause === 'SERVER_BUSY') {
      return undefined;
    }
    // The order has changed since the refund was requested.
    gateway.log.warn({ transaction: transaction.key, reason: error.message }, 'an approved refund is not possible');
    return 'DECLINED';
  }
}

function approvedId({ key }: StoredTransaction): string {
  return `refund-${key}`;
}

function amountText({ request }: StoredTransaction): string {
  return fixedText(request.amount, currencyOf(request.currency)?.exponent ?? 0);
}

/** @returns false when another operation changed the order meanwhile: the next run resolves it */
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
