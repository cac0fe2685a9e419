/** The port that stores tokens, and what it stores of one. */
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import type { ReversalAdvice } from './acquirer.ts';

export type VerificationStrategy = MerchantProfile['verificationStrategy'];

/** How an instrument was verified when it was last stored, and the result. */
export interface TokenVerification {
  readonly strategy: VerificationStrategy;
  readonly gatewayCode: GatewayCode;
}

export interface StoredToken {
  readonly key: number;
  readonly merchantKey: number;
  readonly token: string;
  /** The instrument's fields without card data: `{ sourceOfFunds: … }`. */
  readonly fields: RequestFields;
  /**
   * The secrets' texts by path, JSON, sealed for `tokenPlace`. No two seals are equal, so this is the row's version
   * too.
   */
  readonly sealedCard: Uint8Array;
  /** Keyed hash of the fields that identify the instrument; null in a token that is older than the hash. */
  readonly cardHash: Uint8Array | null;
  /** Null in a token that is older than this column. */
  readonly verification: TokenVerification | null;
  readonly createdAt: number;
  /** Null in a token that was never changed. */
  readonly updatedAt: number | null;
}

/** The reversal of a verification, which has no order. */
export interface VerificationReversal {
  readonly key: number;
  /** The key that the verification's trace was made from. */
  readonly messageKey: number;
  readonly acquirer: string;
  readonly advice: ReversalAdvice;
}

/**
 * Stores tokens. `cardHashes` are those of one card, by every key that is held. `unique`: nothing is written where
 * another token of the merchant has one of them.
 */
export interface Tokens {
  /** A key for a new row; never issued twice. */
  newKey(): number;
  find(merchantKey: number, token: string): Promise<StoredToken | undefined>;
  /** The oldest token of the instrument. */
  findByCard(merchantKey: number, cardHashes: readonly Uint8Array[]): Promise<StoredToken | undefined>;
  /** @returns false when the token exists, or the card has one; nothing is written then */
  insert(token: StoredToken, unique?: readonly Uint8Array[]): Promise<boolean>;
  /** @returns false when the token is no longer `before`, or the card has another; nothing is written then */
  replace(token: StoredToken, before: StoredToken, unique?: readonly Uint8Array[]): Promise<boolean>;
  /** @returns false when there was none */
  delete(merchantKey: number, token: string): Promise<boolean>;
  /**
   * Erases a session's sensitive authentication data before it is sent.
   * @returns false when another attempt used it up
   */
  spendSession(sessionKey: number): Promise<boolean>;
  reverse(reversal: VerificationReversal, now: number): Promise<void>;
}
