/**
 * Full card numbers in answers: only with the merchant's permission, the request's `responseControls` and a client
 * certificate, all three. Each time, an audit row (who, when, for what) is persisted before the answer is sent.
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

/** What is shown: one transaction's card, or a token's. */
export type UnmaskedCard = Pick<Unmasking, 'operation' | 'orderId' | 'transactionId' | 'token'>;

/**
 * Whether this answer may show the full card number. True only once its audit row is durable.
 *
 * @param values the request as read
 * @param certificate of the caller, when it proved to hold one of the merchant's
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
