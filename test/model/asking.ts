/** The requests on an order: by name, or likely ones in its state; with amounts relative to its limits. */
import type { OrderOperation } from '../../src/core/order/transitions.ts';
import type { OrderModel } from './model.ts';
import type { Asked, Said } from './terms.ts';

export const OPERATIONS: readonly OrderOperation[] = [
  'AUTHORIZE',
  'CAPTURE',
  'PAY',
  'REFERRAL',
  'REFUND',
  'UPDATE_AUTHORIZATION',
  'VERIFY',
  'VOID',
];
/** An amount beyond the limit of a message to the acquirer. */
const HUGE = 1_000_000_000_000n;
/** A payment's amount. */
const WHOLE = 1_000n;

/** Amounts relative to the order's limits, so that each limit is tested from both sides; the first ones mostly fit. */
const AMOUNTS: Readonly<Record<string, (most: bigint) => bigint | undefined>> = {
  HALF: (most) => most / 2n,
  MOST: (most) => most,
  'MOST - 1': (most) => most - 1n,
  ONE: () => 1n,
  'MOST + 1': (most) => most + 1n,
  ZERO: () => 0n,
  HUGE: () => HUGE,
  NONE: () => undefined,
};
export const [FITTING, UNFITTING] = [Object.keys(AMOUNTS).slice(0, 4), Object.keys(AMOUNTS).slice(4)];

/** A merchant's likely operations in each state of an order: they keep a history going. */
export const LIKELY: Readonly<Record<string, readonly OrderOperation[]>> = {
  AUTHORIZED: ['CAPTURE', 'UPDATE_AUTHORIZATION', 'CAPTURE', 'CAPTURE', 'VOID'],
  CANCELLED: ['AUTHORIZE', 'REFUND', 'CAPTURE', 'VOID', 'UPDATE_AUTHORIZATION'],
  CAPTURED: ['REFUND', 'CAPTURE', 'REFUND', 'VOID', 'REFUND'],
  EXCESSIVELY_REFUNDED: ['REFUND', 'CAPTURE', 'VOID', 'VOID', 'CAPTURE'],
  FAILED: ['AUTHORIZE', 'PAY', 'AUTHORIZE', 'REFERRAL', 'VERIFY'],
  INITIATED: ['AUTHORIZE', 'PAY', 'CAPTURE', 'VOID', 'VERIFY'],
  PARTIALLY_CAPTURED: ['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION', 'VOID', 'REFUND'],
  PARTIALLY_REFUNDED: ['REFUND', 'CAPTURE', 'REFUND', 'VOID', 'REFUND'],
  REFUNDED: ['VOID', 'CAPTURE', 'REFUND', 'VOID', 'CAPTURE'],
  REFUND_REQUESTED: ['REFUND', 'CAPTURE', 'VOID', 'REFUND', 'UPDATE_AUTHORIZATION'],
  VERIFIED: ['AUTHORIZE', 'PAY', 'AUTHORIZE', 'REFERRAL', 'VERIFY'],
};
export const LIKELY_COUNT = 5;

export interface RequestDraft {
  /** By name, or the nth likely operation in the order's state. */
  readonly operation: OrderOperation | number;
  readonly amount: string;
  readonly said: Said;
  /** The transaction that a void undoes, counted from the newest. */
  readonly back: number;
  /** The request has a card, a code or a currency that it should not have, or lacks one that it should have. */
  readonly isOdd: boolean;
}

export function askedOf({ operation: drafted, amount, back, isOdd }: RequestDraft, model: OrderModel): Asked {
  const operation = typeof drafted === 'number' ? LIKELY[model.status]![drafted]! : drafted;
  const isInitial = operation === 'AUTHORIZE' || operation === 'PAY' || operation === 'VERIFY';
  const standsAlone = model.made.every(({ code }) => code !== 'APPROVED' && code !== 'PENDING' && code !== 'UNKNOWN');
  const brings = (operation === 'CAPTURE' || operation === 'REFUND') && standsAlone !== isOdd;
  const most = AMOUNTS[amount]?.(mostOf(operation, model));
  const takesAmount = operation !== 'VERIFY' && operation !== 'VOID' && operation !== 'REFERRAL';
  return {
    operation,
    id: `t${model.made.length + 1}`,
    amount: takesAmount && most !== undefined ? max(most, 0n) : undefined,
    currency: isInitial || brings ? 'EUR' : isOdd && takesAmount ? 'USD' : undefined,
    target: operation === 'VOID' ? (model.made.at(-1 - back)?.asked.id ?? 'nothing') : undefined,
    hasCard: isInitial || brings || undefined,
    hasCode: brings || (operation === 'REFERRAL' && !isOdd) || undefined,
  };
}

const max = (one: bigint, other: bigint) => (one > other ? one : other);

function mostOf(operation: OrderOperation, model: OrderModel): bigint {
  const hasMoney = model.authorized + model.captured > 0n;
  if (operation === 'CAPTURE' && hasMoney) {
    return model.capturable;
  }
  if (operation === 'REFUND' && hasMoney) {
    return model.refundable;
  }
  return operation === 'UPDATE_AUTHORIZATION' ? model.captured : WHOLE;
}
