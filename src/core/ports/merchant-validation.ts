/**
 * The port that identifies a merchant to Apple before the payment sheet opens on the hosted page. It does not throw.
 */

export interface MerchantValidation {
  /** The URL that the payer's browser received from Apple. Any other is refused. */
  readonly url: string;
  /** The merchant identifier at Apple. */
  readonly merchantId: string;
  /** The shop's name on the sheet. */
  readonly displayName: string;
  /** The host of the hosted page, as registered with Apple. */
  readonly domain: string;
  /** The merchant identity certificate and its private key, PEM. */
  readonly identity: { readonly certificate: string; readonly key: string };
}

/** @returns Apple's merchant session, a JSON object as text; undefined if there is none */
export type ValidateMerchant = (validation: MerchantValidation) => Promise<string | undefined>;
