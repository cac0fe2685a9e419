/** The acquirer message of each type of transaction. */
import type { TransactionType } from '../order/order.ts';
import type { AcquirerRequestKind, AdviceKind, MessageKind } from '../ports/index.ts';

/** The message kind of each type. A type without an entry is not sent to the acquirer. */
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

/** @returns undefined for a transaction that is not sent to the acquirer */
export function messageKind(type: TransactionType): MessageKind | undefined {
  return KINDS[type];
}

/**
 * The advice kind of a transaction type; undefined for a request. An advice is retried until the acquirer answers, and
 * is not reversed.
 */
export function adviceKind(type: TransactionType): AdviceKind | undefined {
  const kind = messageKind(type);
  return kind !== undefined && ADVICES.has(kind) ? (kind as AdviceKind) : undefined;
}

/** The request kind of a transaction type; undefined for an advice. A request is reversed if no answer comes. */
export function requestKind(type: TransactionType): AcquirerRequestKind | undefined {
  const kind = messageKind(type);
  return kind === undefined || ADVICES.has(kind) ? undefined : (kind as AcquirerRequestKind);
}
