/**
 * Impossible requests that the host refuses: its own sums over one card transaction, independent of the gateway's
 * rules.
 */
import type { MessageKind } from '../../src/core/ports/index.ts';
import { type Entry, type MovementMessage, rootOf, standing } from './acquirer-entry.ts';

const ORIGINALS: Readonly<Partial<Record<MessageKind, readonly MessageKind[]>>> = {
  CAPTURE: ['AUTHORIZATION'],
  UPDATE: ['AUTHORIZATION'],
  REFUND: ['CAPTURE', 'PAYMENT'],
  VOID: ['AUTHORIZATION', 'CAPTURE', 'PAYMENT', 'REFUND'],
};

/** Whether the message breaks a rule. */
export function brokenRule(
  { kind, amount, original: named, orderId }: MovementMessage,
  original: Entry | undefined,
  all: readonly Entry[],
): boolean {
  if (named === undefined) {
    return false;
  }
  if (original === undefined || !standing(original)) {
    return true;
  }
  if (!ORIGINALS[kind]?.includes(original.message.kind) || original.message.orderId !== orderId) {
    return true;
  }
  const { authorized, captured, refunded } = sumsOf(all.filter((entry) => rootOf(entry) === rootOf(original)));
  switch (kind) {
    case 'CAPTURE':
      return captured + amount > authorized;
    case 'UPDATE':
      return amount < captured;
    case 'REFUND':
      return refunded + amount > captured;
    default:
      return !canUndo(original, amount, { authorized, captured, refunded });
  }
}

function canUndo({ message }: Entry, amount: bigint, { authorized, captured, refunded }: Sums): boolean {
  if (message.kind === 'AUTHORIZATION') {
    return amount === authorized && captured === 0n;
  }
  return amount === message.amount && (message.kind === 'REFUND' || captured - amount >= refunded);
}

export interface Sums {
  readonly authorized: bigint;
  readonly captured: bigint;
  readonly refunded: bigint;
}

/** The effective sums of one order or card transaction, in order of arrival. */
export function sumsOf(entries: readonly Entry[]): Sums {
  const sums = { authorized: 0n, captured: 0n, refunded: 0n };
  for (const { message, state } of entries) {
    if (state !== 'APPROVED') {
      continue;
    }
    const { kind, amount } = message;
    if (kind === 'AUTHORIZATION' || kind === 'PAYMENT') {
      sums.authorized += amount;
    }
    if (kind === 'UPDATE') {
      sums.authorized = amount;
    }
    if (kind === 'CAPTURE' || kind === 'PAYMENT') {
      sums.captured += amount;
    }
    if (kind === 'REFUND') {
      sums.refunded += amount;
    }
  }
  return sums;
}
