/** Which limit a try to pay has reached: pure rules over counts, in the order in which they are judged. */
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { LimitsProfile } from '../merchant/limits-profile.ts';
import type { CountKind } from '../ports/index.ts';

export type LimitRule = 'BIN' | 'CARD' | 'NEVER_RETRY';

/** Sums of the windows that end now. */
export type Sums = (kind: CountKind) => number;

/** A share of fewer tries says nothing. */
const SHARE_TRIES_MIN = 50;
/** Among the cards of one range, which fewer payers have. */
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
function isBinSuspicious(limits: LimitsProfile, sums: Sums): boolean {
  return isShareAbove(limits, sums('BIN'), sums('BIN_TRIES'), BIN_TRIES_MIN);
}

/** Whether the merchant's cards are being tested just now. */
export function isMerchantSuspicious(limits: LimitsProfile, sums: Sums): boolean {
  return isShareAbove(limits, sums('MERCHANT'), sums('MERCHANT_TRIES'), SHARE_TRIES_MIN);
}

function isShareAbove(
  { declineSharePercent }: LimitsProfile,
  declines: number,
  tries: number,
  triesMin: number,
): boolean {
  return tries >= triesMin && declines * 100 > tries * declineSharePercent;
}
