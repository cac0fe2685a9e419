/** The ports of sessions and tokens, as a payment uses them. */
import type { RequestFields, SourceOfFundsFields } from '../../contract/request-fields.ts';

/** The parts of a session that a payment uses. */
export interface SessionForPayment {
  readonly key: number;
  /** The session's request fields, with card data as `Secret`s. */
  readonly values: RequestFields;
  /** True if the session has a security code or PIN, which this attempt erases. */
  readonly sensitive: boolean;
}

/** The sources of request values other than the request itself. */
export interface ValueSources {
  /** @throws InterfaceError if the session does not exist, has another version, or cannot be used for a payment */
  session(merchantKey: number, id: string, version: string | undefined): Promise<SessionForPayment>;
  /** @returns the token's `sourceOfFunds` @throws InterfaceError if there is no such token */
  token(merchantKey: number, token: string): Promise<SourceOfFundsFields>;
}
