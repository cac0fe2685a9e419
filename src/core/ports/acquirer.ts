/** The acquirer port, in the gateway's own terms: the messages sent to the acquirer, and its replies. */
import type { AnswerValues } from '../../contract/answer-types.ts';
import type { authorizationResponseFields } from '../../contract/fields/authorization-response.ts';
import type { AddressResult, SecurityCodeResult } from '../../contract/fields/verification-fields.ts';
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { Secret } from '../../contract/secret.ts';

/**
 * Permanently identifies one message to the acquirer: a pair of `terminal` and `stan` is used only once. A reversal
 * refers to its original by this trace, so the trace is stored before the message is sent.
 */
export interface Trace {
  /** ISO 8583 field 41, card acceptor terminal identification, exactly 8 characters. */
  readonly terminal: string;
  /** Field 11, system trace audit number, 6 digits, 000001 to 999999. */
  readonly stan: string;
  /**
   * Field 37, retrieval reference number, 12 digits: year digit, day of year, hour, STAN. `transaction.receipt` in the
   * interface.
   */
  readonly receipt: string;
  /** Milliseconds since 1970 (UTC) at which the message was made. Fields 7, 12 and 13 are derived from it. */
  readonly transmittedAt: number;
}

export interface CardInstrument {
  readonly kind: 'CARD';
  /** The card number, 9 to 19 digits. */
  readonly number: Secret;
  /** `1` to `12`, as in the interface, and a two-digit year. Absent for a card without an expiry date. */
  readonly expiry?: { readonly month: string; readonly year: string };
  readonly securityCode?: Secret;
}

export interface GiftCardInstrument {
  readonly kind: 'GIFT_CARD';
  readonly number: Secret;
  readonly pin?: Secret;
}

export type Instrument = CardInstrument | GiftCardInstrument;

/** The kinds of requests. A request is sent once, and reversed if no answer comes. */
export type AcquirerRequestKind = 'AUTHORIZATION' | 'PAYMENT' | 'VERIFICATION' | 'REFUND';

/** The kinds of advices. An advice is repeated until it is answered. */
export type AdviceKind = 'CAPTURE' | 'UPDATE' | 'VOID';

export type MessageKind = AcquirerRequestKind | AdviceKind;

/** The card data that a terminal read, except the number. */
export interface CardPresentData {
  /** Field 22, three digits: the PAN entry mode and the PIN entry capability. */
  readonly entryMode?: string;
  /** Field 23: `0` to `999`. */
  readonly sequenceNumber?: string;
  /** Field 35, track 2 data. */
  readonly track2?: Secret;
  /** Field 45, track 1 data. */
  readonly track1?: Secret;
  /** Field 55: EMV data elements, BER-TLV in hex. */
  readonly icc?: Secret;
}

/**
 * The result of a 3-D Secure authentication by this gateway or another 3DS Server, or the cryptogram of a mobile
 * wallet.
 */
export interface PayerAuthentication {
  /** Electronic commerce indicator, one or two digits. */
  readonly eci?: string;
  /** Base64: CAVV, AAV or the wallet's cryptogram. */
  readonly token?: Secret;
  /** Base64. */
  readonly xid?: string;
  /** dsTransID: the directory server's id of the authentication, a UUID. */
  readonly dsTransactionId?: string;
  /** The XID of the authentication, base64. */
  readonly protocolVersion?: string;
  /** `transStatus` of the authentication: Y, A, N, U, R or I. */
  readonly transStatus?: string;
}

/**
 * The use of stored credentials. BEFORE: the merchant has stored the card earlier. FROM_NOW: this payment is the first
 * of a series.
 */
export interface StoredDetails {
  readonly kept: 'BEFORE' | 'FROM_NOW';
  /** The kind of agreement with the payer. Absent: the payer initiates each payment. */
  readonly agreement?: AgreementType;
  /**
   * For a merchant-initiated payment: the network's transaction identifier of the payment that set up the agreement.
   */
  readonly transactionIdentifier?: string;
}

/** The values of `agreement.type` of the interface. */
export type AgreementType = 'INSTALLMENT' | 'OTHER' | 'RECURRING' | 'UNSCHEDULED';

/** Identifies an earlier message to the acquirer. */
export interface OriginalMessage {
  readonly kind: MessageKind;
  readonly trace: Trace;
}

/** The name and place for the card's statement, in printable ASCII. */
export interface Statement {
  /** At most 22 characters. */
  readonly name: string;
  /** A city or a telephone number, at most 13 characters. */
  readonly place?: string | undefined;
  /** Two letters of ISO 3166-1. */
  readonly country?: string | undefined;
}

/** The fields common to all movement messages. */
interface MovementMessage {
  readonly trace: Trace;
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId: string;
  /** Minor units of `currency`; 0n for a verification. At most `ACQUIRER_AMOUNT_MAX`. */
  readonly amount: bigint;
  readonly currency: AcquirerCurrency;
  /** `transaction.reference`; the sandbox's acquirer reads forced outcomes (`.FAIL…`) from it. */
  readonly reference?: string;
  /** Field 43. Absent: the acquirer prints what it knows of the merchant. */
  readonly statement?: Statement | undefined;
  /** Field 38 of a request: the issuer's authorization code, obtained by telephone or elsewhere. */
  readonly authorizationCode?: string;
}

export interface AcquirerRequest extends MovementMessage {
  readonly kind: AcquirerRequestKind;
  readonly instrument: Instrument;
  readonly billingAddress?: { readonly street?: string; readonly postcodeZip?: string };
  /** `transaction.source` of the interface: INTERNET, MOTO, … */
  readonly source: string;
  readonly cardPresent?: CardPresentData;
  readonly authentication?: PayerAuthentication;
  readonly storedDetails?: StoredDetails;
  /** `transaction.acquirer.transactionId`: the merchant's reference of the order at the acquirer. */
  readonly merchantReference?: string;
  /** For a refund: the payment or capture to refund. */
  readonly original?: OriginalMessage;
}

/**
 * CAPTURE and UPDATE are 0220 (0221 when repeated), VOID is 0420 (0421). `amount` is the amount captured, the new total
 * of the authorization, or the amount voided.
 */
export interface AcquirerAdvice extends MovementMessage {
  readonly kind: AdviceKind;
  /**
   * The authorization to capture or update, or the movement to void. Absent for a capture of an authorization that was
   * made elsewhere.
   */
  readonly original?: OriginalMessage;
  /** The card, for a capture without an original. */
  readonly instrument?: Instrument;
  readonly cardPresent?: CardPresentData;
}

export interface AcquirerCurrency {
  /** ISO 4217 alphabetic code. */
  readonly code: string;
  /** ISO 4217 numeric code, 3 digits. */
  readonly numeric: string;
}

/** The maximum amount: field 4 of ISO 8583:1987 has twelve digits. */
export const ACQUIRER_AMOUNT_MAX = 999_999_999_999n;

type NetworkFields = AnswerValues<typeof authorizationResponseFields>;

/** The acquirer's reply in the interface's terms, with the raw fields of the `authorizationResponse` group. */
export interface AcquirerReply {
  readonly gatewayCode: GatewayCode;
  /** Field 39, response code. */
  readonly acquirerCode: string;
  readonly acquirerMessage: string;
  /** A soft decline: the issuer requires an authentication with a challenge (SCA). */
  readonly needsAuthentication?: true;
  /** Field 38, authorization code, 6 characters. Absent if the reply has none. */
  readonly authorizationCode?: string;
  readonly avs?: { readonly acquirerCode: string; readonly gatewayCode: AddressResult };
  readonly securityCode?: { readonly acquirerCode: string; readonly gatewayCode: SecurityCodeResult };
  readonly stan: string;
  /** Field 12, local time of the transaction, HHMMSS. */
  readonly time: string;
  /** Field 13, local date of the transaction, MMDD. */
  readonly date: string;
  /** Field 3, processing code, 6 digits. */
  readonly processingCode: string;
  /** Field 22, point of service entry mode, 3 digits. */
  readonly posEntryMode: string;

  // Optional data of the card network, as the acquirer sent it. The names and values are those of
  // `authorizationResponse`.
  readonly cardLevelIndicator?: string;
  /** `Y` if the issuer reports a wrong security code. */
  readonly cardSecurityCodeError?: string;
  readonly commercialCard?: NetworkFields['commercialCard'];
  readonly commercialCardIndicator?: NetworkFields['commercialCardIndicator'];
  readonly financialNetworkCode?: string;
  readonly marketSpecificData?: string;
  /** The reason for the decline, and whether a retry is allowed. */
  readonly merchantAdviceCode?: string;
  readonly paySvcData?: string;
  readonly posData?: string;
  /** `Y` if field 22 of the reply differs from the request. */
  readonly posEntryModeChanged?: string;
  readonly returnAci?: string;
  readonly trackQuality?: string;
  /** Identical in all messages of one card transaction. */
  readonly transactionIdentifier?: string;
  readonly validationCode?: string;
  /** The result of verifying the payer's authentication token. */
  readonly vpasResponse?: string;
}

export type AcquirerOutcome =
  | { readonly status: 'ANSWERED'; readonly reply: AcquirerReply }
  /** The message may have arrived: a reversal must follow. */
  | { readonly status: 'NO_ANSWER' }
  /** There was no connection: the message certainly did not arrive. */
  | { readonly status: 'NOT_SENT' };

/**
 * A reversal advice, identified by the unanswered request that it reverses. It has no card data, so it can be stored
 * and retried.
 */
export interface ReversalAdvice {
  /** The advice's own trace, unchanged in retries. */
  readonly trace: Trace;
  readonly original: Trace;
  readonly originalKind: AcquirerRequestKind;
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId: string;
  readonly amount: bigint;
  readonly currency: AcquirerCurrency;
}

/** A status query for an earlier message, identified by its trace. Moves no money. */
export interface StatusInquiry {
  /** The query's own trace. */
  readonly trace: Trace;
  readonly original: Trace;
  readonly originalKind: MessageKind;
  readonly merchantId: string;
}

/** UNKNOWN_ORIGINAL: the host never received the message. */
export type StatusOutcome = AcquirerOutcome | { readonly status: 'UNKNOWN_ORIGINAL' };

/** A balance inquiry for a gift card. Moves no money. */
export interface BalanceInquiry {
  /** The inquiry's own trace. */
  readonly trace: Trace;
  readonly merchantId: string;
  readonly instrument: GiftCardInstrument;
  readonly currency: AcquirerCurrency;
}

export type BalanceOutcome =
  /** The available balance in minor units of the inquiry's currency; at least 0n. */
  | { readonly status: 'KNOWN'; readonly balance: bigint }
  /**
   * The issuer declined the inquiry, for a reason that would also decline a payment: a wrong PIN, a locked or unknown
   * card.
   */
  | { readonly status: 'REFUSED'; readonly gatewayCode: GatewayCode }
  | { readonly status: 'NO_ANSWER' }
  | { readonly status: 'NOT_SENT' };

/** An adapter of an acquirer. Its methods do not throw. */
export interface Acquirer {
  /** Sends the request exactly once, and waits at most the adapter's own limit. */
  request(request: AcquirerRequest): Promise<AcquirerOutcome>;
  /** Sends 0220 or 0420 (0221 or 0421 if `repeat`), and waits as long as `request`. Idempotent. */
  advise(advice: AcquirerAdvice, repeat: boolean): Promise<AcquirerOutcome>;
  /** Sends 0420 (or 0421 if `repeat`). @returns true if the host acknowledged it */
  reverse(advice: ReversalAdvice, repeat: boolean): Promise<boolean>;
  /** Queries the status of an earlier message. */
  inquire(inquiry: StatusInquiry): Promise<StatusOutcome>;
  /**
   * Queries a gift card's balance, once. Absent if the acquirer has no balance inquiry: the page then has no button for
   * it, and orders cannot be paid in parts.
   */
  balance?(inquiry: BalanceInquiry): Promise<BalanceOutcome>;
  /** True if the connection is signed on and answering. */
  ready(): boolean;
}

/** All configured acquirers, by name. */
export type Acquirers = ReadonlyMap<string, Acquirer>;
