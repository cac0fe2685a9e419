/** Pure rules that decide whether a payer on a payment page looks like a bot that tests cards. */
import type { LimitsProfile } from '../merchant/limits-profile.ts';
import { isBinSuspicious, type Sums } from './limit-rules.ts';

export type SuspicionRule = 'ADDRESS' | 'BIN' | 'DEVICE' | 'MERCHANT';

/** `level` starts at 1 and scales the payer's proof of work or wait. */
export interface Suspicion {
  readonly rule: SuspicionRule;
  readonly level: number;
}

interface PayerRule {
  readonly rule: Exclude<SuspicionRule, 'BIN'>;
  readonly kind: 'ADDRESS' | 'DEVICE' | 'PAGE';
  readonly limit: (limits: LimitsProfile) => number | null;
  /** The minimum number of attempts in this process. With fewer, the share of declines is not significant. */
  readonly triesMin: number;
  /**
   * True if each further decline raises the level. False for the declines of a whole merchant, which all its payers
   * cause.
   */
  readonly isGrowing: boolean;
}

/** The rules in order of evaluation, the narrowest first. */
const RULES: readonly PayerRule[] = [
  {
    rule: 'DEVICE',
    kind: 'DEVICE',
    limit: ({ declinesPerDevice }) => declinesPerDevice,
    triesMin: 3,
    isGrowing: true,
  },
  {
    rule: 'ADDRESS',
    kind: 'ADDRESS',
    limit: ({ declinesPerAddress }) => declinesPerAddress,
    triesMin: 3,
    isGrowing: true,
  },
  {
    rule: 'MERCHANT',
    kind: 'PAGE',
    limit: ({ declinesPerMerchant }) => declinesPerMerchant,
    triesMin: 10,
    isGrowing: false,
  },
];

/**
 * The share of a range's limit from which its payers must solve a proof of work or wait. Above the limit its cards are
 * not sent.
 */
const BIN_NEAR_SHARE = 0.5;

/** @param sums returns the counts of the payer's subjects; 0 for the device of a browser without a cookie */
export function suspicionOf(limits: LimitsProfile, sums: Sums): Suspicion | undefined {
  if (!limits.challenges) {
    return undefined;
  }
  for (const { rule, kind, limit, triesMin, isGrowing } of RULES) {
    const most = limit(limits);
    const declines = sums(kind);
    if (most === null || declines < most) {
      continue;
    }
    const tries = sums(`${kind}_TRIED_HERE`);
    // People share IP addresses, and a shop's customers may share a tablet: many declines among many more approvals are
    // not suspicious.
    if (tries >= triesMin && sums(`${kind}_DECLINED_HERE`) * 100 > tries * limits.declineSharePercent) {
      return { rule, level: isGrowing ? declines - most + 1 : 1 };
    }
  }
  const { declinesPerBin } = limits;
  const isNear = declinesPerBin !== null && sums('BIN') >= declinesPerBin * BIN_NEAR_SHARE;
  return isNear && isBinSuspicious(limits, sums) ? { rule: 'BIN', level: 1 } : undefined;
}
