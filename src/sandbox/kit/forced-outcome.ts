/** Outcomes that a transaction's reference forces, in place of the sandbox's own decision. */
import { type GatewayCode, isGatewayCode } from '../../contract/gateway-codes.ts';

/** `.FAIL`, any separators, and the code, which ends at the first other character. */
const FORCED_PATTERN = /^\.FAIL[\s_.:-]*([A-Z0-9_]*)/;

/**
 * The outcome that a transaction's reference forces. Undefined if it forces none.
 *
 * @example
 *   forcedOutcome('.FAIL_DECLINED') // 'DECLINED', as for '.FAILDECLINED', '.FAIL DECLINED' and '.FAIL:DECLINED again'
 *   forcedOutcome('.FAIL_NO_SUCH_CODE') // 'UNKNOWN'
 *   forcedOutcome('invoice 12') // undefined
 */
export function forcedOutcome(reference: string | undefined): GatewayCode | undefined {
  const code = reference === undefined ? undefined : FORCED_PATTERN.exec(reference)?.[1];
  if (code === undefined) {
    return undefined;
  }
  return isGatewayCode(code) ? code : 'UNKNOWN';
}
