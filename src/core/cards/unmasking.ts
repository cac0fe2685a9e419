/**
 * Full card numbers in responses require all of: the merchant's permission, the request's `responseControls`, and a
 * client certificate. Each time, an audit row (caller, time, card) is persisted before the response is sent.
 */
import type { RequestFields } from '../../contract/request-fields.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { Clock, Unmasking, Unmaskings } from '../ports/index.ts';

export interface UnmaskingDependencies {
  readonly clock: Clock;
  readonly unmaskings: Unmaskings;
}

/** The value of `responseControls.sensitiveData` that requests full numbers. */
const UNMASK = 'UNMASK';

/** The card shown: a transaction's or a token's. */
export type UnmaskedCard = Pick<Unmasking, 'operation' | 'orderId' | 'transactionId' | 'token'>;

/**
 * True if this response may show the full card number. The audit row is durable before this resolves.
 *
 * @param values the request as read
 * @param certificate the caller's client certificate, if it belongs to the merchant
 */
export async function mayUnmask(
  { clock, unmaskings }: UnmaskingDependencies,
  { key, profile }: Merchant,
  values: RequestFields,
  certificate: string | undefined,
  shown: UnmaskedCard,
): Promise<boolean> {
  const wanted = values.responseControls?.sensitiveData === UNMASK;
  if (!wanted || !profile.permissions.unmask || certificate === undefined) {
    return false;
  }
  const userId = values.userId;
  await unmaskings.add({
    merchantKey: key,
    certificate,
    ...shown,
    ...(userId !== undefined && { userId }),
    at: clock.now(),
  });
  return true;
}
