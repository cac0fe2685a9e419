/** States of a replayed order that the recorded results allow when faults disturb them. */
import type { BundleContents, BundleTransaction } from '../../../src/cli/record/bundle.ts';
import type { ReplayedOrder, ReplayedTransaction } from '../../../src/cli/replay/stage.ts';
import { idOfPlace } from './recorded-outcomes.ts';

/** Results that a fault makes of any other one. */
const OF_FAULTS: ReadonlySet<string> = new Set(['ACQUIRER_SYSTEM_ERROR', 'TIMED_OUT']);

/**
 * Each step has its recorded result or that of a fault, or it was refused and has no transaction. After the first step
 * that differs, another one may be declined, since it may rest on that one. A success that was not recorded is never
 * allowed.
 *
 * @param order undefined: every step was refused
 * @returns a sentence for each violation
 */
export function notAllowed({ transactions: recorded }: BundleContents, order: ReplayedOrder | undefined): string[] {
  const byId = new Map(order?.transactions.map((one) => [one.id, one]));
  const found: string[] = [];
  let hasDiffered = false;
  for (const [index, one] of recorded.entries()) {
    const replayed = byId.get(idOfPlace(index + 1));
    byId.delete(idOfPlace(index + 1));
    const isSame = replayed?.gatewayCode === one.answer?.gatewayCode;
    if (replayed !== undefined && !isSame && !isAllowed(one, replayed, hasDiffered)) {
      const { gatewayCode = 'in flight' } = one.answer ?? {};
      found.push(`transaction ${index + 1} is ${replayed.gatewayCode}, and its recorded result is ${gatewayCode}`);
    }
    hasDiffered ||= !isSame;
  }
  return [...found, ...[...byId.values()].map(({ type, id }) => `${id}, ${type}, was not recorded`)];
}

function isAllowed(
  { answer, part }: BundleTransaction,
  { result, gatewayCode }: ReplayedTransaction,
  hasDiffered: boolean,
) {
  if (result === 'SUCCESS') {
    return answer === undefined;
  }
  const wasOpen = answer === undefined || answer.result === 'PENDING' || answer.result === 'UNKNOWN';
  // A held gift card is given back if its rest is not paid.
  return wasOpen || part === 'HOLD' || hasDiffered || OF_FAULTS.has(gatewayCode);
}
