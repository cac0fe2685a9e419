/** Whether a payer on a payment page looks like a bot that tests cards: pure rules over counts. */
import type { LimitsProfile } from '../merchant/limits-profile.ts';
import { isBinSuspicious, type Sums } from './limit-rules.ts';

export type SuspicionRule = 'ADDRESS' | 'BIN' | 'DEVICE' | 'MERCHANT';

/** `level` from 1 on: how much more than the first time it may cost the payer. */
export interface Suspicion {
  readonly rule: SuspicionRule;
  readonly level: number;
}

interface PayerRule {
  readonly rule: Exclude<SuspicionRule, 'BIN'>;
  readonly kind: 'ADDRESS' | 'DEVICE' | 'PAGE';
  readonly limit: (limits: LimitsProfile) => number | null;
  /** A share of fewer tries in this process says nothing. */
  readonly triesMin: number;
  /** Each further decline costs more. Not of a merchant: those are everybody's. */
  readonly isGrowing: boolean;
}

/** In the order in which they are judged: the narrowest first. */
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

/** Of the limit of a range, beyond which its cards are not sent: before that, they cost their payers something. */
const BIN_NEAR_SHARE = 0.5;

/** @param sums of what is known of the payer; nothing of a browser without cookie */
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
    // People share addresses, and a shop its tablet: many declines among many more approvals are nobody's fault.
    if (tries >= triesMin && sums(`${kind}_DECLINED_HERE`) * 100 > tries * limits.declineSharePercent) {
      return { rule, level: isGrowing ? declines - most + 1 : 1 };
    }
  }
  const { declinesPerBin } = limits;
  const isNear = declinesPerBin !== null && sums('BIN') >= declinesPerBin * BIN_NEAR_SHARE;
  return isNear && isBinSuspicious(limits, sums) ? { rule: 'BIN', level: 1 } : undefined;
}
