/**
 * Movements that only the acquirer's ledger has, as transactions of their order: a backup was restored that is older
 * than them. Each gets back the key that its message was sent with, so that what follows names it rightly. The requests
 * are lost, and with them cards and details; the merchant's repeat of a request brings them back.
 */
import { type GatewayCode, resultOf } from '../../contract/gateway-codes.ts';
import {
  applyMovement,
  type Movement,
  type OrderState,
  type PartKind,
  standing,
  type TransactionType,
} from '../order/order.ts';
import { snapshot } from '../order/order-snapshot.ts';
import type { OrderOperation } from '../order/transitions.ts';
import {
  type CardView,
  DEFAULT_ACQUIRER,
  type RecordedTransactions,
  type StoredOrder,
  type StoredTransaction,
} from '../ports/index.ts';

/** How a ledger calls a movement. */
export type LedgerKind = 'AUTHORIZATION' | 'CAPTURE' | 'PAYMENT' | 'REFUND' | 'UPDATE' | 'VERIFICATION';

export interface LedgerMovement {
  readonly kind: LedgerKind;
  readonly state: 'APPROVED' | 'DECLINED' | 'REVERSED';
  readonly transactionId: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  /** The key of the transaction row that the message was made from. */
  readonly key: number;
  /** When the message was made, milliseconds since 1970. */
  readonly at: number;
  /** Present where the order was paid in parts. */
  readonly part?: PartKind;
}

interface Made {
  readonly type: TransactionType;
  readonly operation: OrderOperation;
  /** It follows the newest of these that is neither voided nor failed. */
  readonly follows: readonly TransactionType[];
}

const MADE: Readonly<Record<LedgerKind, Made>> = {
  AUTHORIZATION: { type: 'AUTHORIZATION', operation: 'AUTHORIZE', follows: [] },
  CAPTURE: { type: 'CAPTURE', operation: 'CAPTURE', follows: ['AUTHORIZATION'] },
  PAYMENT: { type: 'PAYMENT', operation: 'PAY', follows: [] },
  REFUND: { type: 'REFUND', operation: 'REFUND', follows: ['CAPTURE', 'PAYMENT'] },
  UPDATE: { type: 'AUTHORIZATION_UPDATE', operation: 'UPDATE_AUTHORIZATION', follows: ['AUTHORIZATION'] },
  VERIFICATION: { type: 'VERIFICATION', operation: 'VERIFY', follows: [] },
};

/** A reversed movement holds no money. Whether a timeout reversed it or a void, the ledger does not tell. */
export const LEDGER_CODES: Readonly<Record<LedgerMovement['state'], GatewayCode>> = {
  APPROVED: 'APPROVED',
  DECLINED: 'DECLINED',
  REVERSED: 'TIMED_OUT',
};

/** The newest version that requests name: the lost request's is not known. */
const VERSION = 100;
const UNKNOWN_CARD: CardView = { type: 'CARD', brand: 'UNKNOWN', scheme: 'OTHER', fundingMethod: 'UNKNOWN' };
/** No fingerprint of a request is empty. */
const NO_FINGERPRINT = new Uint8Array();

export interface Adoption {
  /** Its state is as before them. */
  readonly order: StoredOrder;
  /** In the order in which they were made. */
  readonly movements: readonly LedgerMovement[];
  /** The name of the acquirer whose ledger it is. */
  readonly acquirer: string;
  readonly now: number;
}

/**
 * @returns what is to be stored under the order's new fence @throws InvariantError where the order's totals cannot
 *   hold them
 */
export function adopted({ order, movements, acquirer, now }: Adoption): RecordedTransactions {
  const transactions: RecordedTransactions['transactions'][number][] = [];
  let after: StoredOrder = { ...order, fence: order.fence + 1, updatedAt: now };
  for (const one of movements) {
    const { type, operation, follows } = MADE[one.kind];
    const target = standing(after.state, ...follows).at(-1)?.transactionId;
    const gatewayCode = LEDGER_CODES[one.state];
    const { transactionId, amount, currency, part } = one;
    const moved: Movement = {
      ...{ transactionId, type, amount, gatewayCode, result: resultOf(gatewayCode) },
      ...(target !== undefined && { target }),
      ...(part !== undefined && { part }),
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
        ...(target !== undefined && { target }),
        ...(acquirer !== DEFAULT_ACQUIRER && { acquirer }),
        ...(part !== undefined && { part: part === 'HOLD' ? { kind: 'HOLD', until: one.at } : { kind: 'REST' } }),
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

/** A movement that the acquirer reversed after the backup, voided here too. @returns undefined where nothing stands */
export function adoptedVoid(
  { order, acquirer, now }: Omit<Adoption, 'movements'>,
  { transactionId: target, request }: StoredTransaction,
  key: number,
): RecordedTransactions | undefined {
  const type = `VOID_${request.type}` as TransactionType;
  if (!isStanding(order.state, target)) {
    return undefined;
  }
  const transactionId = `restored-void-${key}`;
  const { amount, currency, instrument } = request;
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
      ...(acquirer !== DEFAULT_ACQUIRER && { acquirer }),
    },
    ...{ createdAt: now, updatedAt: now },
  };
  return { order: after, transactions: [{ order: after, transaction, outcome }] };
}

function isStanding(state: OrderState, transactionId: string): boolean {
  const voidable = standing(state, 'AUTHORIZATION', 'CAPTURE', 'PAYMENT', 'REFUND');
  return voidable.some((movement) => movement.transactionId === transactionId);
}
