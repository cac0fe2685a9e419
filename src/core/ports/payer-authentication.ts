/**
 * The port of payer authentication (EMV 3-D Secure): enrolment, request, challenge and result. The caller seals and
 * stores the state of an authentication after each call, so any process can continue it.
 */
import type { Currency } from '../../contract/money.ts';
import type { Secret } from '../../contract/secret.ts';

/** One authentication: the state to store, and the view to show. */
export interface Authentication {
  /** The state to store. It may contain the authentication value, so it must be sealed. */
  readonly stored: Secret;
  readonly view: AuthenticationView;
}

export interface AuthenticationView {
  /** The id of the authentication at all parties, a UUID. */
  readonly threeDSServerTransID: string;
  readonly scheme: string;
  /** Absent for a card that is not enrolled. */
  readonly version?: string;
  /**
   * ENROLLED: the authentication request follows, after the 3DS method if the ACS has one. ASKED: the request was sent.
   * CHALLENGE: the payer's browser must be sent to the ACS. DECOUPLED: the ACS contacts the payer without the gateway.
   * ENDED: there is a result.
   */
  readonly stage: 'ASKED' | 'CHALLENGE' | 'DECOUPLED' | 'ENDED' | 'ENROLLED';
  /** The time from which `timePassed` changes the state, milliseconds since 1970. */
  readonly wakeAt?: number;
  /** The 3DS method: its URL, and whether the ACS has confirmed it. Absent without a method. */
  readonly method?: { readonly url: string; readonly completed: 'N' | 'U' | 'Y' };
  readonly challenge?: { readonly acsUrl: string; readonly authenticationType?: string };
  /** DECOUPLED: the text that the ACS wants shown to the payer. Plain text, not HTML. */
  readonly cardholderInfo?: string;
  /** Ids and reference numbers at the other parties, for responses. */
  readonly identity?: AuthenticationIdentity;
  readonly result?: AuthenticationResult;
}

export interface AuthenticationIdentity {
  readonly acsTransID: string;
  readonly dsTransID: string;
  readonly acsReferenceNumber: string;
  readonly dsReferenceNumber: string;
}

export interface AuthenticationResult {
  /** Absent for a card that is not enrolled. */
  readonly transStatus?: 'A' | 'I' | 'N' | 'R' | 'U' | 'Y';
  readonly transStatusReason?: string;
  readonly status: `AUTHENTICATION_${'ATTEMPTED' | 'EXEMPT' | 'FAILED' | 'NOT_SUPPORTED' | 'REJECTED' | 'SUCCESSFUL' | 'UNAVAILABLE'}`;
  /** MERCHANT_DECIDES: the rule in the merchant's profile decides. */
  readonly recommendation: 'DO_NOT_PROCEED' | 'MERCHANT_DECIDES' | 'PROCEED';
  /** The party that is liable for fraud, according to this authentication. */
  readonly liability: 'ISSUER' | 'MERCHANT';
  readonly eci?: string;
  /** `authenticationToken` of responses; sent to the acquirer unchanged. */
  readonly authenticationToken?: Secret;
  readonly isChallenged: boolean;
  readonly authenticationType?: string;
  /** The reason of a cancelled challenge. For example 01: the payer cancelled; 04 and 05: the ACS timed out. */
  readonly challengeCancel?: string;
  /** The ACS's text for the payer. Plain text, not HTML. */
  readonly cardholderInfo?: string;
  readonly whiteListStatus?: string;
  /**
   * The reason for an unknown result, in the gateway's words, and the code of the error if there was one. For the log.
   */
  readonly unknownBecause?: string;
  readonly errorCode?: string;
}

export interface EnrolmentRequest {
  readonly scheme: string;
  /** The card number, 13 to 19 digits. */
  readonly number: Secret;
  /** BROWSER, or MERCHANT if the payer does not take part. */
  readonly channel: 'BROWSER' | 'MERCHANT';
  readonly isPayment: boolean;
  /** The number of the store that has the authentication, which its transaction id names. */
  readonly storeNumber: number;
}

export interface AuthenticationRequest {
  readonly number: Secret;
  /** `1` to `12`, and a two-digit year. */
  readonly expiry?: { readonly month: string; readonly year: string };
  /** Minor units of the currency. */
  readonly purchase?: { readonly amount: bigint; readonly currency: Currency };
  readonly merchant: AuthenticatedMerchant;
  /** The payer's browser, and its return URL after the challenge. */
  readonly browser?: AuthenticatedBrowser & { readonly notificationUrl: string };
  /** threeDSRequestorChallengeInd, 01 to 09. A value that the protocol version does not have is omitted. */
  readonly challengeIndicator?: string;
  /** threeDSRequestorAuthenticationInd. Default: 01 for a payment, otherwise 04 (add card). */
  readonly authenticationIndicator?: string;
  /** threeRIInd, for an authentication in which the payer does not take part. */
  readonly merchantInitiatedIndicator?: string;
  readonly recurrence?: {
    /** YYYYMMDD. */
    readonly expiry: string;
    readonly daysBetween: string;
    readonly instalments?: string;
  };
  /** The minutes that the ACS has for a decoupled authentication. Absent: a decoupled authentication is not allowed. */
  readonly decoupledMinutes?: number;
  readonly cardholder?: AuthenticatedCardholder;
  readonly billing?: PostalAddress;
  readonly shipping?: PostalAddress;
}

export interface AuthenticatedMerchant {
  /** The acquirer's BIN and the merchant's id. The acquirer assigns both. */
  readonly acquirerBin: string;
  readonly acquirerMerchantId: string;
  /** The 3DS Requestor's id, which the directory server assigns. */
  readonly requestorId: string;
  readonly requestorName: string;
  readonly requestorUrl: string;
  readonly name: string;
  /** Merchant category code, four digits. */
  readonly categoryCode: string;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
}

/** Browser data as received; invalid values are replaced or omitted. */
export interface AuthenticatedBrowser {
  readonly ipAddress?: string;
  readonly userAgent?: string;
  readonly acceptHeaders?: string;
  readonly language?: string;
  readonly javaEnabled?: string;
  readonly javaScriptEnabled?: string;
  readonly colorDepth?: string;
  readonly screenHeight?: string;
  readonly screenWidth?: string;
  readonly timeZone?: string;
}

export interface AuthenticatedCardholder {
  readonly name?: string;
  readonly email?: string;
  readonly mobilePhone?: { readonly countryCode: string; readonly subscriber: string };
}

export interface PostalAddress {
  readonly street?: string;
  readonly street2?: string;
  readonly city?: string;
  readonly stateProvince?: string;
  readonly postcodeZip?: string;
  /** ISO 3166-1 alpha-3. */
  readonly country?: string;
}

/** UNFIT: the values do not make a valid message; `fields` lists the invalid message fields. */
export type AskedAuthentication =
  | {
      readonly status: 'ASKED';
      /** The state to store before `send` is called. Otherwise a crash would leave a sent request without a record. */
      readonly asked: Authentication;
      /** Sends the request once, and waits at most ten seconds. Does not reject. */
      readonly send: () => Promise<Authentication>;
      /** The state to store if a limit of the gateway forbids the request: rejected, as by an issuer. */
      readonly rejected: Authentication;
    }
  | { readonly status: 'UNFIT'; readonly fields: string }
  | { readonly status: 'ASKED_BEFORE'; readonly asked: Authentication };

export type ReceivedResult =
  /** The message is not a result. Send the answer back unchanged. */
  | { readonly status: 'ANSWERED'; readonly answer: string; readonly code?: string }
  | {
      readonly status: 'RESULT';
      readonly threeDSServerTransID: string;
      /**
       * @param stored the state of the authentication with that id; absent if it is unknown
       * @returns the answer to send once `changed` is stored
       */
      readonly apply: (stored: Secret | undefined) => { readonly answer: string; readonly changed?: Authentication };
    };

export type ChallengeWindow = '01' | '02' | '03' | '04' | '05';

/**
 * No method throws for data received from others. Methods with a parameter `stored` throw if its value is not a state
 * of this gateway.
 */
export interface PayerAuthenticator {
  /** Resolves when the card ranges were read once after the start, or reading them takes too long. Does not reject. */
  ready(): Promise<void>;
  /** Looks up in the card ranges whether the card is enrolled, once it is `ready`. Sends no message. */
  enrol(request: EnrolmentRequest): Authentication;
  /**
   * Makes an authentication for a merchant that does not authenticate payers. It ends like that of a card that is not
   * enrolled.
   */
  withoutEnrolment(request: Omit<EnrolmentRequest, 'number'>): Authentication;
  /** The form field `threeDSMethodData` for the method, to be posted to its URL. */
  methodData(stored: Secret, notificationUrl: string): string;
  methodStarted(stored: Secret): Authentication;
  /** @param data the data that the browser posted @returns undefined if the data belongs to no authentication */
  methodNotified(data: string): { readonly threeDSServerTransID: string } | undefined;
  methodCompleted(stored: Secret): Authentication;
  /** Authenticates once: a second request for the same authentication is not sent. */
  authenticate(stored: Secret, request: AuthenticationRequest): AskedAuthentication;
  /** The form field `creq` for the ACS. Undefined if no challenge is pending. */
  challenge(
    stored: Secret,
    window: ChallengeWindow,
  ): { readonly creq: string; readonly acsUrl: string; readonly changed: Authentication } | undefined;
  /** The browser returned from the ACS. Its data is not a result. @param cres the CRes that the browser posted */
  challengeReturned(stored: Secret, cres: string): Authentication;
  /**
   * Processes a message posted by a directory server. @param scheme the card scheme of the directory server's
   * certificate
   */
  resultReceived(body: Uint8Array, scheme: string): ReceivedResult;
  timePassed(stored: Secret): Authentication;
}
