/** The port that stores tokens, and its records. */
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { MerchantProfile } from '../merchant/merchant.ts';
import type { ReversalAdvice } from './acquirer.ts';

export type VerificationStrategy = MerchantProfile['verificationStrategy'];

/** The verification strategy when the instrument was last stored, and the result. */
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
   * The secret texts by path, JSON, sealed for `tokenPlace`. No two seals are equal, so this also serves as the row's
   * version.
   */
  readonly sealedCard: Uint8Array;
  /** Keyed hash of the fields that identify the instrument; null in a token from before the hash existed. */
  readonly cardHash: Uint8Array | null;
  /** Null in a token from before this column existed. */
  readonly verification: TokenVerification | null;
  readonly createdAt: number;
  /** Null until the token is changed. */
  readonly updatedAt: number | null;
}

/** The reversal of a verification, which has no order. */
export interface VerificationReversal {
  readonly key: number;
  /** The key from which the verification's trace was made. */
  readonly messageKey: number;
  readonly acquirer: string;
  readonly advice: ReversalAdvice;
}

/**
 * Stores tokens. `cardHashes` are the hashes of one card under all loaded keys. `unique`: no row is written if another
 * token of the merchant has one of these hashes.
 */
export interface Tokens {
  /** Returns a new key for a row. Keys are not reused. */
  newKey(): number;
  find(merchantKey: number, token: string): Promise<StoredToken | undefined>;
  /** The oldest token of the instrument. */
  findByCard(merchantKey: number, cardHashes: readonly Uint8Array[]): Promise<StoredToken | undefined>;
  /** @returns false if the token exists, or the card has a token already; no row is written then */
  insert(token: StoredToken, unique?: readonly Uint8Array[]): Promise<boolean>;
  /** @returns false if the token is no longer `before`, or the card has another; no row is written then */
  replace(token: StoredToken, before: StoredToken, unique?: readonly Uint8Array[]): Promise<boolean>;
  /** @returns false if there was no such token */
  delete(merchantKey: number, token: string): Promise<boolean>;
  /**
   * Erases a session's sensitive authentication data before it is sent.
   * @returns false if another attempt used it up
   */
  spendSession(sessionKey: number): Promise<boolean>;
  reverse(reversal: VerificationReversal, now: number): Promise<void>;
}
