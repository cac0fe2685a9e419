/**
 * Carries out the decisions on payments that risk rules held. An accepted payment may be captured from then on. A
 * rejected payment is voided or refunded by ordinary operations of its order.
 */
import { fixedText } from '../../contract/decimal.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { InterfaceError } from '../../contract/interface-error.ts';
import { currencyOf } from '../../contract/money.ts';
import { cardErasedAt } from '../cards/stored-card.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import { type GiveBackStep, giveBackStep } from '../order/give-back.ts';
import { isOpen, type Movement, type OrderState, wasNeverSent } from '../order/order.ts';
import { isPaidInParts } from '../order/parts.ts';
import { type RiskDecision, type StoredOrder, type StoredTransaction, supportCode } from '../ports/index.ts';
import { acquirerOf } from '../processing/acquirers.ts';
import { providerIdOf } from '../processing/processor.ts';
import { heldMovement, resolveReview } from '../processing/resolve-review.ts';
import type { RiskResult } from '../risk/index.ts';
import { pendingPause } from '../schedules/follow-up-schedule.ts';
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
    queue: { kind: 'RISK_DECISION' },
    due: (limit) => gateway.orders.riskDecisions(limit),
    keyOf: ({ transaction }) => transaction.key,
    work: (decided) => act(dependencies, decided),
  });
}

/** @returns true if the decision is carried out; false while its order is locked or a result is open */
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
    gateway.log.error(
      { transaction: transaction.key, paymentCode: supportCode(gateway.sealer, order.key) },
      'a payment that was rejected for its risk is not given back',
    );
  }
  return resolveReview(gateway, {
    merchantId,
    order,
    transaction: current,
    review,
    reversalResult: given,
  });
}

type GivenBack = NonNullable<RiskResult['reversalResult']>;

/**
 * The maximum number of steps: enough for a void and a refund of each part, and for repeats after a concurrent
 * operation changed the order.
 */
const STEPS_MAX = 8;

/** Voids or refunds all payments of the order, so all parts of an order that was paid in parts. */
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
    if (next.kind === 'DONE') {
      return next.result;
    }
    if (next.kind === 'WAIT' || !(await take(gateway, merchant, order, next))) {
      return 'WAITING';
    }
  }
  return 'WAITING';
}

type Next = Exclude<GiveBackStep, { kind: 'REFUND' | 'VOID' }> | RefundOrVoid;

type RefundOrVoid = Extract<GiveBackStep, { kind: 'REFUND' | 'VOID' }> & { readonly payment: StoredTransaction };

/** The first remaining step, or the combined result if there is no step left. */
async function nextStep(
  gateway: Gateway,
  { profile }: Merchant,
  { key, state }: StoredOrder,
  held: Movement,
): Promise<Next> {
  const parts = state.movements.filter(({ part }) => part !== undefined);
  const payments = isPaidInParts(state) ? parts : [held];
  const now = gateway.clock.now();
  const results: GivenBack[] = [];
  for (const movement of payments) {
    const payment = await gateway.orders.transaction(key, movement.transactionId);
    if (payment === undefined) {
      throw new Error('A movement of an order has no transaction.');
    }
    const isVoidable = now <= payment.createdAt + profile.voidWindowHours * HOUR_MS;
    const made = await stepsSoFar(gateway, state, payment);
    const given = giveBackStep(state, movement, made.movements, isVoidable);
    const step: GiveBackStep =
      given.kind === 'REFUND' && (await lacksCard(gateway, payment)) ? { kind: 'DONE', result: 'FAIL' } : given;
    switch (step.kind) {
      case 'DONE':
        results.push(step.result);
        break;
      case 'WAIT':
        return step;
      default:
        return now < made.againAt ? { kind: 'WAIT' } : { ...step, payment };
    }
  }
  return { kind: 'DONE', result: WORST.find((one) => results.includes(one)) ?? 'NOT_APPLICABLE' };
}

/** A refund to a card with an erased number cannot succeed. */
async function lacksCard({ orders }: Gateway, payment: StoredTransaction): Promise<boolean> {
  return providerIdOf(payment.request) === undefined && (await cardErasedAt({ orders }, payment)) !== null;
}

const WORST: readonly GivenBack[] = ['FAIL', 'OKAY', 'NOT_APPLICABLE'];

/**
 * The voids and refunds made so far to give the payment back. If the last step could not be sent, `againAt` is the time
 * of its retry, with a growing delay. Excludes the merchant's own transactions with such ids.
 */
async function stepsSoFar(
  { orders }: Gateway,
  { movements }: OrderState,
  { key, orderKey }: StoredTransaction,
): Promise<{ readonly movements: Movement[]; readonly againAt: number }> {
  const made: Movement[] = [];
  let againAt = 0;
  for (const movement of movements.filter(({ transactionId }) => isStepOf(key, transactionId))) {
    const transaction = await orders.transaction(orderKey, movement.transactionId);
    if (transaction?.request.entryPoint === ENTRY_POINT) {
      made.push(movement);
      againAt = wasNeverSent(movement) ? transaction.updatedAt + pendingPause(made.length) : 0;
    }
  }
  return { movements: made, againAt };
}

const ENTRY_POINT = 'MERCHANT_ADMINISTRATION';

const STEP_IDS = { VOID: 'risk-void', REFUND: 'risk-refund' } as const;

/**
 * The first id that no transaction of the order has. A second run or another process that does not see the first one's
 * transaction yet derives the same id, so that a step is not made twice.
 *
 * @param key the key of the payment's row
 */
function freeId({ movements, authentications = [] }: OrderState, kind: RefundOrVoid['kind'], key: number): string {
  const taken = new Set([...movements.map(({ transactionId }) => transactionId), ...authentications]);
  const first = `${STEP_IDS[kind]}-${key}`;
  let id = first;
  for (let count = 2; taken.has(id); count += 1) {
    id = `${first}-${count}`;
  }
  return id;
}

function isStepOf(key: number, transactionId: string): boolean {
  return Object.values(STEP_IDS).some(
    (step) => transactionId === `${step}-${key}` || transactionId.startsWith(`${step}-${key}-`),
  );
}

/** @returns false if another operation or process is making the step, or the acquirer is unavailable */
async function take(gateway: Gateway, merchant: Merchant, order: StoredOrder, step: RefundOrVoid): Promise<boolean> {
  const { kind, payment } = step;
  const { transactionId, request } = payment;
  // A void is repeated until it is answered, but a refund that cannot be sent fails. So make the refund only once the
  // acquirer is ready.
  if (kind === 'REFUND' && providerIdOf(request) === undefined && !acquirerOf(gateway, payment).ready()) {
    return false;
  }
  const call: TransactionCall = {
    merchant: decidingFor(merchant),
    orderId: order.orderId,
    transactionId: freeId(order.state, kind, payment.key),
    operation: kind,
    version: request.version,
    entryPoint: ENTRY_POINT,
    ...(kind === 'VOID'
      ? { values: { transaction: { targetTransactionId: transactionId } } }
      : {
          values: { transaction: { amount: amountText(step.amount, order), currency: order.state.currency } },
          refunded: transactionId,
        }),
  };
  try {
    return (await execute(gateway, call)).kind === 'DONE';
  } catch (error) {
    if (!(error instanceof InterfaceError)) {
      throw error;
    }
    gateway.log.warn(
      { orderKey: order.key, paymentCode: supportCode(gateway.sealer, order.key), reason: error.message },
      'a payment cannot be given back yet',
    );
    return false;
  }
}

/** The decision overrides the merchant's own restrictions: refund approval and the void window. */
function decidingFor(merchant: Merchant): Merchant {
  const permissions = { ...merchant.profile.permissions, refundApproval: false };
  return { ...merchant, profile: { ...merchant.profile, permissions, voidWindowHours: Number.MAX_SAFE_INTEGER } };
}

function amountText(amount: bigint, { state }: StoredOrder): string {
  return fixedText(amount, currencyOf(state.currency)?.exponent ?? 0);
}
