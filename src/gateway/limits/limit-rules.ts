/** Which limit a try to pay has reached: pure rules over counts, in the order in which they are judged. */
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { LimitsProfile } from '../merchant/limits-profile.ts';
import type { HeldKind } from './windows.ts';

export type LimitRule = 'BIN' | 'CARD' | 'NEVER_RETRY';

/** Sums of the windows that end now. */
export type Sums = (kind: HeldKind) => number;

/** A share of fewer tries says nothing. */
const BIN_TRIES_MIN = 10;

/** What the interface answers, whatever the rule: a bot learns that it is limited, and not by what. */
export const LIMITED_CODE: GatewayCode = 'EXCEEDED_RETRY_LIMIT';

/** @param isPayers a payer takes part: renewals, which a merchant's server makes, are often declined by the hundred */
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
 * How many tries may be under way at once: as many as can all be declined before a limit is reached. Further ones wait
 * for the answers of these.
 */
export function triesAtOnce(limits: LimitsProfile, sums: Sums): { readonly card: number; readonly bin: number } {
  const { declinesPerCard, declinesPerBin } = limits;
  const isTested = declinesPerBin !== null && isBinSuspicious(limits, sums);
  return {
    card: declinesPerCard === null ? Number.POSITIVE_INFINITY : Math.max(1, declinesPerCard - sums('CARD')),
    bin: isTested ? Math.max(1, declinesPerBin - sums('BIN')) : Number.POSITIVE_INFINITY,
  };
}

/** A large merchant has many declines of a common range, among many more approvals. */
export function isBinSuspicious({ declineSharePercent }: LimitsProfile, sums: Sums): boolean {
  const tries = sums('BIN_TRIED_HERE');
  return tries >= BIN_TRIES_MIN && sums('BIN_DECLINED_HERE') * 100 > tries * declineSharePercent;
}
