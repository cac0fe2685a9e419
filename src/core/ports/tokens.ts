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
   * The secret texts by path, JSON, sealed for `tokenPlace`. Each seal is unique, so it also serves as the version of
   * the row.
   */
  readonly sealedCard: Uint8Array;
  /**
   * Keyed hash of the fields that identify the instrument; null in a token that was stored before the hash was
   * introduced.
   */
  readonly cardHash: Uint8Array | null;
  /** Null in a token that was stored before this column was introduced. */
  readonly verification: TokenVerification | null;
  /** PAYER: only for the payers who saved the card on the hosted page. Null: the merchant's own token. */
  readonly keptFor: 'PAYER' | null;
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
  /** Returns the oldest token of the instrument. */
  findByCard(merchantKey: number, cardHashes: readonly Uint8Array[]): Promise<StoredToken | undefined>;
  /** @returns false if the token exists, or `unique` finds a token of the card; no row is written then */
  insert(token: StoredToken, unique?: readonly Uint8Array[]): Promise<boolean>;
  /**
   * @returns false if the token has changed since `before`, or `unique` finds another token of the card; no row is
   *   written then
   */
  replace(token: StoredToken, before: StoredToken, unique?: readonly Uint8Array[]): Promise<boolean>;
  /** @returns false if there was no such token */
  delete(merchantKey: number, token: string): Promise<boolean>;
  /**
   * Erases a session's sensitive authentication data before it is sent.
   * @returns false if another attempt has erased the data already
   */
  spendSession(sessionKey: number): Promise<boolean>;
  reverse(reversal: VerificationReversal, now: number): Promise<void>;
}
