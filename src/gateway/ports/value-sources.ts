/** The ports of sessions and tokens, as a payment uses them. */
import type { RequestFields, SourceOfFundsFields } from '../../contract/request-fields.ts';

/** What a payment uses of a session. */
export interface SessionForPayment {
  readonly key: number;
  /** Request fields, card data as `Secret`s. */
  readonly values: RequestFields;
  /** It holds a security code or PIN, which this attempt uses up. */
  readonly sensitive: boolean;
}

/** Where values of a request come from, other than the request. */
export interface ValueSources {
  /** @throws InterfaceError when there is none, its version differs, or it cannot be used for a payment */
  session(merchantKey: number, id: string, version: string | undefined): Promise<SessionForPayment>;
  /** @returns the token's `sourceOfFunds` @throws InterfaceError when there is no such token */
  token(merchantKey: number, token: string): Promise<SourceOfFundsFields>;
}
