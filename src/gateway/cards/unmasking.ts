/**
 * Full card numbers in answers: only with the merchant's permission, the request's wish and a certificate, all three;
 * and each time leaves a durable row that says who, when and for what, before the answer leaves.
 */
import type { Values } from '../../contract/read.ts';
import { textAt } from '../../contract/values.ts';
import type { Merchant } from '../merchant.ts';
import type { Clock } from '../ports.ts';

/** What the row says. */
export interface Unmasking {
  readonly merchantKey: number;
  /** SHA-256 fingerprint of the client certificate, hex. */
  readonly certificate: string;
  readonly userId?: string;
  readonly operation: string;
  readonly orderId?: string;
  readonly transactionId?: string;
  readonly token?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Where the rows rest. They are only ever added. */
export interface Unmaskings {
  add(unmasking: Unmasking): Promise<void>;
}

export interface UnmaskingDependencies {
  readonly clock: Clock;
  readonly unmaskings: Unmaskings;
}

/** `responseControls.sensitiveData` that asks for full numbers. */
const UNMASK = 'UNMASK';

/** What is shown: one transaction's card, or a token's. */
export type UnmaskedCard = Pick<Unmasking, 'operation' | 'orderId' | 'transactionId' | 'token'>;

/**
 * Whether this answer may show the full card number. True only once the row about it is durable.
 *
 * @param values the request as read @param certificate of the caller, when it proved to hold one of the merchant's
 */
export async function mayUnmask(
  { clock, unmaskings }: UnmaskingDependencies,
  { key, profile }: Merchant,
  values: Values,
  certificate: string | undefined,
  shown: UnmaskedCard,
): Promise<boolean> {
  const wanted = textAt(values, 'responseControls.sensitiveData') === UNMASK;
  if (!wanted || !profile.permissions.unmask || certificate === undefined) {
    return false;
  }
  const userId = textAt(values, 'userId');
  await unmaskings.add({
    merchantKey: key,
    certificate,
    ...shown,
    ...(userId !== undefined && { userId }),
    at: clock.now(),
  });
  return true;
}
