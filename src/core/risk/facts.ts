/** The data of a payment that its rules evaluate. Card numbers do not leave this folder in clear. */
import type { CardBrandName, CardType } from '../../contract/card-names.ts';
import type { Secret } from '../../contract/secret.ts';
import type { RiskAuthentication, SubjectKind } from './condition.ts';

/** The owner of a rule: the operator (merchant service organisation) or the merchant. */
export type RuleOwner = 'MERCHANT_RULE' | 'MSO_RULE';

/** An earlier attempt of a subject, with its amount in minor units. */
export interface RiskAttempt {
  readonly amount: bigint;
  readonly currency: string;
  readonly isFailed: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface RiskFacts {
  /** The card number, digits only; absent if the card could not be read. */
  readonly number?: Secret;
  /** The number masked as in rules (`512345xxxxxx0008`), independent of the merchant's own masking. */
  readonly maskedNumber?: string;
  /** The number masked as the merchant's profile requires, for responses. */
  readonly shownNumber?: string;
  /** Keyed hashes of the number under all loaded keys, hex; computed only if a rule needs them. */
  readonly cardHashes: () => readonly string[];
  readonly cardBrand?: CardBrandName;
  readonly cardTypes?: readonly CardType[];
  readonly cardCountry?: string;
  readonly billingCountry?: string;
  readonly shippingCountry?: string;
  readonly ipAddress?: string;
  readonly email?: string;
  /** The amount of the whole order, in minor units. */
  readonly amount: bigint;
  readonly currency: string;
  readonly authentication: RiskAuthentication;
  readonly eci?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /**
   * Earlier attempts of the subject within the longest window of the rules; undefined if the payment has no such
   * subject.
   */
  readonly attempts: (kind: SubjectKind, owner: RuleOwner) => readonly RiskAttempt[] | undefined;
  /** The AVS result; present only after the acquirer's reply. */
  readonly avs?: string;
  readonly csc?: string;
}
