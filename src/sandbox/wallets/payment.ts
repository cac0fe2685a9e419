/** The payment to which the sandbox's payer agrees in a wallet. */
export interface WalletPayment {
  readonly number: string;
  /** `1` to `12`, and four digits. */
  readonly expiry: { readonly month: number; readonly year: number };
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217, three digits. */
  readonly currencyNumber: string;
  /** Base64. */
  readonly cryptogram: string;
  readonly eci?: string | undefined;
}
