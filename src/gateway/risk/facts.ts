/** What is known of a payment when its rules are looked at. No card number leaves this folder in clear. */
import type { Secret } from '../../contract/secret.ts';
import type { RiskAuthentication, SubjectKind } from './condition.ts';

/** Whose rules: of the operator (the merchant service organisation), or of the merchant. */
export type RuleOwner = 'MERCHANT_RULE' | 'MSO_RULE';

/** An earlier attempt of a subject. Amount in minor units. */
export interface RiskAttempt {
  readonly amount: bigint;
  readonly currency: string;
  readonly isFailed: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface RiskFacts {
  /** Digits alone; absent where the card could not be read. */
  readonly number?: Secret;
  /** As `512345xxxxxx0008`, whatever the merchant's own masking: what rules list. */
  readonly maskedNumber?: string;
  /** As the merchant's profile masks it: what answers show. */
  readonly shownNumber?: string;
  /** Keyed hashes of the number, hex, by every key that is held; made where a rule asks. */
  readonly cardHashes: () => readonly string[];
  readonly cardCountry?: string;
  readonly billingCountry?: string;
  readonly shippingCountry?: string;
  readonly ipAddress?: string;
  readonly email?: string;
  /** Of the whole order, in minor units. */
  readonly amount: bigint;
  readonly currency: string;
  readonly authentication: RiskAuthentication;
  readonly eci?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /**
   * Earlier attempts by the subject, within the longest window of the rules; undefined where it has no such subject.
   */
  readonly attempts: (kind: SubjectKind, owner: RuleOwner) => readonly RiskAttempt[] | undefined;
  /** After the acquirer's answer alone. */
  readonly avs?: string;
  readonly csc?: string;
}
