/**
 * The port of payer authentication (EMV 3-D Secure): who takes part, the request, the challenge, the result. What is
 * known of an authentication is the caller's to store, sealed, after each call; any process can go on from there.
 */
import type { Currency } from '../../contract/money.ts';
import type { Secret } from '../../contract/secret.ts';

/** Of one authentication: what has to be stored, and what may be shown of it. */
export interface Authentication {
  /** Sealed before it is stored: it may hold the authentication value. */
  readonly stored: Secret;
  readonly view: AuthenticationView;
}

export interface AuthenticationView {
  /** Its id everywhere, a UUID. */
  readonly threeDSServerTransID: string;
  readonly scheme: string;
  /** Absent where the card does not take part. */
  readonly version?: string;
  /**
   * ENROLLED: to be asked for, after the method if there is one. ASKED: the request was sent. CHALLENGE: the payer is
   * to be led to the ACS. DECOUPLED: the ACS asks the payer without us. ENDED: there is a result.
   */
  readonly stage: 'ASKED' | 'CHALLENGE' | 'DECOUPLED' | 'ENDED' | 'ENROLLED';
  /** Milliseconds since 1970 from when on `timePassed` changes something. */
  readonly wakeAt?: number;
  /** Where the payer's browser goes first, and whether the ACS has said that it was there; absent: nowhere. */
  readonly method?: { readonly url: string; readonly completed: 'N' | 'U' | 'Y' };
  readonly challenge?: { readonly acsUrl: string; readonly authenticationType?: string };
  /** DECOUPLED: what the ACS has to say to the payer meanwhile. A text: never HTML. */
  readonly cardholderInfo?: string;
  /** Names at the others, for answers. */
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
  /** Y, A, N, R, U or I; absent where the card does not take part. */
  readonly transStatus?: string;
  readonly transStatusReason?: string;
  readonly status: `AUTHENTICATION_${'ATTEMPTED' | 'EXEMPT' | 'FAILED' | 'NOT_SUPPORTED' | 'REJECTED' | 'SUCCESSFUL' | 'UNAVAILABLE'}`;
  /** MERCHANT_DECIDES: by the rule in its profile. */
  readonly recommendation: 'DO_NOT_PROCEED' | 'MERCHANT_DECIDES' | 'PROCEED';
  /** Who bears a fraud, as far as the authentication decides it. */
  readonly liability: 'ISSUER' | 'MERCHANT';
  readonly eci?: string;
  /** `authenticationToken` of answers; to the acquirer as it is. */
  readonly authenticationToken?: Secret;
  readonly isChallenged: boolean;
  readonly authenticationType?: string;
  /** 01 the payer cancelled, 04 and 05 the ACS waited too long, and others. */
  readonly challengeCancel?: string;
  /** For the payer, from the ACS. A text: never HTML. */
  readonly cardholderInfo?: string;
  readonly whiteListStatus?: string;
  /** Why nobody knows, in words of ours, and the code of the error if there was one. For the log. */
  readonly unknownBecause?: string;
  readonly errorCode?: string;
}

export interface EnrolmentRequest {
  readonly scheme: string;
  /** 13 to 19 digits. */
  readonly number: Secret;
  /** BROWSER, or MERCHANT where no payer is there. */
  readonly channel: 'BROWSER' | 'MERCHANT';
  readonly isPayment: boolean;
}

export interface AuthenticationRequest {
  readonly number: Secret;
  /** `1` to `12`, and two digits of the year. */
  readonly expiry?: { readonly month: string; readonly year: string };
  /** Minor units of the currency. */
  readonly purchase?: { readonly amount: bigint; readonly currency: Currency };
  readonly merchant: AuthenticatedMerchant;
  /** Of a browser: where it comes back from the challenge. */
  readonly browser?: AuthenticatedBrowser & { readonly notificationUrl: string };
  /** threeDSRequestorChallengeInd, 01 to 09; what a version lacks is left out. */
  readonly challengeIndicator?: string;
  /** threeDSRequestorAuthenticationInd; 01, a payment, unless told, and 04, a new card, where nothing is paid. */
  readonly authenticationIndicator?: string;
  /** threeRIInd, where no payer is there. */
  readonly merchantInitiatedIndicator?: string;
  readonly recurrence?: {
    /** YYYYMMDD. */
    readonly expiry: string;
    readonly daysBetween: string;
    readonly instalments?: string;
  };
  /** How long the ACS may take to reach the payer without us; absent: it may not. Minutes. */
  readonly decoupledMinutes?: number;
  readonly cardholder?: AuthenticatedCardholder;
  readonly billing?: PostalAddress;
  readonly shipping?: PostalAddress;
}

export interface AuthenticatedMerchant {
  /** As the acquirer knows it. */
  readonly acquirerBin: string;
  readonly acquirerMerchantId: string;
  /** As the directory server knows it. */
  readonly requestorId: string;
  readonly requestorName: string;
  readonly requestorUrl: string;
  readonly name: string;
  /** Merchant category code, four digits. */
  readonly categoryCode: string;
  /** ISO 3166-1 alpha-3. */
  readonly country: string;
}

/** As it came; what is no such thing is replaced or left out. */
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

/** UNFIT: what was given makes no message; `fields` are names of the message's fields. */
export type AskedAuthentication =
  | {
      readonly status: 'ASKED';
      /** To be stored before `send`: without it a crash would leave a request that nobody knows of. */
      readonly asked: Authentication;
      /** Sends once, and waits ten seconds at most. Never rejects. */
      readonly send: () => Promise<Authentication>;
      /** In place of `send`, where a limit of ours forbids it: rejected, as an issuer would. */
      readonly rejected: Authentication;
    }
  | { readonly status: 'UNFIT'; readonly fields: string }
  | { readonly status: 'ASKED_BEFORE'; readonly asked: Authentication };

export type ReceivedResult =
  /** No result: the answer goes back as it is. */
  | { readonly status: 'ANSWERED'; readonly answer: string; readonly code?: string }
  | {
      readonly status: 'RESULT';
      readonly threeDSServerTransID: string;
      /**
       * @param stored of the authentication with that id; absent: there is none
       * @returns what goes back, once `changed` was stored
       */
      readonly apply: (stored: Secret | undefined) => { readonly answer: string; readonly changed?: Authentication };
    };

export type ChallengeWindow = '01' | '02' | '03' | '04' | '05';

/** None of these throws for what others sent. Those that take `stored` throw where it is none of ours. */
export interface PayerAuthenticator {
  /** Looks up whether the card takes part. Asks nobody. */
  enrol(request: EnrolmentRequest): Authentication;
  /** That of a payer whom the merchant does not have authenticated: it ends as with a card that takes no part. */
  withoutEnrolment(request: Omit<EnrolmentRequest, 'number'>): Authentication;
  /** The form field `threeDSMethodData` for the method, to be posted to its URL. */
  methodData(stored: Secret, notificationUrl: string): string;
  methodStarted(stored: Secret): Authentication;
  /** Undefined where the data is of no authentication. @param data as the browser posted it */
  methodNotified(data: string): { readonly threeDSServerTransID: string } | undefined;
  methodCompleted(stored: Secret): Authentication;
  /** Authenticates once: a second request for the same one is not sent. */
  authenticate(stored: Secret, request: AuthenticationRequest): AskedAuthentication;
  /** The form field `creq` for the ACS. Undefined where there is no challenge. */
  challenge(
    stored: Secret,
    window: ChallengeWindow,
  ): { readonly creq: string; readonly acsUrl: string; readonly changed: Authentication } | undefined;
  /** The browser is back from the ACS. What it brings is no result. @param cres as the browser posted it */
  challengeReturned(stored: Secret, cres: string): Authentication;
  /** What a directory server posted. @param scheme whose directory server it is, by its certificate */
  resultReceived(body: Uint8Array, scheme: string): ReceivedResult;
  timePassed(stored: Secret): Authentication;
}
