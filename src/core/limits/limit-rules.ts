/** Pure rules that find the limit that a payment attempt has reached, in order of evaluation. */
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { LimitsProfile } from '../merchant/limits-profile.ts';
import type { CountedKind } from './windows.ts';

export type LimitRule = 'BIN' | 'CARD' | 'NEVER_RETRY';

/** Sums over the windows that end now. */
export type Sums = (kind: CountedKind) => number;

/** The minimum number of attempts. With fewer, the share of declines is not significant. */
const BIN_TRIES_MIN = 10;

/** The same code for all rules, so that a bot cannot learn which limit it has reached. */
export const LIMITED_CODE: GatewayCode = 'EXCEEDED_RETRY_LIMIT';

/** @param isPayers true if the payer takes part; merchant-initiated renewals often have hundreds of declines */
export function limitReached(limits: LimitsProfile, sums: Sums, isPayers: boolean): LimitRule | undefined {
  if (!limits.retriesAfterNever && sums('NEVER') > 0) {
    return 'NEVER_RETRY';
  }
  if (limits.declinesPerCard !== null && sums('CARD') >= limits.declinesPerCard) {
    return 'CARD';
  }
  const { declinesPerBin } = limits;
  const isBinTested =
    isPayers && declinesPerBin !== null && sums('BIN') >= declinesPerBin && isBinSuspicious(limits, sums);
  return isBinTested ? 'BIN' : undefined;
}

/**
 * The number of attempts that may be in progress at once: the number of declines left until the limit, but at least 1.
 * Further attempts wait for an answer.
 */
export function triesAtOnce(limits: LimitsProfile, sums: Sums): { readonly card: number; readonly bin: number } {
  const { declinesPerCard, declinesPerBin } = limits;
  const isTested = declinesPerBin !== null && isBinSuspicious(limits, sums);
  return {
    card: declinesPerCard === null ? Number.POSITIVE_INFINITY : Math.max(1, declinesPerCard - sums('CARD')),
    bin: isTested ? Math.max(1, declinesPerBin - sums('BIN')) : Number.POSITIVE_INFINITY,
  };
}

/** Compares shares, because a large merchant has many declines of a common range among many more approvals. */
export function isBinSuspicious({ declineSharePercent }: LimitsProfile, sums: Sums): boolean {
  const tries = sums('BIN_TRIED_HERE');
  return tries >= BIN_TRIES_MIN && sums('BIN_DECLINED_HERE') * 100 > tries * declineSharePercent;
}
