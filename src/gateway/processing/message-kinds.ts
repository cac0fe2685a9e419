/** The acquirer message of each type of transaction. */
import type { TransactionType } from '../order/order.ts';
import type { AcquirerRequestKind, AdviceKind, MessageKind } from '../ports/index.ts';

/** Absent is a type of which nothing is sent to the acquirer. */
const KINDS: Readonly<Partial<Record<TransactionType, MessageKind>>> = {
  AUTHORIZATION: 'AUTHORIZATION',
  AUTHORIZATION_UPDATE: 'UPDATE',
  CAPTURE: 'CAPTURE',
  PAYMENT: 'PAYMENT',
  REFUND: 'REFUND',
  VERIFICATION: 'VERIFICATION',
  VOID_AUTHORIZATION: 'VOID',
  VOID_CAPTURE: 'VOID',
  VOID_PAYMENT: 'VOID',
  VOID_REFUND: 'VOID',
};

const ADVICES: ReadonlySet<MessageKind> = new Set<AdviceKind>(['CAPTURE', 'UPDATE', 'VOID']);

/** @returns undefined for a transaction of which nothing is sent to the acquirer */
export function messageKind(type: TransactionType): MessageKind | undefined {
  return KINDS[type];
}

/** An advice: retried until the acquirer answers, never reversed for want of an answer. */
export function adviceKind(type: TransactionType): AdviceKind | undefined {
  const kind = messageKind(type);
  return kind !== undefined && ADVICES.has(kind) ? (kind as AdviceKind) : undefined;
}

/** A request: without an answer it is reversed. */
export function requestKind(type: TransactionType): AcquirerRequestKind | undefined {
  const kind = messageKind(type);
  return kind === undefined || ADVICES.has(kind) ? undefined : (kind as AcquirerRequestKind);
}
