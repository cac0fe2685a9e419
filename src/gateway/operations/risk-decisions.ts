/**
 * Carries out the decisions on payments that risk rules held. An accepted one may be captured from then on. A rejected
 * one is given back by operations of its order like any other, each under an id made from the payment's row: a second
 * run, or another process, finds what the first one did, and gives nothing back twice.
 */
import { fixedText } from '../../contract/decimal.ts';
import { InterfaceError } from '../../contract/interface-error.ts';
import { currencyOf } from '../../contract/money.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import { type GiveBackStep, giveBackStep } from '../order/give-back.ts';
import { isOpen, type Movement } from '../order/order.ts';
import { isPaidInParts } from '../order/parts.ts';
import type { RiskDecision, StoredOrder } from '../ports/index.ts';
import { heldMovement, resolveReview } from '../processing/resolve-review.ts';
import type { RiskResult } from '../risk/index.ts';
import { waitingWorker } from '../workers/waiting-worker.ts';
import { execute } from './execute.ts';
import type { TransactionCall } from './plan.ts';

export interface RiskDecisionDependencies {
  readonly gateway: Gateway;
  readonly merchantByKey: (key: number) => Promise<Merchant | undefined>;
}

export function riskDecisionWorker(dependencies: RiskDecisionDependencies) {
  const { gateway } = dependencies;
  return waitingWorker<RiskDecision>({
    name: 'decisions on risk',
    log: gateway.log,
    due: (limit) => gateway.orders.riskDecisions(limit),
    keyOf: ({ transaction }) => transaction.key,
    work: (decided) => act(dependencies, decided),
  });
}

/** @returns whether it is carried out; false while its order is locked, or a result is open */
async function act(
  { gateway, merchantByKey }: RiskDecisionDependencies,
  { order: seen, transaction, merchantId, review }: RiskDecision,
): Promise<boolean> {
  const merchant = await merchantByKey(seen.merchantKey);
  if (merchant === undefined) {
    throw new Error('A decision was made on a payment of a merchant that is gone.');
  }
  const given = review.decision === 'REJECTED' ? await giveBack(gateway, merchant, seen, transaction) : undefined;
  if (given === 'WAITING') {
    return false;
  }
  const order = await gateway.orders.find(seen.merchantKey, seen.orderId);
  const current = order && (await gateway.orders.transaction(order.key, transaction.transactionId));
  if (order === undefined || current === undefined) {
    throw new Error('A payment that was reviewed is gone.');
  }
  if (given === 'FAIL') {
    gateway.log.error({ transaction: transaction.key }, 'a payment that was rejected for its risk is not given back');
  }
  return resolveReview(gateway, {
    merchantId,
    order,
    transaction: current,
    review,
    ...(given !== undefined && { reversalResult: given }),
  });
}

type GivenBack = NonNullable<RiskResult['reversalResult']>;

/**
 * More steps are none that this makes: a void and a refund of each part, and one that another operation came before.
 */
const STEPS_MAX = 8;

/** Gives back all that the order's payments hold: of an order that was paid in parts, every part. */
async function giveBack(
  gateway: Gateway,
  merchant: Merchant,
  seen: StoredOrder,
  payment: RiskDecision['transaction'],
): Promise<GivenBack | 'WAITING'> {
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    const order = await gateway.orders.find(seen.merchantKey, seen.orderId);
    const held = order && heldMovement(order, payment);
    if (order === undefined || held === undefined || isOpen(held) || order.lockedBy !== null) {
      return 'WAITING';
    }
    const next = await nextStep(gateway, merchant, order, held);
    if (next.step.kind === 'DONE') {
      return next.step.result;
    }
    if (next.step.kind === 'WAIT' || !(await take(gateway, merchant, order, next))) {
      return 'WAITING';
    }
  }
  return 'WAITING';
}

interface Next {
  readonly payment: Movement;
  readonly version: number;
  readonly step: GiveBackStep;
}

const HOUR_MS = 3_600_000;

/** The first step that is left; where none is, what all of them came to. */
async function nextStep(
  { orders, clock }: Gateway,
  { profile }: Merchant,
  { key, state }: StoredOrder,
  held: Movement,
): Promise<Next> {
  const parts = state.movements.filter(({ part }) => part !== undefined);
  const payments = isPaidInParts(state) ? parts : [held];
  const results: GivenBack[] = [];
  let version = 1;
  for (const payment of payments) {
    const transaction = await orders.transaction(key, payment.transactionId);
    if (transaction === undefined) {
      throw new Error('A movement of an order has no transaction.');
    }
    ({ version } = transaction.request);
    const isVoidable = clock.now() <= transaction.createdAt + profile.voidWindowHours * HOUR_MS;
    const step = giveBackStep(state, payment, transaction.key, isVoidable);
    if (step.kind !== 'DONE') {
      return { payment, version, step };
    }
    results.push(step.result);
  }
  const result = WORST.find((one) => results.includes(one)) ?? 'NOT_APPLICABLE';
  return { payment: held, version, step: { kind: 'DONE', result } };
}

const WORST: readonly GivenBack[] = ['FAIL', 'OKAY', 'NOT_APPLICABLE'];

/** @returns false where another operation, or another process, is at it */
async function take(gateway: Gateway, merchant: Merchant, order: StoredOrder, next: Next): Promise<boolean> {
  const { step } = next;
  if (step.kind !== 'VOID' && step.kind !== 'REFUND') {
    return false;
  }
  const values =
    step.kind === 'VOID'
      ? { transaction: { targetTransactionId: next.payment.transactionId } }
      : { transaction: { amount: amountText(step.amount, order), currency: order.state.currency } };
  const call: TransactionCall = {
    merchant: decidingFor(merchant),
    orderId: order.orderId,
    transactionId: step.transactionId,
    operation: step.kind,
    version: next.version,
    entryPoint: 'MERCHANT_ADMINISTRATION',
    values,
  };
  try {
    return (await execute(gateway, call)).kind === 'DONE';
  } catch (error) {
    if (!(error instanceof InterfaceError)) {
      throw error;
    }
    gateway.log.warn({ order: order.key, reason: error.message }, 'a payment cannot be given back yet');
    return false;
  }
}

/** The decision is above what the merchant's profile asks of the merchant itself. */
function decidingFor(merchant: Merchant): Merchant {
  const permissions = { ...merchant.profile.permissions, refundApproval: false };
  return { ...merchant, profile: { ...merchant.profile, permissions, voidWindowHours: Number.MAX_SAFE_INTEGER } };
}

function amountText(amount: bigint, { state }: StoredOrder): string {
  return fixedText(amount, currencyOf(state.currency)?.exponent ?? 0);
}
