/**
 * The status of a card payment of the hosted page, like a browser payment's: its handle, and its outcome for the payer.
 * Made from stored data alone.
 */

import { resultOf } from '../../contract/gateway-codes.ts';
import type { Gateway } from '../../core/index.ts';
import { authenticationOfPayment } from '../../core/payer-authentication/index.ts';
import { type FollowUp, isHashStart, type Sealer, type StoredTransaction } from '../../core/ports/index.ts';
import type { PaymentMoney, PaymentOutcome, StatusPage } from '../../web/views/index.ts';
import { storedAmount } from '../receipt/amount.ts';

/** 128 bits of the HMAC: the handle grants access to the status page, so it must not be guessable. */
const SIGNATURE_BYTES = 16;
const PURPOSE = 'status handle';
/** Browser payments' handles have no dash. */
const CARD_HANDLE = /^c([0-9a-z]{1,11})-([0-9A-Za-z_-]{22})$/;

export interface CardPayment extends Omit<FollowUp, 'queries'> {
  /** Its reversal is not acknowledged. */
  readonly isReserved: boolean;
  /** The start of the authentication, if the payer was challenged; milliseconds since 1970. */
  readonly askedAt?: number;
}

/** @returns the handle of a card payment's status page; undefined for a verification */
export function cardHandle(sealer: Sealer, { key, request }: StoredTransaction): string | undefined {
  if (request.type === 'VERIFICATION') {
    return undefined;
  }
  const named = key.toString(36);
  return `c${named}-${signature(sealer, named).toString('base64url')}`;
}

/** @returns undefined for a handle that this gateway has not issued */
export async function findCardPayment(gateway: Gateway, handle: string): Promise<CardPayment | undefined> {
  const { sealer } = gateway;
  const [, named, signed] = CARD_HANDLE.exec(handle) ?? [];
  if (named === undefined || signed === undefined || !isSigned(sealer, named, signed)) {
    return undefined;
  }
  return cardPaymentByKey(gateway, Number.parseInt(named, 36));
}

export async function cardPaymentByKey(gateway: Gateway, key: number): Promise<CardPayment | undefined> {
  const { orders } = gateway;
  const found = await orders.transactionByKey(key);
  if (found === undefined) {
    return undefined;
  }
  const authenticated = await authenticationOfPayment(gateway, found);
  return {
    ...found,
    isReserved: await orders.isReversalPending(found.order.key),
    askedAt: authenticated?.view.result?.isChallenged ? authenticated.authentication.createdAt : undefined,
  };
}

function isSigned(sealer: Sealer, named: string, signed: string): boolean {
  const given = Buffer.from(signed, 'base64url');
  // Only the canonical spelling is accepted: base64url has spare bits.
  return given.toString('base64url') === signed && isHashStart(sealer, PURPOSE, named, given, SIGNATURE_BYTES);
}

function signature(sealer: Sealer, named: string): Buffer {
  return Buffer.from(sealer.hash(PURPOSE, named)).subarray(0, SIGNATURE_BYTES);
}

/** @param money the sums of the payment, if it was made */
export function cardOutcome({ order, transaction, isReserved }: CardPayment, money: PaymentMoney): PaymentOutcome {
  const { outcome, request } = transaction;
  const result = outcome === undefined ? 'PENDING' : resultOf(outcome.gatewayCode);
  if (request.part?.kind === 'HOLD' && result === 'PENDING' && outcome !== undefined) {
    return { kind: 'held' };
  }
  if (result === 'FAILURE' && isReleased({ order, transaction })) {
    return isReserved ? { kind: 'released' } : { kind: 'notCharged', reason: 'cancelled' };
  }
  if (result === 'FAILURE') {
    return isReserved ? { kind: 'released' } : { kind: 'notCharged', reason: 'declined' };
  }
  if (result !== 'SUCCESS') {
    return { kind: result === 'PENDING' ? 'waiting' : 'unknown' };
  }
  return { kind: 'made', money };
}

/** Whether the transaction is a gift card's part that was held and then released. */
function isReleased({ order, transaction }: Pick<CardPayment, 'order' | 'transaction'>): boolean {
  return order.state.movements.some(
    ({ transactionId, released }) => released === true && transactionId === transaction.transactionId,
  );
}

/** The parts of an order that is paid in parts; undefined for a payment of the whole order. */
export function statusParts({ order, transaction }: CardPayment): StatusPage['parts'] {
  if (transaction.request.part === undefined) {
    return undefined;
  }
  const { movements, currency } = order.state;
  return movements
    .filter(({ part, result }) => part !== undefined && result !== 'FAILURE')
    .map(({ giftCard, amount }) => ({
      method: giftCard ? 'giftCard' : 'card',
      amount: storedAmount({ amount, currency }),
    }));
}

/** The steps of a card payment: its start, the bank's confirmation if the payer was challenged, and its result. */
export function cardSteps({ transaction, askedAt }: CardPayment): StatusPage['steps'] {
  const { createdAt, updatedAt, outcome } = transaction;
  const isKnown = outcome !== undefined && !['PENDING', 'UNKNOWN'].includes(resultOf(outcome.gatewayCode));
  return [
    { step: 'initiated', at: new Date(askedAt ?? createdAt).toISOString() },
    // The payment is made as soon as the bank has answered, so its start is the time of confirmation.
    ...(askedAt === undefined ? [] : [{ step: 'confirmed', at: new Date(createdAt).toISOString() } as const]),
    { step: 'completed', at: isKnown ? new Date(updatedAt).toISOString() : undefined },
  ];
}
