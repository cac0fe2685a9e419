/** The calls and answers of the payer-authentication operations. */
import type { RequestFields } from '../../contract/request-fields.ts';
import type { OrderAddress } from '../gateway.ts';
import type { AuthenticationView, EntryPoint, FoundAuthentication } from '../ports/index.ts';
import type { OrderLocked } from '../processing/run-idempotent.ts';

export interface AuthenticationCall extends OrderAddress {
  readonly operation: 'AUTHENTICATE_PAYER' | 'INITIATE_AUTHENTICATION';
  /** The id of the authentication, which is the same in INITIATE_AUTHENTICATION and AUTHENTICATE_PAYER. */
  readonly transactionId: string;
  readonly version: number;
  readonly entryPoint: EntryPoint;
  /** The request as read, for the fingerprint too unless `asSent` is present. */
  readonly values: RequestFields;
  /**
   * For the fingerprint only: the request before card data in its texts was masked. Absent if no text had card data.
   */
  readonly asSent?: () => RequestFields;
  /**
   * True if the caller is the payer, who has only the session's id. A missing channel then means PAYER_BROWSER, so that
   * a payer cannot avoid the authentication by omitting it.
   */
  readonly isPayer?: boolean;
  /** The caller's IP address. */
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
  /** The browser returns to the merchant. */
  | { readonly kind: 'RETURN'; readonly url: string };

export type PayerAuthenticationAnswer =
  | {
      readonly kind: 'DONE';
      readonly shown: ShownAuthentication;
      readonly step?: BrowserStep;
      readonly repeated: boolean;
    }
  | OrderLocked;
