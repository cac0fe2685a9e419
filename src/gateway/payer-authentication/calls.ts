/** What the operations of payer authentication take and answer. */
import type { RequestFields } from '../../contract/request-fields.ts';
import type { OrderAddress } from '../gateway.ts';
import type { AuthenticationView, EntryPoint, FoundAuthentication, StoredOrder } from '../ports/index.ts';

export interface AuthenticationCall extends OrderAddress {
  readonly operation: 'AUTHENTICATE_PAYER' | 'INITIATE_AUTHENTICATION';
  /** The id of the authentication; both operations have the same. */
  readonly transactionId: string;
  readonly version: number;
  readonly entryPoint: EntryPoint;
  /** The request as read: its fingerprint is made of this, or of `asSent`. */
  readonly values: RequestFields;
  /** Where card data in its texts is masked: without that. For the fingerprint alone. */
  readonly asSent?: () => RequestFields;
  /** The caller has nothing but the session's id: no channel is the browser's then, since it decides no less. */
  readonly isPayer?: boolean;
  /** The caller's network address. */
  readonly from?: string;
  /** Of an enrolment's check: stores the card for the time until the payer's browser comes. @returns a session's key */
  readonly keepCard?: (values: RequestFields) => Promise<number>;
}

/** An authentication and what may be told of it now. */
export interface ShownAuthentication extends FoundAuthentication {
  readonly view: AuthenticationView;
}

/** Where the payer's browser goes next. */
export type BrowserStep =
  /** A hidden frame posts `threeDSMethodData` there. */
  | { readonly kind: 'METHOD'; readonly url: string; readonly data: string }
  /** A frame or the page itself posts `creq` there. */
  | { readonly kind: 'CHALLENGE'; readonly acsUrl: string; readonly creq: string }
  /** Back to the merchant. */
  | { readonly kind: 'RETURN'; readonly url: string };

export type AuthenticationAnswer =
  | {
      readonly kind: 'DONE';
      readonly shown: ShownAuthentication;
      readonly step?: BrowserStep;
      readonly repeated: boolean;
    }
  /** Another operation is in progress on the order; nothing was stored. */
  | { readonly kind: 'LOCKED'; readonly order: StoredOrder };
