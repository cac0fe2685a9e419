/** The port of the acquirer, in the terms of the gateway: the messages that it is sent, and its answers. */
import type { GatewayCode } from '../../contract/gateway-codes.ts';
import type { Secret } from '../../contract/secret.ts';

/**
 * Permanently identifies one message to the acquirer: `terminal` and `stan` together are never used twice.
 * A reversal names its original by these, so they are stored before the message is sent.
 */
export interface Trace {
  /** ISO 8583 field 41, card acceptor terminal identification, exactly 8 characters. */
  readonly terminal: string;
  /** Field 11, system trace audit number, 6 digits, 000001 to 999999. */
  readonly stan: string;
  /** Field 37, retrieval reference number, 12 digits: year digit, day of year, hour, STAN. The answer's `receipt`. */
  readonly receipt: string;
  /** Milliseconds since 1970 (UTC) at which the message was made. Fields 7, 12 and 13 are derived from it. */
  readonly transmittedAt: number;
}

export interface CardInstrument {
  readonly kind: 'CARD';
  /** 9 to 19 digits. */
  readonly number: Secret;
  /** `1` to `12`, as the interface has it, and two digits of the year. Absent where the payer's card has none. */
  readonly expiry?: { readonly month: string; readonly year: string };
  readonly securityCode?: Secret;
}

export interface GiftCardInstrument {
  readonly kind: 'GIFT_CARD';
  readonly number: Secret;
  readonly pin?: Secret;
}

export type Instrument = CardInstrument | GiftCardInstrument;

/** A request to the acquirer: sent once, and reversed when no answer comes. */
export type AcquirerRequestKind = 'AUTHORIZATION' | 'PAYMENT' | 'VERIFICATION' | 'REFUND';

/** An advice to the acquirer: retried until it answers. */
export type AdviceKind = 'CAPTURE' | 'UPDATE' | 'VOID';

export type MessageKind = AcquirerRequestKind | AdviceKind;

/** What a terminal read of the card, beside its number. */
export interface CardPresentData {
  /** Field 22, three digits: how the number was entered, and whether a PIN can be. */
  readonly entryMode?: string;
  /** Field 23: `0` to `999`. */
  readonly sequenceNumber?: string;
  /** Field 35. */
  readonly track2?: Secret;
  /** Field 45. */
  readonly track1?: Secret;
  /** Field 55: EMV data elements, BER-TLV in hex. */
  readonly icc?: Secret;
}

/** The result of a 3-D Secure authentication, made here or elsewhere, or of a mobile wallet's device. */
export interface PayerAuthentication {
  /** Electronic commerce indicator, one or two digits. */
  readonly eci?: string;
  /** Base64: CAVV, AAV or the wallet's cryptogram. */
  readonly token?: Secret;
  /** Base64. */
  readonly xid?: string;
  /** The directory server's id of the authentication, a UUID. */
  readonly dsTransactionId?: string;
  /** Of EMV 3-D Secure, such as `2.2.0`. */
  readonly protocolVersion?: string;
  /** How it ended: Y, A, N, U, R or I. */
  readonly transStatus?: string;
}

/** That a payment is made with details that the merchant keeps, or that it is the one from which on they are kept. */
export interface StoredDetails {
  readonly kept: 'BEFORE' | 'FROM_NOW';
  /** Under what the payer agreed; absent: the payer alone pays with them. */
  readonly agreement?: AgreementType;
  /** What the network called the payment by which the payer agreed: of a payment that the merchant begins. */
  readonly transactionIdentifier?: string;
}

/** `agreement.type` of the interface. */
export type AgreementType = 'INSTALLMENT' | 'OTHER' | 'RECURRING' | 'UNSCHEDULED';

/** Identifies an earlier message. */
export interface OriginalMessage {
  readonly kind: MessageKind;
  readonly trace: Trace;
}

/** What every movement's message has. */
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
  /** Field 38 of a request: the issuer's code, obtained by telephone or elsewhere. */
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
  /** Of a refund: the payment or capture that is refunded. */
  readonly original?: OriginalMessage;
}

/**
 * CAPTURE and UPDATE are 0220 (0221 when repeated), VOID is 0420 (0421). `amount` is that of the movement: what is
 * captured, the authorization's new total, what is voided.
 */
export interface AcquirerAdvice extends MovementMessage {
  readonly kind: AdviceKind;
  /**
   * The authorization that is captured or changed, the movement that is voided. Absent: a capture of an authorization
   * that was made elsewhere.
   */
  readonly original?: OriginalMessage;
  /** Of a capture without an original. */
  readonly instrument?: Instrument;
  readonly cardPresent?: CardPresentData;
}

export interface AcquirerCurrency {
  /** ISO 4217 alphabetic code. */
  readonly code: string;
  /** ISO 4217 numeric code, 3 digits. */
  readonly numeric: string;
}

/** ISO 8583:1987 field 4 is n12. */
export const ACQUIRER_AMOUNT_MAX = 999_999_999_999n;

/**
 * The acquirer's answer, in the interface's terms, plus the raw fields that the `authorizationResponse` group shows.
 */
export interface AcquirerReply {
  readonly gatewayCode: GatewayCode;
  /** Field 39. */
  readonly acquirerCode: string;
  readonly acquirerMessage: string;
  /** A soft decline: the issuer wants its customer to be asked first, by an authentication with a challenge. */
  readonly needsAuthentication?: true;
  /** Field 38, 6 characters, when given. */
  readonly authorizationCode?: string;
  readonly avs?: { readonly acquirerCode: string; readonly gatewayCode: string };
  readonly securityCode?: { readonly acquirerCode: string; readonly gatewayCode: string };
  readonly stan: string;
  /** Field 12, HHMMSS. */
  readonly time: string;
  /** Field 13, MMDD. */
  readonly date: string;
  /** Field 3, 6 digits. */
  readonly processingCode: string;
  /** Field 22, 3 digits. */
  readonly posEntryMode: string;

  // What the card network adds, each where the acquirer sent it, under its name and with its values in
  // `authorizationResponse`.
  readonly cardLevelIndicator?: string;
  /** `Y` where the issuer says that the security code is wrong. */
  readonly cardSecurityCodeError?: string;
  readonly commercialCard?: string;
  readonly commercialCardIndicator?: string;
  readonly financialNetworkCode?: string;
  readonly marketSpecificData?: string;
  /** Why it was declined, and whether to retry. */
  readonly merchantAdviceCode?: string;
  readonly paySvcData?: string;
  readonly posData?: string;
  /** `Y` where field 22 was answered other than it was sent. */
  readonly posEntryModeChanged?: string;
  readonly returnAci?: string;
  readonly trackQuality?: string;
  /** The same in every message of one card transaction. */
  readonly transactionIdentifier?: string;
  readonly validationCode?: string;
  /** The result of checking the payer's authentication token. */
  readonly vpasResponse?: string;
}

export type AcquirerOutcome =
  | { readonly status: 'ANSWERED'; readonly reply: AcquirerReply }
  /** It may have arrived: a reversal must follow. */
  | { readonly status: 'NO_ANSWER' }
  /** There was no connection to send it on: it certainly did not arrive. */
  | { readonly status: 'NOT_SENT' };

/**
 * A reversal advice, by the unanswered request that it reverses. Holds no card data, so it can be stored and
 * retried.
 */
export interface ReversalAdvice {
  /** The advice's own trace; the same in every retry. */
  readonly trace: Trace;
  readonly original: Trace;
  readonly originalKind: AcquirerRequestKind;
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId: string;
  readonly amount: bigint;
  readonly currency: AcquirerCurrency;
}

/** A status query for a message, by its original trace. Moves no money. */
export interface StatusInquiry {
  /** The query's own trace, used once as any other. */
  readonly trace: Trace;
  readonly original: Trace;
  readonly originalKind: MessageKind;
  readonly merchantId: string;
}

/** UNKNOWN_ORIGINAL: the host never received the message. */
export type StatusOutcome = AcquirerOutcome | { readonly status: 'UNKNOWN_ORIGINAL' };

/** A question for a gift card's balance. Moves no money. */
export interface BalanceInquiry {
  /** The inquiry's own trace, used once as any other. */
  readonly trace: Trace;
  readonly merchantId: string;
  readonly instrument: GiftCardInstrument;
  readonly currency: AcquirerCurrency;
}

export type BalanceOutcome =
  /** Minor units of the inquiry's currency that can be spent now; 0n and more. */
  | { readonly status: 'KNOWN'; readonly balance: bigint }
  /** The issuer refused to say, as it would refuse a payment: a wrong PIN, a locked or unknown card. */
  | { readonly status: 'REFUSED'; readonly gatewayCode: GatewayCode }
  | { readonly status: 'NO_ANSWER' }
  | { readonly status: 'NOT_SENT' };

export interface Acquirer {
  /** Sends once, waits at most the adapter's own limit. Never throws and never sends a request twice. */
  request(request: AcquirerRequest): Promise<AcquirerOutcome>;
  /** Sends 0220 or 0420 (0221, 0421 when `repeat`), waits as `request` does. Idempotent. Never throws. */
  advise(advice: AcquirerAdvice, repeat: boolean): Promise<AcquirerOutcome>;
  /** Sends 0420 (or 0421 when `repeat`), true when the host acknowledged it. Never throws. */
  reverse(advice: ReversalAdvice, repeat: boolean): Promise<boolean>;
  /** Queries the status of an earlier message. Never throws. */
  inquire(inquiry: StatusInquiry): Promise<StatusOutcome>;
  /**
   * Asks for a gift card's balance, once. Never throws. Absent where the acquirer does not tell it: the page has no
   * button for it then, and no order is paid in parts.
   */
  balance?(inquiry: BalanceInquiry): Promise<BalanceOutcome>;
  /** Signed on and answering. */
  ready(): boolean;
}

/** The acquirer that `ACQUIRER_URL` configures. */
export const DEFAULT_ACQUIRER = 'default';

/** Every configured acquirer, by name. */
export type Acquirers = ReadonlyMap<string, Acquirer>;
