/** Outcomes that a reference forces, whatever the sandbox would have decided. */
import { type GatewayCode, isGatewayCode } from '../contract/gateway-codes.ts';

/** `.FAIL`, any separators, the code, and then the end or a character that no code has. */
const FORCED = /^\.FAIL[\s_.:-]*([A-Z0-9_]*)/;

/**
 * The outcome that a transaction's reference forces, or undefined if it forces none.
 *
 * @example forcedOutcome('.FAIL_DECLINED') // 'DECLINED', as for '.FAILDECLINED', '.FAIL DECLINED' and '.FAIL:DECLINED
 *   again' forcedOutcome('.FAIL_NO_SUCH_CODE') // 'UNKNOWN' forcedOutcome('invoice 12') // undefined
 */
export function forcedOutcome(reference: string | undefined): GatewayCode | undefined {
  const code = reference === undefined ? undefined : FORCED.exec(reference)?.[1];
  if (code === undefined) {
    return undefined;
  }
  return isGatewayCode(code) ? code : 'UNKNOWN';
}
