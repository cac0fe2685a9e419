/** The calls and answers of the payer-authentication operations. */
import type { RequestFields } from '../../contract/request-fields.ts';
import type { OrderAddress } from '../gateway.ts';
import type { AuthenticationView, EntryPoint, FoundAuthentication } from '../ports/index.ts';
import type { OrderLocked } from '../processing/run-idempotent.ts';

export interface AuthenticationCall extends OrderAddress {
  readonly operation: 'AUTHENTICATE_PAYER' | 'INITIATE_AUTHENTICATION';
  /** The id of the authentication, the same in both operations. */
  readonly transactionId: string;
  readonly version: number;
  readonly entryPoint: EntryPoint;
  /** The request as read, from which its fingerprint is made unless there is an `asSent`. */
  readonly values: RequestFields;
  /** For the fingerprint only: the request before card data in its texts was masked, if there is any. */
  readonly asSent?: () => RequestFields;
  /**
   * The caller is the payer, with only the session's id. An absent channel then means PAYER_BROWSER, so that a payer
   * cannot avoid the authentication by omitting it.
   */
  readonly isPayer?: boolean;
  /** The caller's network address. */
  readonly from?: string;
  /** For CHECK_3DS_ENROLLMENT: stores the card until the payer's browser arrives. @returns a session's key */
  readonly keepCard?: (values: RequestFields) => Promise<number>;
}

/** An authentication with its current view. */
export interface ShownAuthentication extends FoundAuthentication {
  readonly view: AuthenticationView;
}

/** The next step of the payer's browser. */
export type BrowserStep =
  /** A hidden frame posts `threeDSMethodData` to the URL. */
  | { readonly kind: 'METHOD'; readonly url: string; readonly data: string }
  /** A frame or the page itself posts `creq` to the URL. */
  | { readonly kind: 'CHALLENGE'; readonly acsUrl: string; readonly creq: string }
  /** Return to the merchant. */
  | { readonly kind: 'RETURN'; readonly url: string };

export type PayerAuthenticationAnswer =
  | {
      readonly kind: 'DONE';
      readonly shown: ShownAuthentication;
      readonly step?: BrowserStep;
      readonly repeated: boolean;
    }
  | OrderLocked;
