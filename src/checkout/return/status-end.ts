/** The end of a payment's status page, whose link is valid for a week. */
import { DAY_MS } from '../../contract/durations.ts';
import { isOpenCode } from '../../core/index.ts';
import type { StoredTransaction } from '../../core/ports/index.ts';

export const STATUS_LIFE_MS = 7 * DAY_MS;

/**
 * For a card payment, not before its result is final, which may be long after the payment. A payment at a provider is
 * final before that time.
 *
 * @returns milliseconds since 1970
 */
export function statusEnd({ createdAt, updatedAt, outcome }: StoredTransaction, isCard: boolean): number {
  if (!isCard || outcome === undefined) {
    return createdAt + STATUS_LIFE_MS;
  }
  return isOpenCode(outcome.gatewayCode) ? Number.POSITIVE_INFINITY : updatedAt + STATUS_LIFE_MS;
}
