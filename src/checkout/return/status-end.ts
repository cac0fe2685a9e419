/** The end of a payment's status page, whose link is valid for a week. */
import { DAY_MS } from '../../contract/durations.ts';
import { isOpenCode } from '../../core/index.ts';
import type { StoredTransaction } from '../../core/ports/index.ts';

export const STATUS_LIFE_MS = 7 * DAY_MS;

/**
 * A card payment's page stays until a week after its final result, which may be long after the payment. A payment at a
 * provider is final within the week.
 *
 * @returns milliseconds since 1970
 */
export function statusEnd({ createdAt, updatedAt, outcome }: StoredTransaction, isCard: boolean): number {
  if (!isCard || outcome === undefined) {
    return createdAt + STATUS_LIFE_MS;
  }
  return isOpenCode(outcome.gatewayCode) ? Number.POSITIVE_INFINITY : updatedAt + STATUS_LIFE_MS;
}
