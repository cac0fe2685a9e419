/**
 * Adopts movements that only the acquirer's ledger has, as transactions of their order, after the restore of an older
 * backup. Each transaction gets the row key from which its message was made, so that subsequent messages refer to it
 * correctly. The requests are lost, with their cards and details, until the merchant repeats them.
 */
import { type GatewayCode, resultOf } from '../../contract/gateway-codes.ts';
import {
  applyMovement,
  effectiveMovements,
  type Movement,
  type OrderState,
  type PartKind,
  type TransactionType,
} from '../order/order.ts';
import { snapshot } from '../order/order-snapshot.ts';
import { partOf } from '../order/parts.ts';
import type { OrderOperation } from '../order/transitions.ts';
import {
  type CardView,
  type CompletedTransaction,
  DEFAULT_ACQUIRER,
  type RecordedTransactions,
  type StoredOrder,
  type StoredTransaction,
} from '../ports/index.ts';
import { agreedBy } from './agreed-by.ts';
import { movementOf } from './complete.ts';
import { isBrowserPayment } from './processor.ts';

/** The kinds of movements in a ledger. */
export type LedgerKind = 'AUTHORIZATION' | 'CAPTURE' | 'PAYMENT' | 'REFUND' | 'UPDATE' | 'VERIFICATION';

export interface LedgerMovement {
  readonly kind: LedgerKind;
  readonly state: 'APPROVED' | 'DECLINED' | 'REVERSED';
  readonly transactionId: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  /** The key of the transaction row from which the message was made. */
  readonly key: number;
  /** The time of the message, milliseconds since 1970. */
  readonly at: number;
  /** The part that the movement pays; absent unless the order is paid in parts. */
  readonly part?: PartKind;
}

interface TransactionKind {
  readonly type: TransactionType;
  readonly operation: OrderOperation;
  /**
   * The types that the movement may follow. Its target is the newest transaction of these types that was not voided and
   * did not fail.
   */
  readonly follows: readonly TransactionType[];
}

const TRANSACTION_KINDS: Readonly<Record<LedgerKind, TransactionKind>> = {
  AUTHORIZATION: { type: 'AUTHORIZATION', operation: 'AUTHORIZE', follows: [] },
  CAPTURE: { type: 'CAPTURE', operation: 'CAPTURE', follows: ['AUTHORIZATION'] },
  PAYMENT: { type: 'PAYMENT', operation: 'PAY', follows: [] },
  REFUND: { type: 'REFUND', operation: 'REFUND', follows: ['CAPTURE', 'PAYMENT'] },
  UPDATE: { type: 'AUTHORIZATION_UPDATE', operation: 'UPDATE_AUTHORIZATION', follows: ['AUTHORIZATION'] },
  VERIFICATION: { type: 'VERIFICATION', operation: 'VERIFY', follows: [] },
};

/** A reversed movement reserves no money. The ledger does not show whether a timeout or a void reversed it. */
export const LEDGER_CODES: Readonly<Record<LedgerMovement['state'], GatewayCode>> = {
  APPROVED: 'APPROVED',
  DECLINED: 'DECLINED',
  REVERSED: 'TIMED_OUT',
};

/** The newest version is used, because the version of the lost request is unknown. */
const VERSION = 100;
const UNKNOWN_CARD: CardView = { type: 'CARD', brand: 'UNKNOWN', scheme: 'OTHER', fundingMethod: 'UNKNOWN' };
/** The fingerprint of a request is always longer, so this one matches no request. */
const NO_FINGERPRINT = new Uint8Array();

export interface Adoption {
  /** The order before the movements are applied. */
  readonly order: StoredOrder;
  /** The movements in the order in which they were made. */
  readonly movements: readonly LedgerMovement[];
  /** The name of the acquirer that has the ledger. */
  readonly acquirer: string;
  readonly now: number;
}

/**
 * @returns the rows to store under the order's new fence
 * @throws InvariantError if the movements contradict the order's totals
 */
export function adoptMovements({ order, movements, acquirer, now }: Adoption): RecordedTransactions {
  const transactions: RecordedTransactions['transactions'][number][] = [];
  let after: StoredOrder = { ...order, fence: order.fence + 1, updatedAt: now };
  for (const one of movements) {
    const { type, operation, follows } = TRANSACTION_KINDS[one.kind];
    const target = effectiveMovements(after.state, ...follows).at(-1)?.transactionId;
    const gatewayCode = LEDGER_CODES[one.state];
    const { transactionId, amount, currency, part } = one;
    const moved: Movement = {
      ...{ transactionId, type, amount, gatewayCode, result: resultOf(gatewayCode) },
      target,
      part,
    };
    after = { ...after, state: applyMovement(after.state, moved, currency) };
    const outcome = { gatewayCode, order: snapshot(after) };
    const transaction: StoredTransaction = {
      key: one.key,
      orderKey: order.key,
      transactionId,
      fingerprint: NO_FINGERPRINT,
      request: {
        ...{ operation, type, version: VERSION, entryPoint: 'MERCHANT_ADMINISTRATION', currency, amount },
        instrument: UNKNOWN_CARD,
        details: {},
        target,
        acquirer: acquirer === DEFAULT_ACQUIRER ? undefined : acquirer,
        part: part && (part === 'HOLD' ? { kind: 'HOLD', until: one.at } : { kind: 'REST' }),
        adopted: true,
      },
      outcome,
      createdAt: one.at,
      updatedAt: now,
    };
    transactions.push({ order: after, transaction, outcome });
  }
  return { order: after, transactions };
}

/**
 * Voids a movement that the acquirer reversed after the backup. @returns undefined if the movement was voided already
 */
export function adoptedVoid(
  { order, acquirer, now }: Omit<Adoption, 'movements'>,
  { transactionId: target, request }: StoredTransaction,
  key: number,
): RecordedTransactions | undefined {
  const type = `VOID_${request.type}` as TransactionType;
  if (!isInEffect(order.state, target)) {
    return undefined;
  }
  const transactionId = `restored-void-${key}`;
  const { currency, instrument } = request;
  // An updated authorization is voided with its current amount.
  const amount = request.type === 'AUTHORIZATION' ? partOf(order.state, target).totalAuthorized : request.amount;
  const movement: Movement = {
    ...{ transactionId, type, amount, target },
    ...{ gatewayCode: 'APPROVED', result: 'SUCCESS' },
  };
  const state = applyMovement(order.state, movement, currency);
  const after: StoredOrder = { ...order, state, fence: order.fence + 1, updatedAt: now };
  const outcome = { gatewayCode: 'APPROVED', order: snapshot(after) } as const;
  const transaction: StoredTransaction = {
    ...{ key, orderKey: order.key, transactionId, fingerprint: NO_FINGERPRINT, outcome },
    request: {
      ...{ operation: 'VOID', type, version: VERSION, entryPoint: 'MERCHANT_ADMINISTRATION', currency, amount },
      ...{ instrument, details: {}, target, decided: 'APPROVED', adopted: true },
      acquirer: acquirer === DEFAULT_ACQUIRER ? undefined : acquirer,
    },
    ...{ createdAt: now, updatedAt: now },
  };
  return { order: after, transactions: [{ order: after, transaction, outcome }] };
}

/**
 * Completes a transaction that was in flight when the backup was made, with the result in the processor's ledger. A
 * browser payment becomes PENDING: its provider is queried at once, and decides the result.
 *
 * @param order the order that the transaction locks
 * @param gatewayCode the result of the ledger
 */
export function completedByLedger(
  order: StoredOrder,
  transaction: StoredTransaction,
  gatewayCode: GatewayCode,
  now: number,
): CompletedTransaction {
  const { request } = transaction;
  const state = applyMovement(order.state, movementOf(transaction, gatewayCode, undefined), request.currency);
  const after = { ...order, state, updatedAt: now };
  const outcome = { gatewayCode, order: snapshot(after) };
  const ended = { ...transaction, outcome, updatedAt: now };
  const completed = { order: after, transaction: ended, outcome, agreed: agreedBy(ended) };
  const actor = request.entryPoint === 'HOSTED_PAGE' ? 'PAYER' : 'MERCHANT';
  return isBrowserPayment(request)
    ? {
        ...completed,
        events: [{ kind: 'INITIATED', actor, outcome: '', source: request.from ?? '', at: transaction.createdAt }],
        followUpAt: now,
      }
    : completed;
}

function isInEffect(state: OrderState, transactionId: string): boolean {
  const voidable = effectiveMovements(state, 'AUTHORIZATION', 'CAPTURE', 'PAYMENT', 'REFUND');
  return voidable.some((movement) => movement.transactionId === transactionId);
}
