/**
 * The stored record of a payer authentication. It belongs to an order and shares the id space of the order's
 * transactions. It moves no money, so it does not lock the order: each change names the revision that it replaces.
 */
import type { RequestFields } from '../../contract/request-fields.ts';
import type { CardView, EntryPoint, StoredOrder } from './order-records.ts';
import type { SealPlace } from './sealer.ts';

/** The request of INITIATE_AUTHENTICATION, later merged with the request of AUTHENTICATE_PAYER. */
export interface AuthenticationPurpose {
  /** The API version of the first request. */
  readonly version: number;
  readonly entryPoint: EntryPoint;
  /** The currency's alphabetic code (ISO 4217). */
  readonly currency: string;
  /** Minor units; absent until AUTHENTICATE_PAYER sets it. */
  readonly amount?: bigint;
  readonly instrument: CardView;
  /** The request's groups as read, without card data. */
  readonly details: RequestFields;
  /** Key of the session that supplied values. The return URL is encrypted under that session's key. */
  readonly session?: number;
  /** The caller's IP address. */
  readonly from?: string;
  /**
   * For CHECK_3DS_ENROLLMENT (3DS1 emulation): the gateway receives the payer's browser and sends the authentication
   * request.
   */
  readonly checked?: CheckedEnrolment;
}

export interface CheckedEnrolment {
  /**
   * Key of the gateway's own session that stores the card until the authentication request. Absent if no authentication
   * request is sent.
   */
  readonly cardSession?: number;
  /** The return URL as the merchant's page posted it: `TermUrl` and `MD`. */
  readonly home?: { readonly url: string; readonly merchantData: string };
  /** True if the payer cancelled. Then no payment may use the authentication, even if it succeeds. */
  readonly isCancelled?: true;
}

export interface StoredAuthentication {
  readonly key: number;
  readonly orderKey: number;
  /** The merchant's id of the authentication, unique among the order's transactions. */
  readonly transactionId: string;
  /** The id of the authentication at the directory server and ACS, a UUID. */
  readonly threeDSServerTransID: string;
  readonly purpose: AuthenticationPurpose;
  /** Fingerprint of the request of INITIATE_AUTHENTICATION. */
  readonly initiated: Uint8Array;
  /** Fingerprint of the request of AUTHENTICATE_PAYER; null before that request. */
  readonly requested: Uint8Array | null;
  /** Keyed hash of the card number: a payment must use the same card. */
  readonly cardHash: Uint8Array;
  /** The state of the 3DS Server, sealed for `authenticationPlace`. */
  readonly sealedState: Uint8Array;
  /** Incremented with each change. */
  readonly revision: number;
  /** The time at which a timeout changes its state, milliseconds since 1970; null without a timeout. */
  readonly wakeAt: number | null;
  /** Key of the payment that used the authentication; null if unused. */
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

/** The purpose under which the state of an authentication is sealed. */
export function authenticationPlace({ key, orderKey }: Pick<StoredAuthentication, 'key' | 'orderKey'>): SealPlace {
  const before = `authentication ${key} state`;
  return { bound: `order ${orderKey} ${before}`, before };
}
