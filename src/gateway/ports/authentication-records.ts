/**
 * What is stored of a payer's authentication. It belongs to an order, has an id among the order's transactions, and
 * moves no money: it takes no lock of its order, and each change of it names the revision that it changes.
 */
import type { RequestFields } from '../../contract/request-fields.ts';
import type { CardView, EntryPoint, StoredOrder } from './order-records.ts';
import type { Place } from './sealer.ts';

/** What was asked for: the request of INITIATE_AUTHENTICATION, later merged with that of AUTHENTICATE_PAYER. */
export interface AuthenticationPurpose {
  /** The API version of the request that began it. */
  readonly version: number;
  readonly entryPoint: EntryPoint;
  /** ISO 4217. */
  readonly currency: string;
  /** Minor units; absent until AUTHENTICATE_PAYER has told it. */
  readonly amount?: bigint;
  readonly instrument: CardView;
  /** The request's groups as read, without card data. */
  readonly details: RequestFields;
  /** Key of the session that gave values, whose key the way back is encrypted under. */
  readonly session?: number;
  /** The caller's network address. */
  readonly from?: string;
  /** Of CHECK_3DS_ENROLLMENT: the payer's browser comes to us, and we ask the issuer. */
  readonly checked?: CheckedEnrolment;
}

export interface CheckedEnrolment {
  /** Key of the session of ours that holds the card until the issuer is asked; absent: nobody is to be asked. */
  readonly cardSession?: number;
  /** How the browser goes home, as the merchant's page has posted it: `TermUrl` and `MD`. */
  readonly home?: { readonly url: string; readonly merchantData: string };
  /** The payer has given it up: whatever the issuer says, nothing is paid by it. */
  readonly isCancelled?: true;
}

export interface StoredAuthentication {
  readonly key: number;
  readonly orderKey: number;
  /** The merchant's id for it. No transaction of the order has it. */
  readonly transactionId: string;
  /** Its name at directory server and ACS, a UUID. */
  readonly threeDSServerTransID: string;
  readonly purpose: AuthenticationPurpose;
  /** Fingerprint of the request of INITIATE_AUTHENTICATION. */
  readonly initiated: Uint8Array;
  /** Fingerprint of that of AUTHENTICATE_PAYER; null: there was none. */
  readonly requested: Uint8Array | null;
  /** Keyed hash of the card's number: a payment must be of the same card. */
  readonly cardHash: Uint8Array;
  /** The state of the 3DS Server, sealed for `authenticationPlace`. */
  readonly sealedState: Uint8Array;
  /** Counts its changes. */
  readonly revision: number;
  /** When time alone changes something; null: never. Milliseconds since 1970. */
  readonly wakeAt: number | null;
  /** Key of the transaction that paid with it; null: none has. */
  readonly usedBy: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** An authentication with its order and merchant. */
export interface FoundAuthentication {
  readonly order: StoredOrder;
  readonly authentication: StoredAuthentication;
  readonly merchantId: string;
}

/** The purpose that the state of an authentication is sealed for. */
export function authenticationPlace({ key, orderKey }: Pick<StoredAuthentication, 'key' | 'orderKey'>): Place {
  const before = `authentication ${key} state`;
  return { bound: `order ${orderKey} ${before}`, before };
}
