/**
 * Validates a package's simulator, so that an invalid simulator is reported in one line and not as a broken promise.
 */
import { currencyOf } from '../../../contract/money.ts';
import type { StandIn } from '../stand-in.ts';

const FUNCTIONS = ['environment', 'pay', 'callback', 'ledger', 'close'] as const satisfies (keyof StandIn)[];
const ORIGIN = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/;

/**
 * Returns a valid simulator. Closes an invalid one, if that is possible.
 *
 * @throws Error in one line that names the invalid member and its valid values
 */
export async function validateStandIn(started: unknown): Promise<StandIn> {
  const standIn: Partial<StandIn> = Object(started);
  const problem = whatIsWrong(standIn);
  if (problem !== undefined) {
    await standIn.close?.();
    throw new Error(problem);
  }
  return started as StandIn;
}

function whatIsWrong({ origin, tls, acts, currencies, ...standIn }: Partial<StandIn>): string | undefined {
  const missing = FUNCTIONS.find((name) => typeof standIn[name] !== 'function');
  if (missing !== undefined) {
    return `it has no function ${missing}`;
  }
  if (!ORIGIN.test(String(origin))) {
    return 'its origin is no address of this machine such as http://127.0.0.1:8123';
  }
  if (String(origin).startsWith('https:') !== (tls !== undefined)) {
    return 'its origin has https where it has tls, and only there';
  }
  if (!Array.isArray(acts) || !acts.includes('AGREE')) {
    return 'its acts do not have AGREE among them';
  }
  const isMoney = Array.isArray(currencies) && currencies.length > 0;
  return isMoney && currencies.every((code) => currencyOf(String(code)) !== undefined)
    ? undefined
    : 'its currencies are not codes of ISO 4217, one at least';
}
