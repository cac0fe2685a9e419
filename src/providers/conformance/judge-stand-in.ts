/** Whether a package's stand-in has what the kit needs of it: a wrong one is one line, and no broken promise. */
import { currencyOf } from '../../contract/money.ts';
import type { StandIn } from '../stand-in.ts';

const FUNCTIONS = ['environment', 'pay', 'callback', 'ledger', 'close'] as const satisfies (keyof StandIn)[];
const ORIGIN = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/;

/** @throws Error in one line that names the member and what it takes */
export function judgedStandIn(started: unknown): StandIn {
  const standIn: Partial<StandIn> = Object(started);
  const missing = FUNCTIONS.find((name) => typeof standIn[name] !== 'function');
  if (missing !== undefined) {
    throw new Error(`it has no function ${missing}`);
  }
  if (!ORIGIN.test(String(standIn.origin))) {
    throw new Error('its origin is no address of this machine such as http://127.0.0.1:8123');
  }
  if (!Array.isArray(standIn.acts) || !standIn.acts.includes('AGREE')) {
    throw new Error('its acts do not have AGREE among them');
  }
  const { currencies } = standIn;
  if (!Array.isArray(currencies) || currencies.length === 0 || !currencies.every((code) => currencyOf(String(code)))) {
    throw new Error('its currencies are not codes of ISO 4217, one at least');
  }
  return started as StandIn;
}
