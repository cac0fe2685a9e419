/** The globals of the scripts. `npm run reference` generates this file. */

/** The globals of `three-ds.min.js`: payer authentication by the session's id alone. */
export interface ThreeDSGlobal {
  /** Once a page, before anything else. */
  configure(configuration: Turnpike.ThreeDSConfiguration): void;
  isConfigured(): boolean;
  /** Whether the card takes part; the bank's hidden page has been and gone when `callback` is called. */
  initiateAuthentication(
    orderId: string,
    transactionId: string,
    callback?: (outcome: Turnpike.ThreeDSOutcome<Turnpike.InitiateAuthenticationAnswer>) => void,
    optional?: Turnpike.InitiationFields,
  ): void;
  /** Asks the bank; where it wants its customer asked, the browser is led there once `callback` has returned. */
  authenticatePayer(
    orderId: string,
    transactionId: string,
    callback?: (outcome: Turnpike.ThreeDSOutcome<Turnpike.InitiateAuthenticationAnswer>) => void,
    optional?: Turnpike.AuthenticationFields & { readonly fullScreenRedirect?: boolean },
  ): void;
  /** Before a call is sent, with what it is about. */
  onEvent(
    name: 'BEFORE_AUTHENTICATE_PAYER' | 'BEFORE_INITIATE_AUTHENTICATION',
    listener: (call: Turnpike.ThreeDSCall) => void,
  ): void;
  /** After a call, with what its own callback is given. */
  onEvent(
    name:
      | 'AFTER_AUTHENTICATE_PAYER'
      | 'AFTER_INITIATE_AUTHENTICATION'
      | 'authenticatePayer'
      | 'error'
      | 'initiateAuthentication',
    listener: (outcome: Turnpike.ThreeDSOutcome<Turnpike.InitiateAuthenticationAnswer>) => void,
  ): void;
  getLastCorrelationId(): string;
}

/** The globals of `checkout.js` and `checkout.min.js`: the hosted page, by redirect or embedded. */
export interface CheckoutGlobal {
  /**
   * From version 67 on the session alone; what else older pages give never overrides what the checkout was made with.
   */
  configure(configuration: Turnpike.CheckoutConfiguration): void;
  /** Leads the payer to the hosted page. */
  showPaymentPage(): void;
  /** Shows it in the page's own element. */
  showEmbeddedPage(selector: string, shown?: () => void): void;
  /** Up to version 62: shows it over the page. */
  showLightbox(): void;
  /** The values of the page's form fields, to be stored around a redirect. */
  saveFormFields(): Readonly<Record<string, unknown>>;
  restoreFormFields(saved: Readonly<Record<string, unknown>>): void;
}

/** The globals of `session.js`: card, gift card and account fields that the page cannot read. */
export interface PaymentSessionGlobal {
  configure(configuration: Turnpike.PaymentSessionConfiguration, scope?: string): void;
  updateSessionFromForm(type?: Turnpike.FormType, localBrand?: string, scope?: string): void;
  validate(
    type: Turnpike.FormType,
    callback: (validity: Readonly<Record<string, Turnpike.FormValidity>>) => void,
    scope?: string,
  ): void;
  setFocus(role: string, scope?: string): void;
  setFocusStyle(roles: readonly string[], style: Turnpike.FieldStyle, scope?: string): void;
  setHoverStyle(roles: readonly string[], style: Turnpike.FieldStyle, scope?: string): void;
  setPlaceholderStyle(roles: readonly string[], style: Turnpike.FieldStyle, scope?: string): void;
  setPlaceholderShownStyle(roles: readonly string[], style: Turnpike.FieldStyle, scope?: string): void;
  /** Read to whoever cannot see the page's own text beside the field. */
  setMessage(role: string, text: string, scope?: string): void;
  setLocale(locale: string): void;
  onFocus(roles: readonly string[], listener: Turnpike.FieldListener, scope?: string): void;
  onBlur(roles: readonly string[], listener: Turnpike.FieldListener, scope?: string): void;
  onChange(roles: readonly string[], listener: Turnpike.FieldListener, scope?: string): void;
  onMouseOver(roles: readonly string[], listener: Turnpike.FieldListener, scope?: string): void;
  onMouseOut(roles: readonly string[], listener: Turnpike.FieldListener, scope?: string): void;
  onEmptinessChange(
    roles: readonly string[],
    listener: (selector: string, result: { readonly isEmpty: boolean }) => void,
    scope?: string,
  ): void;
  onValidityChange(
    roles: readonly string[],
    listener: (selector: string, result: Turnpike.FieldValidity, role: string) => void,
    scope?: string,
  ): void;
  /** Once length and check digit hold. */
  onCardBINChange(listener: (selector: string, result: { readonly BIN: string }) => void, scope?: string): void;
  onCardTypeChange(listener: (selector: string, result: Turnpike.CardType) => void, scope?: string): void;
}

export declare namespace Turnpike {
  interface ThreeDSConfiguration {
    readonly merchantId: string;
    readonly sessionId: string;
    /** The id of the element into which the bank's frames are put; the body if absent. */
    readonly containerId?: string;
    readonly callback?: () => void;
    readonly configuration?: { readonly userLanguage?: string; readonly wsVersion?: number | string };
  }

  interface ThreeDSCall {
    readonly method: 'authenticatePayer' | 'initiateAuthentication';
    readonly orderId: string;
    readonly transactionId: string;
  }

  interface ThreeDSOutcome<Answer> {
    readonly correlationId: string;
    readonly restApiResponse?: Answer;
    readonly gatewayRecommendation?: string;
    readonly htmlRedirectCode?: string;
    /** 3DS2 or NONE. */
    readonly authenticationVersion?: string;
    readonly error?: {
      readonly cause: string;
      /** HTTP status; 0 where there was no answer. */
      readonly status: number;
      readonly code: string;
      readonly msg: string;
      readonly result: 'ERROR';
    };
  }

  /** The script gives the session, the operation and a correlation id. */
  type InitiationFields = Partial<Omit<InitiateAuthenticationRequest, 'apiOperation' | 'session'>>;
  type AuthenticationFields = Partial<Omit<AuthenticatePayerRequest, 'apiOperation' | 'session'>>;

  interface CheckoutConfiguration {
    /** Absent on pages of up to version 62 that give all of the checkout themselves. */
    readonly session?: { readonly id: string; readonly version?: string };
    readonly [older: string]: unknown;
  }

  type FormType = 'ach' | 'card' | 'directDebitCanada' | 'giftCard';

  interface PaymentSessionConfiguration {
    /** Absent or empty: the script makes one. */
    readonly session?: string | null;
    /** CSS selectors of the page's read-only inputs. Empty ones are ignored. */
    readonly fields: Partial<Record<FormType, Readonly<Record<string, string | null | undefined>> | null>>;
    readonly frameEmbeddingMitigation?: readonly ('csp' | 'javascript' | 'x-frame-options')[];
    readonly callbacks: {
      readonly initialized?: (response: { readonly status: 'ok' | 'system_error'; readonly message?: string }) => void;
      readonly formSessionUpdate?: (response: FormSessionUpdate) => void;
      readonly error?: (problem: unknown) => void;
    };
    readonly interaction?: {
      readonly displayControl?: {
        readonly formatCard?: 'EMBOSSED' | 'FLAT';
        readonly invalidFieldCharacters?: 'ALLOW' | 'REJECT';
      };
    };
    readonly locale?: string;
  }

  type FormSessionUpdate =
    | {
        readonly status: 'ok';
        readonly merchant: string;
        readonly session: { readonly id: string; readonly updateStatus: 'SUCCESS'; readonly version: string };
        readonly sourceOfFunds: { readonly type: string; readonly provided: Readonly<Record<string, unknown>> };
        readonly version: string;
      }
    | { readonly status: 'fields_in_error'; readonly errors: Readonly<Record<string, 'invalid' | 'missing'>> }
    | { readonly status: 'request_timeout' | 'system_error'; readonly errors: { readonly message: string } };

  type ErrorReason = 'AWAITING_SERVER_RESPONSE' | 'EMPTY' | 'INVALID_CHARACTERS' | 'INVALID_VALUE' | 'NOT_SUPPORTED';

  interface FieldValidity {
    readonly isValid: boolean;
    readonly isIncomplete?: boolean;
    readonly hasError?: boolean;
    readonly errorReason?: ErrorReason;
    readonly selector?: string;
  }

  type FormValidity = FieldValidity & Readonly<Record<string, unknown>>;
  type FieldListener = (selector: string, role: string) => void;
  /** In camel case, of an allow-list: `{ color: 'blue', fontWeight: 'bold' }`. */
  type FieldStyle = Readonly<Record<string, string>>;

  interface CardType {
    readonly status: 'INSUFFICIENT_LENGTH' | 'NOT_SUPPORTED' | 'SUPPORTED';
    readonly brand?: string;
    readonly fundingMethod?: string;
    readonly issuer?: string;
    readonly localBrand?: string;
    readonly scheme?: string;
  }

  interface Address {
    /** Town or city. */
    readonly city?: string;
    /** Company that is reached at the address. */
    readonly company?: string;
    /** Country as its three letters of ISO 3166-1. */
    readonly country?: string;
    /** Post code or ZIP. */
    readonly postcodeZip?: string;
    /** State, province or county. */
    readonly stateProvince?: string;
    /** First line of the street address. */
    readonly street?: string;
    /** Second line of the street address. */
    readonly street2?: string;
  }

  interface Agreement {
    /** Whether each payment is of the same amount; needed for recurring payments. */
    readonly amountVariability?: 'FIXED' | 'VARIABLE';
    /** Data that your acquirer asks for beyond this interface; no card data. */
    readonly customData?: string;
    /** The agreement’s last day. */
    readonly expiryDate?: string;
    /** Your id of the agreement; needed unless details are kept only for payments that the payer starts. */
    readonly id?: string;
    /** The most that one payment may be, in the order’s currency. */
    readonly maximumAmountPerPayment?: string | number;
    /** The least that one payment may be, in the order’s currency. */
    readonly minimumAmountPerPayment?: string | number;
    /** The least days from one payment to the next; the bank is told of a recurring agreement with it alone. */
    readonly minimumDaysBetweenPayments?: string | number;
    /** How many instalments there are; the bank is told of instalments with it alone. */
    readonly numberOfPayments?: string | number;
    /** Kind of the agreement, sent when it is made; the values are our own decision. */
    readonly type?: 'INSTALLMENT' | 'OTHER' | 'RECURRING' | 'UNSCHEDULED';
  }

  interface Answered3DSecure {
    /** Electronic commerce indicator from the issuer’s access control server. */
    readonly acsEci?: string;
    /** How the authentication ended; absent where none was attempted or no answer came. */
    readonly authenticationStatus?: 'AUTHENTICATION_ATTEMPTED' | 'AUTHENTICATION_NOT_AVAILABLE' | 'AUTHENTICATION_SUCCESSFUL';
    /** The issuer’s proof, unaltered: 28 or 32 characters. */
    readonly authenticationToken?: string;
    /** Whether the card takes part in 3-D Secure. */
    readonly enrollmentStatus: 'ENROLLED' | 'ENROLLMENT_STATUS_UNDETERMINED' | 'NOT_ENROLLED';
    /** The id of the authentication, unaltered. */
    readonly xid?: string;
  }

  interface Answered3ds {
    /** Electronic commerce indicator from the issuer’s access control server. */
    readonly acsEci?: string;
    /** The issuer’s proof, unaltered: 28 or 32 characters. */
    readonly authenticationToken?: string;
    /** The directory server’s id of the authentication. */
    readonly transactionId?: string;
  }

  interface Answered3ds2 {
    /** The gateway’s id of the authentication. */
    readonly '3dsServerTransactionId'?: string;
    /** The access control server’s number of approval. */
    readonly acsReference?: string;
    /** The access control server’s id of the authentication. */
    readonly acsTransactionId?: string;
    /** The scheme whose directory server was asked. */
    readonly authenticationScheme?: string;
    /** The scheme’s registered application provider id. */
    readonly directoryServerId?: string;
    /** The directory server’s number of approval. */
    readonly dsReference?: string;
    /** The directory server’s id of the authentication. */
    readonly dsTransactionId?: string;
    /** Whether the issuer has said that the payer’s browser was at its method. */
    readonly methodCompleted?: boolean;
    /** Whether the issuer wants the payer’s browser to come to its method first. */
    readonly methodSupported?: 'NOT_SUPPORTED' | 'SUPPORTED';
    /** The version of EMV 3-D Secure, such as 2.2.0. */
    readonly protocolVersion?: string;
    /** Your id at the directory server. */
    readonly requestorId?: string;
    /** Your name at the directory server. */
    readonly requestorName?: string;
    /** Why it ended as it did (transStatusReason). */
    readonly statusReasonCode?: string;
    /** The issuer’s answer (transStatus): C and D while the payer is challenged, the others for the result. */
    readonly transactionStatus?: 'A' | 'C' | 'D' | 'I' | 'N' | 'R' | 'U' | 'Y';
  }

  interface AnsweredAccountFunding {
    /** The purpose of the money; OTHER if absent. */
    readonly purpose?: 'CRYPTOCURRENCY_PURCHASE' | 'MERCHANT_SETTLEMENT' | 'OTHER' | 'PAYROLL';
    /** The recipient of the money. */
    readonly recipient?: {
      /** Where the recipient lives or does business. */
      readonly address?: {
        /** Town or city. */
        readonly city?: string;
        /** Country as its three letters of ISO 3166-1. */
        readonly country?: string;
        /** Post code or ZIP. */
        readonly postCodeZip?: string;
        /** State or province, the second part of its code in ISO 3166-2; two letters in the USA and Canada. */
        readonly stateProvinceCode?: string;
        /** First line of the street address. */
        readonly street?: string;
        /** Second line of the street address. */
        readonly street2?: string;
      };
      /** The recipient’s first name. */
      readonly firstName?: string;
      /** The identification of the recipient. */
      readonly identification?: {
        /** Country that issued the identification, ISO 3166-1. */
        readonly country?: string;
        /** Kind of the identification; OTHER where it is absent. */
        readonly type?: 'ALIEN_REGISTRATION_NUMBER' | 'BUSINESS_TAX_ID' | 'COMPANY_REGISTRATION_NUMBER' | 'CUSTOMER_IDENTIFICATION' | 'DATE_OF_BIRTH' | 'DRIVERS_LICENSE' | 'EMAIL' | 'GOVERNMENT_ISSUED' | 'INDIVIDUAL_TAX_ID' | 'LAW_ENFORCEMENT_IDENTIFICATION' | 'MILITARY_IDENTIFICATION' | 'NATIONAL_IDENTIFICATION_CARD' | 'OTHER' | 'PASSPORT' | 'PHONE_NUMBER' | 'PROXY_IDENTIFICATION' | 'SOCIAL_SECURITY_NUMBER' | 'TRAVEL_IDENTIFICATION';
        /** The value of the identification: its number, mostly. */
        readonly value?: string;
      };
      /** The recipient’s last name. */
      readonly lastName?: string;
      /** The recipient’s middle name. */
      readonly middleName?: string;
    };
    /** Whether the payer funds an account of their own; false where it is absent. */
    readonly senderIsRecipient?: boolean;
    /** The kind of payer. */
    readonly senderType?: 'COMMERCIAL_ORGANIZATION' | 'GOVERNMENT' | 'NON_PROFIT_ORGANIZATION' | 'PERSON';
  }

  interface AnsweredAgreement {
    /** Whether each payment is of the same amount; needed for recurring payments. */
    readonly amountVariability?: 'FIXED' | 'VARIABLE';
    /** Data that your acquirer asks for beyond this interface; no card data. */
    readonly customData?: string;
    /** The agreement’s last day. */
    readonly expiryDate?: string;
    /** Your id of the agreement; needed unless details are kept only for payments that the payer starts. */
    readonly id?: string;
    /** The most that one payment may be, in the order’s currency. */
    readonly maximumAmountPerPayment?: number;
    /** The least that one payment may be, in the order’s currency. */
    readonly minimumAmountPerPayment?: number;
    /** The least days from one payment to the next; the bank is told of a recurring agreement with it alone. */
    readonly minimumDaysBetweenPayments?: string;
    /** How many instalments there are; the bank is told of instalments with it alone. */
    readonly numberOfPayments?: string;
    /** Kind of the agreement, sent when it is made; the values are our own decision. */
    readonly type?: 'INSTALLMENT' | 'OTHER' | 'RECURRING' | 'UNSCHEDULED';
  }

  interface AnsweredAirline {
    /** The booking’s record locator. */
    readonly bookingReference?: string;
    /** The kind of document that the payment is for. */
    readonly documentType?: 'ADDITIONAL_COLLECTION' | 'AGENCY_EXCHANGE_ORDER' | 'AGENCY_GROUP_TICKET' | 'AGENCY_MISCELLANEOUS_CHARGE_ORDER' | 'AGENCY_PASSENGER_TICKET' | 'AGENCY_TOUR_ORDER_OR_VOUCHER' | 'AIR_FREIGHT' | 'ANIMAL_TRANSPORTATION_CHARGE' | 'CATALOGUE_MERCHANDISE_ORDERED' | 'CLUB_MEMBERSHIP_FEE' | 'COUPON_BOOK' | 'CREDIT_CLASS_SERVICE_ADJUSTMENT' | 'CREDIT_DENIED_BOARDING' | 'CREDIT_EXCHANGE_REFUND' | 'CREDIT_LOST_TICKET_REFUND' | 'CREDIT_MISCELLANEOUS_REFUND' | 'CREDIT_MULTIPLE_UNUSED_TICKETS' | 'CREDIT_OVERCHARGE_ADJUSTMENT' | 'CREDIT_UNUSED_TRANSPORTATION' | 'DEBT_ADJUSTMENT_DUPLICATE_REFUND_OR_USE' | 'DUTY_FREE_SALE' | 'EXCESS_BAGGAGE' | 'EXCHANGE_ADJUSTMENT' | 'EXCHANGE_ORDER' | 'FIREARMS_CASE' | 'FREQUENT_FLYER_FEE_OR_PURCHASE' | 'FREQUENT_FLYER_FULFILLMENT' | 'FREQUENT_FLYER_OVERNIGHT_DELIVERY_CHARGE' | 'GROUP_TICKET' | 'IN_FLIGHT_ADJUSTMENT' | 'IN_FLIGHT_CHARGES' | 'IN_FLIGHT_DUTY_FREE_PURCHASE' | 'IN_FLIGHT_MERCHANDISE_ORDERED' | 'IN_FLIGHT_PHONE_CHARGES' | 'KENNEL_CHARGE' | 'LOST_TICKET_APPLICATION' | 'MISCELLANEOUS_CHARGE_ORDER_OR_PREPAID_TICKET_ADVICE' | 'MISCELLANEOUS_TAXES_FEES' | 'PASSENGER_TICKET' | 'SELF_SERVICE_TICKETS' | 'SENIOR_CITIZEN_DISCOUNT_BOOKLETS' | 'SMALL_PACKAGE_DELIVERY' | 'SPECIAL_SERVICE_TICKET' | 'SUPPORTED_REFUND' | 'TICKET_BY_MAIL' | 'TOUR_DEPOSIT' | 'TOUR_ORDER_VOUCHER' | 'UNDERCHARGE_ADJUSTMENT' | 'UNSUPPORTED_REFUND' | 'UPGRADE_CHARGE' | 'VENDOR_REFUND_CREDIT' | 'VENDOR_SALE';
    /** The journey. */
    readonly itinerary?: {
      /** The flights, in their order. */
      readonly leg?: readonly ({
        /** The carrier that flies the leg: its airline code, its accounting code, or both. */
        readonly carrierCode?: string;
        /** The ticket that goes on with the journey. */
        readonly conjunctionTicketNumber?: string;
        /** The coupon of the ticket that is for this leg. */
        readonly couponNumber?: string;
        /** IATA code of the airport where the leg begins. */
        readonly departureAirport?: string;
        /** Day of the departure, where it takes place. */
        readonly departureDate?: string;
        /** Tax on leaving, for this leg. */
        readonly departureTax?: number;
        /** Time of the departure, where it takes place. */
        readonly departureTime?: string;
        /** IATA code of the airport where the leg ends. */
        readonly destinationAirport?: string;
        /** Day of the arrival, where it takes place. */
        readonly destinationArrivalDate?: string;
        /** Time of the arrival, where it takes place. */
        readonly destinationArrivalTime?: string;
        /** Restrictions and conditions of the fare. */
        readonly endorsementsRestrictions?: string;
        /** The ticket that was given back for this leg. */
        readonly exchangeTicketNumber?: string;
        /** Fare of the leg. */
        readonly fare?: number;
        /** The airline’s code of the fare. */
        readonly fareBasis?: string;
        /** Fees of the leg. */
        readonly fees?: number;
        /** The flight. */
        readonly flightNumber?: string;
        /** Whether the passenger may stay where the leg ends. */
        readonly stopoverPermitted?: boolean;
        /** Taxes on the leg. */
        readonly taxes?: number;
        /** The class of service. */
        readonly travelClass?: string;
      })[];
      /** How many travel together. */
      readonly numberInParty?: string;
      /** Country where the journey begins, ISO 3166-1. */
      readonly originCountry?: string;
    };
    /** The passengers. */
    readonly passenger?: readonly (Passenger)[];
    /** The airline’s plan under which the ticket was sold. */
    readonly planNumber?: string;
    /** The ticket. */
    readonly ticket?: {
      /** Whether the journey needs more tickets than this one. */
      readonly conjunctionTicketIndicator?: boolean;
      /** Whether the ticket is electronic. */
      readonly eTicket?: boolean;
      /** The ticket for which this one was given. */
      readonly exchangedTicketNumber?: string;
      /** The issuer of the ticket, with place and date. */
      readonly issue?: Issue;
      /** Whether the fare is bound to conditions, such as not being given back. */
      readonly restricted?: boolean;
      /** The ticket’s number. */
      readonly ticketNumber?: string;
      /** Fare of all legs. */
      readonly totalFare?: number;
      /** Fees of all legs. */
      readonly totalFees?: number;
      /** Taxes of all legs. */
      readonly totalTaxes?: number;
    };
    /** The transaction’s type in the airline’s books. */
    readonly transactionType?: 'EXCHANGE_TICKET' | 'MISCELLANEOUS_CHARGE' | 'REFUND' | 'REVERSAL' | 'TICKET_PURCHASE' | 'TOUR_ORDER';
  }

  interface AnsweredAuthorizationResponse {
    /** The card product’s level, as its network codes it. */
    readonly cardLevelIndicator?: string;
    /** Y where the issuer found the security code wrong. */
    readonly cardSecurityCodeError?: string;
    /** Whether the card is a company’s. */
    readonly commercialCard?: 'COMMERCIAL_CARD' | 'NOT_A_COMMERCIAL_CARD' | 'UNDETERMINED';
    /** The kind of company card. */
    readonly commercialCardIndicator?: 'BUSINESS_CARD' | 'COMMERCIAL_AND_CONSUMER' | 'COMMERCIAL_CARD' | 'CONSUMER_CARD' | 'CORPORATE_CARD' | 'DECLINE_OR_NOT_COMMERCIAL_CARD' | 'OTHER' | 'PURCHASING_CARD';
    /** Local date of the transaction, MMDD. */
    readonly date?: string;
    /** The network over which the authorization went. */
    readonly financialNetworkCode?: string;
    /** Marks a trade with rules of its own. */
    readonly marketSpecificData?: string;
    /** The advice of issuer or network after a decline. */
    readonly merchantAdviceCode?: string;
    /** The network’s payment service data, which settlement needs. */
    readonly paySvcData?: string;
    /** The conditions at the point of sale, as the acquirer saw them. */
    readonly posData?: string;
    /**
     * How the number was read, two characters, whether a PIN could be, one, and a zero; settlement needs the first
     * three.
     */
    readonly posEntryMode?: string;
    /** Y where the acquirer changed the entry mode. */
    readonly posEntryModeChanged?: string;
    /** The operation requested of the acquirer, field 3 of ISO 8583. */
    readonly processingCode?: string;
    /** The acquirer’s response code, field 39 of ISO 8583. */
    readonly responseCode?: string;
    /** The response code in words. */
    readonly responseMessage?: string;
    /** The authorization characteristics that the network returned. */
    readonly returnAci?: string;
    /** System trace audit number; the same for the life of the transaction. */
    readonly stan?: string;
    /** Local time of the transaction, HHMMSS. */
    readonly time?: string;
    /** How well the stripe could be read. */
    readonly trackQuality?: string;
    /** The network’s id of the transaction. */
    readonly transactionIdentifier?: string;
    /** The network’s check on the authorization, to be sent with the capture. */
    readonly validationCode?: string;
    /** Whether the proof of 3-D Secure was checked. */
    readonly vpasResponse?: string;
  }

  interface AnsweredBrowserPayment {
    /** Settings of the payment with this provider. */
    readonly demoBank?: AnsweredDemoBank;
    /** Settings of the payment with this provider. */
    readonly demoWallet?: AnsweredDemoWallet;
    /** The payer’s way to the provider and back. */
    readonly interaction?: {
      /** The payer’s progress. */
      readonly status?: 'COMPLETED' | 'INITIATED' | 'REDIRECTED_TO_PROVIDER' | 'RETURNED_TO_MERCHANT';
      /** When the gateway learned the result. */
      readonly timeCompleted?: string;
      /** When the payment was begun; absent where it could not be. */
      readonly timeInitiated?: string;
      /** When the payer was sent to the provider. */
      readonly timeRedirected?: string;
      /** When the payer was sent to your return URL. */
      readonly timeReturned?: string;
    };
    /** Settings of the payment with this provider. */
    readonly openBanking?: AnsweredDemoBank;
    /** Whether the amount is reserved, to be captured later, or paid at once. */
    readonly operation: 'AUTHORIZE' | 'PAY';
    /** Settings of the payment with this provider. */
    readonly paypal?: AnsweredDemoWallet;
    /** Settings of the payment with this provider. */
    readonly pix?: AnsweredDemoBank;
    /** Send the payer’s browser here. */
    readonly redirectUrl?: string;
    /** Where the payer’s browser returns from the provider, paid or not. */
    readonly returnUrl?: string;
  }

  interface AnsweredDemoBank {
    /** Whether the provider shows the shipping address; by default it does. */
    readonly displayShippingAddress?: boolean;
    /** Whether your shipping address is final; by default the payer may change it. */
    readonly overrideShippingAddress?: boolean;
    /** Whether the payer confirms with the provider, or with you, who then send CONFIRM_BROWSER_PAYMENT. */
    readonly paymentConfirmation: 'CONFIRM_AT_PROVIDER';
  }

  interface AnsweredDemoWallet {
    /** Whether the provider shows the shipping address; by default it does. */
    readonly displayShippingAddress?: boolean;
    /** Whether your shipping address is final; by default the payer may change it. */
    readonly overrideShippingAddress?: boolean;
    /** Whether the payer confirms with the provider, or with you, who then send CONFIRM_BROWSER_PAYMENT. */
    readonly paymentConfirmation: 'CONFIRM_AT_MERCHANT' | 'CONFIRM_AT_PROVIDER';
  }

  interface AnsweredGiftCard {
    /** The brand under which the payment is made; LOCAL_BRAND_ONLY for a card without a global one. */
    readonly brand: 'VISA' | 'MASTERCARD' | 'AMEX' | 'DINERS_CLUB' | 'DISCOVER' | 'JCB' | 'CHINA_UNIONPAY' | 'MAESTRO' | 'UATP' | 'LOCAL_BRAND_ONLY' | 'UNKNOWN';
    /** The card’s brand, where your payment service provider requires it because the number does not show it. */
    readonly expectedLocalBrand?: string;
    /** The brand of one country or shop that the card carries. */
    readonly localBrand?: string;
    /** The number on the gift card; masked in answers. */
    readonly number?: string;
    /** The organisation that runs the brand; OTHER where it is not known. */
    readonly scheme: 'AMEX' | 'CHINA_UNIONPAY' | 'DINERS_CLUB' | 'DISCOVER' | 'JCB' | 'MASTERCARD' | 'UATP' | 'VISA' | 'OTHER';
  }

  interface AnsweredItem {
    /** The maker’s or seller’s brand. */
    readonly brand?: string;
    /** The shop’s own category. */
    readonly category?: string;
    /** A longer description of the item than its name. */
    readonly description?: string;
    /** Further data of an item that acquirers accept. */
    readonly detail?: {
      /** Tax on one unit, in percent. */
      readonly unitTaxRate?: number;
      /** Kind of that tax. */
      readonly unitTaxType?: string;
      /** Code of the item in the products and services code of the United Nations. */
      readonly unspsc?: number;
      /** Universal product code of the item. */
      readonly upc?: number;
    };
    /**
     * Sends the line to the acquirer as industry data; lines of one category are summed, price and tax times quantity.
     */
    readonly industryCategory?: 'HEALTHCARE_DENTAL' | 'HEALTHCARE_OTHER' | 'HEALTHCARE_PRESCRIPTION' | 'HEALTHCARE_VISION';
    /** The name that the payer reads on the line. */
    readonly name: string;
    /** How many units, or how much of one; a number in answers. */
    readonly quantity: number;
    /** The shop’s stock keeping unit. */
    readonly sku?: string;
    /** Discount on one unit. */
    readonly unitDiscountAmount?: number;
    /** The unit of measure: a piece, a kilogram, an hour. */
    readonly unitOfMeasure?: string;
    /** Price of one unit, without tax. */
    readonly unitPrice: number;
    /** Tax on one unit; times quantity it is the tax of the line. */
    readonly unitTaxAmount?: number;
  }

  interface AnsweredOrder {
    /** The whole of what is owed; sub-totals that are given must add up to it. */
    readonly amount: number;
    /** How the order’s newest authentication stands, or that which its payment was made with. */
    readonly authenticationStatus?: 'AUTHENTICATION_ATTEMPTED' | 'AUTHENTICATION_AVAILABLE' | 'AUTHENTICATION_EXEMPT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_NOT_SUPPORTED' | 'AUTHENTICATION_PENDING' | 'AUTHENTICATION_REJECTED' | 'AUTHENTICATION_REQUIRED' | 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_UNAVAILABLE';
    /** Chargebacks of the order; absent where there are none. */
    readonly chargeback?: {
      /** How much the payer’s bank took back and has not returned. */
      readonly amount: number;
      /** Currency of that amount, ISO 4217. */
      readonly currency: string;
    };
    /** When the order’s first transaction came. */
    readonly creationTime: string;
    /** Currency of all the order’s amounts, ISO 4217. */
    readonly currency: string;
    /** Fields of your own, kept with the order and sent to no acquirer. */
    readonly custom?: {
      readonly [name: string]: string;
    };
    /** The payer’s note to the shop. */
    readonly customerNote?: string;
    /** The day on which the payer ordered. */
    readonly customerOrderDate?: string;
    /** The payer’s own reference, such as a purchase order’s number. */
    readonly customerReference?: string;
    /** The description of the order that payment pages show to the payer. */
    readonly description?: string;
    /** A discount that the order’s amount already includes. */
    readonly discount?: {
      /** The discount. */
      readonly amount?: number;
      /** The code that brought the discount. */
      readonly code?: string;
      /** Why the discount was given. */
      readonly description?: string;
    };
    /** Your id of the order. */
    readonly id: string;
    /** The lines of the order. */
    readonly item?: readonly (AnsweredItem)[];
    /** All lines together; with lines given it must be their quantities times unit prices. */
    readonly itemAmount?: number;
    /** When the order changed last. */
    readonly lastUpdatedTime: string;
    /** Your registration with the tax office of a city, province or state. */
    readonly localTaxRegistrationId?: string;
    /** Where the gateway sends the order’s notifications. */
    readonly notificationUrl?: string;
    /** The part of your organisation to which the order belongs. */
    readonly owningEntity?: string;
    /** Stock keeping unit of the one product that the order is for. */
    readonly productSKU?: string;
    /** Tells that the payment puts money into an account. */
    readonly purchaseType?: 'ACCOUNT_FUNDING';
    /** Your id of the agreement with the payer behind a recurring payment. */
    readonly recurringPaymentAgreement?: string;
    /** Your number of the cart, order or invoice; not unique, unlike the id. */
    readonly reference?: string;
    /** The person who ordered, on the payer’s side. */
    readonly requestorName?: string;
    /** The cost of delivery. */
    readonly shippingAndHandlingAmount?: number;
    /**
     * How you name a card payment for the payer’s statement: the acquirer and the receipt get the name in ASCII, cut to
     * 22 characters.
     */
    readonly statementDescriptor?: StatementDescriptor;
    /** How far the order has come; it follows from its transactions. */
    readonly status: 'AUTHENTICATED' | 'AUTHENTICATION_INITIATED' | 'AUTHENTICATION_NOT_NEEDED' | 'AUTHENTICATION_UNSUCCESSFUL' | 'AUTHORIZED' | 'CANCELLED' | 'CAPTURED' | 'EXCESSIVELY_REFUNDED' | 'FAILED' | 'INITIATED' | 'PARTIALLY_CAPTURED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'REFUND_REQUESTED' | 'VERIFIED';
    /** The seller for whom an aggregator takes the payment; allowed on the first transaction of an order alone. */
    readonly subMerchant?: AnsweredSubMerchant;
    /** The order’s tax by its kinds. */
    readonly tax?: readonly ({
      /** How much of the order’s tax is of this kind. */
      readonly amount?: number;
      /** The rate of this tax, in percent. */
      readonly rate?: number;
      /** Name of this tax. */
      readonly type?: string;
    })[];
    /** All tax; with taxed lines given it must be their quantities times unit taxes. */
    readonly taxAmount?: number;
    /** Your registration with the tax office of the country. */
    readonly taxRegistrationId?: string;
    /** Whether the order is taxed. */
    readonly taxStatus?: string;
    /** How much is authorized. */
    readonly totalAuthorizedAmount: number;
    /** How much was captured; refunds do not lessen it. */
    readonly totalCapturedAmount: number;
    /** How much was refunded. */
    readonly totalRefundedAmount: number;
    /** Wallets’ data on the payer’s checkout. */
    readonly wallet?: {
      readonly [name: string]: {
        /** The wallet’s own id of the payer’s checkout there. */
        readonly callId?: string;
      };
    };
    /** The kind of wallet as the wallet reported it, three characters. */
    readonly walletIndicator?: string;
    /** The wallet from which the payer’s details came. */
    readonly walletProvider?: string;
  }

  interface AnsweredPaymentPlan {
    /** All payments together, with interest; only for one scheme’s instalments. */
    readonly finalAmount?: number;
    /** Interest in percent. */
    readonly interestRate?: number;
    /** Months before the first payment. */
    readonly numberOfDeferrals?: number;
    /** Into how many payments the amount is parted. */
    readonly numberOfPayments?: number;
    /** One payment; only for one scheme’s instalments. */
    readonly paymentAmount?: number;
    /** The plan’s id. */
    readonly planId: string;
  }

  interface AnsweredPosTerminal {
    /** Address of the terminal; EMV tag 9F1A fills a country that is not given. */
    readonly address?: Address;
    /** Whether somebody attends to the terminal (EMV tag 9F35). */
    readonly attended?: 'ATTENDED' | 'UNATTENDED' | 'UNKNOWN_OR_UNSPECIFIED';
    /** Whether chip and terminal approved by themselves; ONLINE is our own name for the other case. */
    readonly authorizationMethod?: 'OFFLINE' | 'ONLINE';
    /** Whether the cardholder serves themselves. */
    readonly cardholderActivated?: 'NOT_CARDHOLDER_ACTIVATED' | 'SELF_SERVICE_TERMINAL';
    /**
     * How the card’s number was read, two digits (01 typed, 05 chip, 07 contactless, 90 stripe), and whether a PIN
     * could be, one digit.
     */
    readonly entryMode?: string;
    /** How the terminal can read cards. */
    readonly inputCapability?: 'CHIP' | 'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'CHIP_AND_MAGNETIC_STRIPE' | 'CONTACTLESS_CHIP' | 'CONTACTLESS_MAGNETIC_STRIPE' | 'KEY_ENTRY' | 'KEY_ENTRY_AND_MAGNETIC_STRIPE' | 'MAGNETIC_STRIPE';
    /** Whether the terminal is on your premises. */
    readonly location?: 'OFF_CARD_ACCEPTOR_PREMISES' | 'ON_CARD_ACCEPTOR_PREMISES';
    /** Distinguishes one point of sale from your others. */
    readonly name?: string;
    /** Why a chip payment was not approved offline; of several reasons, the first in this list. */
    readonly onlineReasonCode?: 'CHIP_APPLICATION_DATA_FILE_ERROR' | 'CHIP_COMMON_DATA_FILE_ERROR' | 'FORCED_BY_CHIP' | 'FORCED_BY_ISSUER' | 'FORCED_BY_MERCHANT' | 'FORCED_BY_TERMINAL' | 'MERCHANT_SUSPICIOUS' | 'OVER_FLOOR_LIMIT' | 'RANDOM_SELECTION_BY_TERMINAL' | 'UNABLE_TO_PROCESS_CHIP';
  }

  interface AnsweredResponse {
    /** The acquirer’s own response code. */
    readonly acquirerCode?: string;
    /** The acquirer’s own words. */
    readonly acquirerMessage?: string;
    /** The result of the security code’s verification. */
    readonly cardSecurityCode?: {
      /** The acquirer’s own code for it. */
      readonly acquirerCode?: string;
      /** Whether the security code was right. */
      readonly gatewayCode?: 'MATCH' | 'NOT_PRESENT' | 'NOT_PROCESSED' | 'NOT_SUPPORTED' | 'NO_MATCH';
    };
    /** The data of the payer that the issuer confirmed. */
    readonly cardholderVerification?: {
      /** The comparison of the billing address. */
      readonly avs?: {
        /** The acquirer’s own code for it. */
        readonly acquirerCode?: string;
        /** How much of the billing address the issuer knows. */
        readonly gatewayCode?: 'ADDRESS_MATCH' | 'ADDRESS_ZIP_MATCH' | 'NAME_ADDRESS_MATCH' | 'NAME_MATCH' | 'NAME_ZIP_MATCH' | 'NOT_AVAILABLE' | 'NOT_REQUESTED' | 'NOT_VERIFIED' | 'NO_MATCH' | 'SERVICE_NOT_AVAILABLE_RETRY' | 'SERVICE_NOT_SUPPORTED' | 'ZIP_MATCH';
      };
      /** Each detail that the issuer compared. */
      readonly detailedVerification?: readonly ({
        /** Whether the detail was right. */
        readonly gatewayCode?: 'MATCHED' | 'NOT_CHECKED' | 'NOT_MATCHED' | 'NOT_PROVIDED' | 'SERVICE_NOT_AVAILABLE_RETRY' | 'SERVICE_NOT_SUPPORTED';
        /** The detail that was compared. */
        readonly type?: 'BILLING_PHONE' | 'BILLING_POSTCODE_ZIP' | 'BILLING_STREET_ADDRESS' | 'CARDHOLDER_NAME' | 'CUSTOMER_EMAIL';
      })[];
    };
    /** Helps to find the cause of some errors, where your profile asks for it. */
    readonly debugInformation?: string;
    /** The result as a gateway code. */
    readonly gatewayCode: 'ABORTED' | 'ACQUIRER_SYSTEM_ERROR' | 'APPROVED' | 'APPROVED_PENDING_SETTLEMENT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_IN_PROGRESS' | 'BLOCKED' | 'CANCELLED' | 'DECLINED' | 'DECLINED_AVS' | 'DECLINED_AVS_CSC' | 'DECLINED_CSC' | 'DECLINED_DO_NOT_CONTACT' | 'DECLINED_PAYMENT_PLAN' | 'DEFERRED_TRANSACTION_RECEIVED' | 'DUPLICATE_BATCH' | 'EXCEEDED_RETRY_LIMIT' | 'EXPIRED_CARD' | 'INSUFFICIENT_FUNDS' | 'INVALID_CSC' | 'LOCK_FAILURE' | 'NOT_ENROLLED_3D_SECURE' | 'NOT_SUPPORTED' | 'PENDING' | 'REFERRED' | 'SYSTEM_ERROR' | 'TIMED_OUT' | 'UNKNOWN' | 'UNSPECIFIED_FAILURE';
    /** For a payer’s authentication: whether to go on with its payment. */
    readonly gatewayRecommendation?: 'DO_NOT_PROCEED' | 'PROCEED';
    /** The risk that was seen in the payment. */
    readonly risk?: AnsweredRisk;
  }

  interface AnsweredReview {
    /** Why it was decided so; MANUAL_OVERRIDE where you overruled a rejection. */
    readonly decisionReason?: string;
    /** The note of the reviewer. */
    readonly note?: string;
    /** When it was decided. */
    readonly timeOfDecision?: string;
    /** The person who decided. */
    readonly userId?: string;
  }

  interface AnsweredRisk {
    /** The result of the rules. */
    readonly gatewayCode?: 'ACCEPTED' | 'NOT_CHECKED' | 'REJECTED' | 'REVIEW_REQUIRED';
    /**
     * Whether a payment that was rejected after its approval is given back; OKAY, for one that is, is our own value.
     */
    readonly reversalResult?: 'FAIL' | 'NOT_APPLICABLE' | 'OKAY';
    /** The decision of a person. */
    readonly review?: AnsweredReview;
    /** The rules that spoke. */
    readonly rule?: readonly (AnsweredRule)[];
    /** All scores together; more means more risk of fraud. */
    readonly totalScore?: number;
  }

  interface AnsweredRule {
    /** The value that the rule evaluated. */
    readonly data?: string;
    /** The rule’s id. */
    readonly id?: string;
    /** The rule’s name. */
    readonly name?: string;
    /** The action of the rule. */
    readonly recommendation?: 'ACCEPT' | 'NO_ACTION' | 'REJECT' | 'REVIEW';
    /** How much the rule adds to the total. */
    readonly score?: number;
    /** The owner of the rule; ERROR where an outside provider could not be reached. */
    readonly type?: 'ERROR' | 'EXTERNAL_RULE' | 'MERCHANT_RULE' | 'MSO_RULE';
  }

  interface AnsweredShipping {
    /** Where the goods are sent. */
    readonly address?: {
      /** Town or city. */
      readonly city?: string;
      /** Company that is reached at the address. */
      readonly company?: string;
      /** Country as its three letters of ISO 3166-1. */
      readonly country?: string;
      /** Post code or ZIP. */
      readonly postcodeZip?: string;
      /** State, province or county. */
      readonly stateProvince?: string;
      /** First line of the street address. */
      readonly street?: string;
      /** Empty: the given text is at the end of street, cut where that is full. */
      readonly street2?: string;
    };
    /** The recipient of the goods. */
    readonly contact?: Contact;
    /**
     * How fast: electronically, in four days or more (GROUND), in two or three (PRIORITY), the next day, or the same
     * day.
     */
    readonly method?: 'ELECTRONIC' | 'GROUND' | 'OVERNIGHT' | 'PRIORITY' | 'SAME_DAY';
  }

  interface AnsweredSourceOfFunds {
    /** The instrument as it may be shown. */
    readonly provided?: {
      /** The card, without anything that must not be shown. */
      readonly card?: {
        /** Which of its accounts a card is to use that has several; the acquirer decides where it is absent. */
        readonly accountType?: 'CHECKING' | 'SAVINGS';
        /** The brand under which the payment is made; LOCAL_BRAND_ONLY for a card without a global one. */
        readonly brand: 'VISA' | 'MASTERCARD' | 'AMEX' | 'DINERS_CLUB' | 'DISCOVER' | 'JCB' | 'CHINA_UNIONPAY' | 'MAESTRO' | 'UATP' | 'LOCAL_BRAND_ONLY' | 'UNKNOWN';
        /** The payment by the device, whose cryptogram went to the acquirer. */
        readonly devicePayment?: {
          /** The device’s authentication of the payer. */
          readonly '3DSecure'?: {
            /** Electronic commerce indicator in the token; absent if it has none. */
            readonly eciIndicator?: string;
          };
          /** The form of the cryptogram in the token. */
          readonly cryptogramFormat?: '3DSECURE';
        };
        /** The expiry of the device’s number. */
        readonly deviceSpecificExpiry?: {
          /** Month of the expiry, without a leading zero. */
          readonly month?: string;
          /** Year of the expiry, its last two digits. */
          readonly year?: string;
        };
        /** The device’s own number for the card, masked, which `number` shows too; the card’s number is not known. */
        readonly deviceSpecificNumber?: string;
        /** Chip and terminal data, as EMV tags; a tag fills a field that is not given, and answers omit card data. */
        readonly emvRequest?: string;
        /** The card data came encrypted from the payer’s device. */
        readonly encryption?: 'DEVICE';
        /** The last month in which the card is good. */
        readonly expiry?: {
          /** Month of the expiry, without a leading zero in answers. */
          readonly month: string;
          /** Year of the expiry, its last two digits. */
          readonly year: string;
        };
        /** When the cardholder pays: at once, by the month, or on credit. */
        readonly fundingMethod: 'CHARGE' | 'CREDIT' | 'DEBIT' | 'UNKNOWN';
        /** The cardholder. */
        readonly holder?: {
          /** The cardholder’s first name. */
          readonly firstName?: string;
          /** The cardholder’s last name. */
          readonly lastName?: string;
        };
        /** The brand of one country or shop that the card carries. */
        readonly localBrand?: string;
        /** The cardholder’s name as the card shows it. */
        readonly nameOnCard?: string;
        /** The number on the card (EMV tag 5A); masked in answers, 6.4 unless set otherwise. */
        readonly number?: string;
        /** The organisation that runs the brand; OTHER where it is not known. */
        readonly scheme: 'AMEX' | 'CHINA_UNIONPAY' | 'DINERS_CLUB' | 'DISCOVER' | 'JCB' | 'MASTERCARD' | 'UATP' | 'VISA' | 'OTHER';
        /** Whether a security code was given, as sent to the acquirer. */
        readonly securityCodePresence?: string;
        /** Tells cards of one number apart (EMV tag 5F34). */
        readonly sequenceNumber?: string;
        /**
         * Whether you keep the details: STORED before this payment, TO_BE_STORED from it on; with `agreement.id`,
         * TO_BE_STORED unless you begin the payment yourself.
         */
        readonly storedOnFile?: 'NOT_STORED' | 'STORED' | 'TO_BE_STORED';
        /** Whether the details came from a magnetic stripe. */
        readonly trackDataProvided?: boolean;
      };
      /** The payer’s account with the sandbox’s bank. */
      readonly demoBank?: {
        /** The payer’s bank. */
        readonly bankIdentifier: string;
      };
      /** The gift card, without anything that must not be shown. */
      readonly giftCard?: AnsweredGiftCard;
      /** The bank that the payer chose. */
      readonly openBanking?: {
        /** The payer’s bank. */
        readonly bankName?: string;
        /** Its BIC. */
        readonly bic?: string;
      };
      /** The payer’s PayPal account. */
      readonly paypal?: {
        /** The e-mail address of the payer’s PayPal account. */
        readonly accountEmail?: string;
        /** The name of whom the account belongs to. */
        readonly accountHolder?: string;
        /** PayPal’s own number of the account. */
        readonly payerId?: string;
      };
      /** The payment in Pix. */
      readonly pix?: {
        /** Number of the payment in Pix, by which every bank knows it. */
        readonly endToEndId?: string;
        /** Number of the charge at the PSP. */
        readonly txid?: string;
      };
    };
    /** The token that was used. */
    readonly token?: string;
    /** The kind of instrument. */
    readonly type: 'CARD' | 'GIFT_CARD' | 'DEMO_BANK' | 'DEMO_WALLET' | 'OPEN_BANKING' | 'PAYPAL' | 'PIX';
  }

  interface AnsweredSubMerchant {
    /** Where the seller does business. */
    readonly address?: Address;
    /** Code of the seller’s line of business, as acquirers keep it. */
    readonly bankIndustryCode?: string;
    /** Where to write to the seller. */
    readonly email?: string;
    /** Your id of the seller. */
    readonly identifier?: string;
    /** Where to call the seller. */
    readonly phone?: string;
    /** The seller’s name in the register of companies. */
    readonly registeredName?: string;
    /**
     * The seller’s name as payers know it; card networks bound it to 21 characters, or 27, or 36 with your own name
     * before it.
     */
    readonly tradingName?: string;
  }

  interface AnsweredTransaction {
    /** The acquirer’s side of the transaction. */
    readonly acquirer?: {
      /** Data that your acquirer asks for beyond this interface; no card data. */
      readonly customData?: string;
      /** The acquirer, or the protocol in which it is spoken to. */
      readonly id: string;
      /** The acquirer’s reference for the transaction. */
      readonly transactionId?: string;
    };
    /** The amount of this transaction, in the order’s currency. */
    readonly amount: number;
    /** Whether the payer was authenticated by 3-D Secure; REQUIRED where the issuer declined for want of it. */
    readonly authenticationStatus: 'AUTHENTICATION_ATTEMPTED' | 'AUTHENTICATION_AVAILABLE' | 'AUTHENTICATION_EXEMPT' | 'AUTHENTICATION_FAILED' | 'AUTHENTICATION_NOT_AVAILABLE' | 'AUTHENTICATION_NOT_IN_EFFECT' | 'AUTHENTICATION_NOT_SUPPORTED' | 'AUTHENTICATION_PENDING' | 'AUTHENTICATION_REJECTED' | 'AUTHENTICATION_REQUIRED' | 'AUTHENTICATION_SUCCESSFUL' | 'AUTHENTICATION_UNAVAILABLE';
    /** The issuer’s code of an authorization; requests bring one that was got outside the gateway. */
    readonly authorizationCode?: string;
    /** Whether the payer is handed cash over a counter. */
    readonly cashAdvance?: boolean;
    /** Currency of the amount, ISO 4217. */
    readonly currency: string;
    /** Whether the payment is a single one or one of a series. */
    readonly frequency?: 'INSTALLMENT' | 'RECURRING' | 'SINGLE';
    /** Your id of the transaction, from its address. */
    readonly id: string;
    /** Your own note on the transaction. */
    readonly merchantNote?: string;
    /** Retrieval reference number: year, day, hour and stan, as the acquirer got it. */
    readonly receipt?: string;
    /** Your own reference of the transaction. */
    readonly reference?: string;
    /**
     * How the payer’s details reached you; MERCHANT where you begin the payment yourself, by an agreement with the
     * payer.
     */
    readonly source?: 'CALL_CENTRE' | 'CARD_PRESENT' | 'INTERNET' | 'MAIL_ORDER' | 'MERCHANT' | 'MOTO' | 'TELEPHONE_ORDER' | 'VOICE_RESPONSE';
    /** System trace audit number of the message to the acquirer. */
    readonly stan?: string;
    /** The transaction of this order that is to be undone. */
    readonly targetTransactionId?: string;
    /** Tax within the amount of this transaction, where it is not the order’s. */
    readonly taxAmount?: number;
    /** The terminal in the message to the acquirer. */
    readonly terminal?: string;
    /**
     * The transaction’s type; AUTHENTICATION is a payer’s; CHARGEBACK, CHARGEBACK_REVERSAL and FUNDING, a fee, were
     * reported.
     */
    readonly type: 'AUTHENTICATION' | 'AUTHORIZATION' | 'AUTHORIZATION_UPDATE' | 'CAPTURE' | 'CHARGEBACK' | 'CHARGEBACK_REVERSAL' | 'FUNDING' | 'PAYMENT' | 'REFUND' | 'REFUND_REQUEST' | 'VERIFICATION' | 'VOID_AUTHORIZATION' | 'VOID_CAPTURE' | 'VOID_PAYMENT' | 'VOID_REFUND';
  }

  /**
   * From version 54 on, asks the issuer whether the payer is the cardholder, and answers where the payer’s browser goes
   * for a challenge. It has the transaction id of the initiation; the payment after it has one of its own, and names
   * this one.
   */
  interface AuthenticatePayerRequest {
    /** The agreement behind a payment with stored details. */
    readonly agreement?: Agreement;
    /** Selects this operation. */
    readonly apiOperation: 'AUTHENTICATE_PAYER';
    /** Authentication of the payer by EMV 3-D Secure. */
    readonly authentication?: InitiateAuthenticationRequestAuthentication;
    /** The payer’s details as their bank has them. */
    readonly billing?: Billing;
    /**
     * Your own mark of this message: echoed unchanged, never kept and never interpreted, only its length is looked at.
     */
    readonly correlationId?: string;
    /** The payer and the device they order with. */
    readonly customer?: Customer;
    /** The payer’s browser. */
    readonly device?: Device;
    /** The order: its amount and what it is for. */
    readonly order?: Order;
    /** The id that the payment service provider issued for the solution you connect with. */
    readonly partnerSolutionId?: string;
    /** How the answer is to be written. */
    readonly responseControls?: {
      /** UNMASK shows card numbers whole, to callers that have the permission and a client certificate. */
      readonly sensitiveData?: string;
    };
    /** A session to take values from. */
    readonly session?: {
      /** The session that gives the values that this request does not. */
      readonly id?: string;
      /** The session’s version on which you decided; the request is refused where the session has changed since. */
      readonly version?: string;
    };
    /** Where the goods go, and how. */
    readonly shipping?: Shipping;
    /** The payer’s means of payment. */
    readonly sourceOfFunds?: CaptureRequestSourceOfFunds;
    /** How this transaction is to be made. */
    readonly transaction?: InitiateAuthenticationRequestTransaction;
    /** The person who set this transaction off. */
    readonly userId?: string;
  }

  interface Billing {
    /** The address that the payer’s bank knows. */
    readonly address?: Address;
    /** Telephone number that belongs to the billing address. */
    readonly phone?: string;
  }

  interface CaptureRequestSourceOfFunds {
    /** The instrument’s details; they take precedence over a session’s and a token’s. */
    readonly provided?: {
      /** A credit, debit or charge card. */
      readonly card?: ProvidedCard;
      /** A gift card. */
      readonly giftCard?: GiftCard;
    };
    /** A stored instrument to take details from. */
    readonly token?: string;
    /** The kind of instrument. */
    readonly type?: 'CARD' | 'GIFT_CARD';
  }

  interface Contact {
    /** Where to write to the recipient. */
    readonly email?: string;
    /** The recipient’s first name. */
    readonly firstName?: string;
    /** The recipient’s last name. */
    readonly lastName?: string;
    /** The recipient’s mobile telephone number. */
    readonly mobilePhone?: string;
    /** The recipient’s telephone number. */
    readonly phone?: string;
  }

  interface Customer {
    /** Telephone number that the payer called from. */
    readonly ani?: string;
    /** Kind of line that the payer called from, as the telephone network codes it. */
    readonly aniCallType?: string;
    /** User-Agent header of the payer’s browser. */
    readonly browser?: string;
    /** Where to write to the payer. */
    readonly email?: string;
    /** Name of the server to which the payer is connected. */
    readonly hostname?: string;
    /**
     * Your own id of the payer: with `savedCards` in your profile, the payer of this id may save cards and pay with
     * them.
     */
    readonly id?: string;
    /** IPv4 address of the payer’s device. */
    readonly ipAddress?: string;
  }

  interface Device {
    /** The browser’s User-Agent header; what is longer is cut. */
    readonly browser?: string | number | boolean;
    /** Values of the browser that a script reads. */
    readonly browserDetails?: {
      /** How much room your page has for the bank’s challenge; FULL_SCREEN if absent or another. */
      readonly '3DSecureChallengeWindowSize'?: '250_X_400' | '390_X_400' | '500_X_600' | '600_X_400' | 'FULL_SCREEN';
      /** The browser’s Accept header; what is longer is cut. */
      readonly acceptHeaders?: string | number | boolean;
      /** Bits of colour a pixel. */
      readonly colorDepth?: string | number | boolean;
      /** Whether the browser runs Java. */
      readonly javaEnabled?: string | number | boolean;
      /** Whether the browser runs scripts. */
      readonly javaScriptEnabled?: string | number | boolean;
      /** The browser’s language, BCP 47. */
      readonly language?: string | number | boolean;
      /** Height of the screen in pixels. */
      readonly screenHeight?: string | number | boolean;
      /** Width of the screen in pixels. */
      readonly screenWidth?: string | number | boolean;
      /** Difference between UTC and the browser’s time, in minutes. */
      readonly timeZone?: string | number | boolean;
    };
    /** The payer’s network address; the first of a list. */
    readonly ipAddress?: string | number | boolean;
  }

  interface Discount {
    /** The discount. */
    readonly amount?: string | number;
    /** The code that brought the discount. */
    readonly code?: string;
    /** Why the discount was given. */
    readonly description?: string;
  }

  interface Expiry {
    /** Month of the expiry, without a leading zero in answers. */
    readonly month: string | number;
    /** Year of the expiry, its last two digits. */
    readonly year: string | number;
  }

  interface GiftCard {
    /** The card’s brand, where your payment service provider requires it because the number does not show it. */
    readonly expectedLocalBrand?: string;
    /** The number on the gift card; masked in answers. */
    readonly number?: string | number;
    /** The gift card’s PIN, used once and never kept. */
    readonly pin?: string | number;
  }

  /** A transaction as it was made; only the ids and the result where another operation locks the order. */
  interface InitiateAuthenticationAnswer {
    /** The result of an authentication that you made yourself. */
    readonly '3DSecure'?: Answered3DSecure;
    /** The id under which the gateway checked the card’s enrolment; not for authentications made elsewhere. */
    readonly '3DSecureId'?: string;
    /** A payment that puts money into an account. */
    readonly accountFunding?: AnsweredAccountFunding;
    /** The agreement behind a payment with stored details. */
    readonly agreement?: AnsweredAgreement;
    /** Air travel data, passed on to the acquirer. */
    readonly airline?: AnsweredAirline;
    /** How the payer is, or was, authenticated. */
    readonly authentication: {
      /** The result, as a payment passes it on. */
      readonly '3ds'?: Answered3ds;
      /** The authentication in the words of EMV 3-D Secure. */
      readonly '3ds2'?: Answered3ds2;
      /** A list, divided by commas, of what you accept: 3DS1, 3DS2; absent is any. */
      readonly acceptVersions?: string;
      /** The amount that the payer was authenticated for. */
      readonly amount?: number;
      /** Whether you wish the payer to be challenged. */
      readonly challengePreference?: 'NO_PREFERENCE' | 'NO_CHALLENGE' | 'REQUEST_CHALLENGE' | 'CHALLENGE_MANDATED' | 'NO_CHALLENGE_RISK_ANALYSIS_DONE' | 'NO_CHALLENGE_DATA_SHARE_ONLY' | 'NO_CHALLENGE_AUTHENTICATION_DONE' | 'NO_CHALLENGE_TRUSTED_MERCHANT' | 'REQUEST_CHALLENGE_TRUSTED_MERCHANT_PROMPT';
      /** Where the payer is; without it a call of your server authenticates nobody. */
      readonly channel?: 'MERCHANT_REQUESTED' | 'PAYER_APP' | 'PAYER_BROWSER';
      /** How the payer is asked: by something of the moment, in an app of the bank, by something known. */
      readonly method?: 'DECOUPLED' | 'DYNAMIC' | 'OUT_OF_BAND' | 'STATIC';
      /** Whether the issuer wants to ask the payer. */
      readonly payerInteraction?: 'NOT_REQUIRED' | 'REQUIRED';
      /** Values that European law (PSD2) asks for. */
      readonly psd2?: {
        /** The exemption from strong authentication that you ask for. */
        readonly exemption?: 'LOW_RISK' | 'LOW_VALUE_PAYMENT' | 'RECURRING_PAYMENT' | 'SECURE_CORPORATE_PAYMENT' | 'WHITELISTED_MERCHANT';
      };
      /** The purpose of the authentication; a payment if absent. */
      readonly purpose?: 'ADD_CARD' | 'PAYMENT_TRANSACTION';
      /** Where the payer’s browser goes next; not in retrievals. */
      readonly redirect?: {
        /** The values that the HTML is made of, for pages that make their own. */
        readonly customizedHtml?: {
          /** Addresses and form fields. */
          readonly '3ds2'?: {
            /** Where a form posts creq, for the challenge. */
            readonly acsUrl?: string;
            /** The challenge’s form field creq. */
            readonly cReq?: string;
            /** The method’s form field threeDSMethodData. */
            readonly methodPostData?: string;
            /** Where a hidden frame posts threeDSMethodData. */
            readonly methodUrl?: string;
          };
        };
        /** The host that the HTML leads to. */
        readonly domainName?: string;
        /** To be put into your page, and its script run. */
        readonly html?: string;
      };
      /** As redirect.html. */
      readonly redirectHtml?: string;
      /** When the issuer was asked, or had answered. */
      readonly time?: string;
      /** The transaction id of an authentication of this order, for the payment that it was made for. */
      readonly transactionId?: string;
      /** How the payer is authenticated; NONE where not at all. */
      readonly version?: '3DS1' | '3DS2' | 'NONE';
    };
    /** Further data of the acquirer’s message. */
    readonly authorizationResponse?: AnsweredAuthorizationResponse;
    /** The payer’s details as their bank has them. */
    readonly billing?: Billing;
    /** The current state of the payment over a provider’s pages. */
    readonly browserPayment?: AnsweredBrowserPayment;
    /**
     * Your own mark of this message: echoed unchanged, never kept and never interpreted, only its length is looked at.
     */
    readonly correlationId?: string;
    /** The price before it was converted. */
    readonly currencyConversion?: {
      /** The amount before conversion. */
      readonly baseAmount?: number;
      /** The currency before conversion, ISO 4217. */
      readonly baseCurrency?: string;
    };
    /** The payer and the device they order with. */
    readonly customer?: Customer;
    /** How the transaction came to the gateway; CHECKOUT_VIA_WEBSITE is the hosted page from version 63 on. */
    readonly gatewayEntryPoint: 'AUTO' | 'BATCH' | 'HOSTED_FORM' | 'HOSTED_PAGE' | 'MERCHANT_ADMINISTRATION' | 'THREE_PARTY' | 'TWO_PARTY' | 'WEB_SERVICES_API' | 'CHECKOUT_VIA_WEBSITE';
    /** For a refund: the lines of the order, beside it. */
    readonly item?: readonly (AnsweredItem)[];
    /** Your id. */
    readonly merchant: string;
    /** The order’s current state. */
    readonly order: AnsweredOrder;
    /** The plan by which the payer pays. */
    readonly paymentPlan?: AnsweredPaymentPlan;
    /** The terminal at which the card was present. */
    readonly posTerminal?: AnsweredPosTerminal;
    /** The answers of gateway and acquirer. */
    readonly response: AnsweredResponse;
    /**
     * Whether the operation succeeded, was declined or rejected (FAILURE), is still open (PENDING), or has an unknown
     * result.
     */
    readonly result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN';
    /** The risk that was seen in the payment, where newer clients look for it. */
    readonly risk: TransactionAnswerRisk;
    /** Where the goods go, and how. */
    readonly shipping?: AnsweredShipping;
    /** The means of payment that the payer used. */
    readonly sourceOfFunds?: AnsweredSourceOfFunds;
    /** When the transaction changed last. */
    readonly timeOfLastUpdate: string;
    /** When the transaction came. */
    readonly timeOfRecord: string;
    /** The transaction as it was made. */
    readonly transaction: AnsweredTransaction;
    /** The version of your request. */
    readonly version: string;
  }

  /**
   * From version 54 on, finds out whether the card takes part in 3-D Secure, and answers what the payer’s browser is to
   * open unseen. The card comes in the request, or from its session or token; the session’s id is password enough for
   * what a payer may set.
   */
  interface InitiateAuthenticationRequest {
    /** The agreement behind a payment with stored details. */
    readonly agreement?: Agreement;
    /** Selects this operation. */
    readonly apiOperation: 'INITIATE_AUTHENTICATION';
    /** Authentication of the payer by EMV 3-D Secure. */
    readonly authentication?: InitiateAuthenticationRequestAuthentication;
    /** The payer’s details as their bank has them. */
    readonly billing?: Billing;
    /**
     * Your own mark of this message: echoed unchanged, never kept and never interpreted, only its length is looked at.
     */
    readonly correlationId?: string;
    /** The payer and the device they order with. */
    readonly customer?: Customer;
    /** The payer’s browser. */
    readonly device?: Device;
    /** The order: its amount and what it is for. */
    readonly order?: Order;
    /** The id that the payment service provider issued for the solution you connect with. */
    readonly partnerSolutionId?: string;
    /** How the answer is to be written. */
    readonly responseControls?: {
      /** UNMASK shows card numbers whole, to callers that have the permission and a client certificate. */
      readonly sensitiveData?: string;
    };
    /** A session to take values from. */
    readonly session?: {
      /** The session that gives the values that this request does not. */
      readonly id?: string;
      /** The session’s version on which you decided; the request is refused where the session has changed since. */
      readonly version?: string;
    };
    /** Where the goods go, and how. */
    readonly shipping?: Shipping;
    /** The payer’s means of payment. */
    readonly sourceOfFunds?: CaptureRequestSourceOfFunds;
    /** How this transaction is to be made. */
    readonly transaction?: InitiateAuthenticationRequestTransaction;
    /** The person who set this transaction off. */
    readonly userId?: string;
  }

  interface InitiateAuthenticationRequestAuthentication {
    /** A list, divided by commas, of what you accept: 3DS1, 3DS2; absent is any. */
    readonly acceptVersions?: string;
    /** Whether you wish the payer to be challenged. */
    readonly challengePreference?: 'NO_PREFERENCE' | 'NO_CHALLENGE' | 'REQUEST_CHALLENGE' | 'CHALLENGE_MANDATED' | 'NO_CHALLENGE_RISK_ANALYSIS_DONE' | 'NO_CHALLENGE_DATA_SHARE_ONLY' | 'NO_CHALLENGE_AUTHENTICATION_DONE' | 'NO_CHALLENGE_TRUSTED_MERCHANT' | 'REQUEST_CHALLENGE_TRUSTED_MERCHANT_PROMPT';
    /** Where the payer is; without it a call of your server authenticates nobody. */
    readonly channel?: 'MERCHANT_REQUESTED' | 'PAYER_APP' | 'PAYER_BROWSER';
    /** Values that European law (PSD2) asks for. */
    readonly psd2?: {
      /** The exemption from strong authentication that you ask for. */
      readonly exemption?: 'LOW_RISK' | 'LOW_VALUE_PAYMENT' | 'RECURRING_PAYMENT' | 'SECURE_CORPORATE_PAYMENT' | 'WHITELISTED_MERCHANT';
    };
    /** The purpose of the authentication; a payment if absent. */
    readonly purpose?: 'ADD_CARD' | 'PAYMENT_TRANSACTION';
    /** Where the payer’s browser is sent when the authentication is over. */
    readonly redirectResponseUrl?: string;
  }

  interface InitiateAuthenticationRequestTransaction {
    /** Your own note on the transaction. */
    readonly merchantNote?: string;
    /** Your own reference of the transaction. */
    readonly reference?: string;
    /**
     * How the payer’s details reached you; MERCHANT where you begin the payment yourself, by an agreement with the
     * payer.
     */
    readonly source?: 'CALL_CENTRE' | 'CARD_PRESENT' | 'INTERNET' | 'MAIL_ORDER' | 'MERCHANT' | 'MOTO' | 'TELEPHONE_ORDER' | 'VOICE_RESPONSE';
  }

  interface Issue {
    /** Where the ticket was issued. */
    readonly address?: string;
    /** The carrier that issued the ticket. */
    readonly carrierCode?: string;
    /** Name of that carrier. */
    readonly carrierName?: string;
    /** City where the ticket was issued. */
    readonly city?: string;
    /** Country where the ticket was issued, ISO 3166-1. */
    readonly country?: string;
    /** Day on which the ticket was issued. */
    readonly date?: string;
    /** Code of the agent who issued the ticket. */
    readonly travelAgentCode?: string;
    /** Name of the agent who issued the ticket. */
    readonly travelAgentName?: string;
  }

  interface Item {
    /** The maker’s or seller’s brand. */
    readonly brand?: string;
    /** The shop’s own category. */
    readonly category?: string;
    /** A longer description of the item than its name. */
    readonly description?: string;
    /** Further data of an item that acquirers accept. */
    readonly detail?: {
      /** Tax on one unit, in percent. */
      readonly unitTaxRate?: string | number;
      /** Kind of that tax. */
      readonly unitTaxType?: string;
      /** Code of the item in the products and services code of the United Nations. */
      readonly unspsc?: string | number;
      /** Universal product code of the item. */
      readonly upc?: string | number;
    };
    /**
     * Sends the line to the acquirer as industry data; lines of one category are summed, price and tax times quantity.
     */
    readonly industryCategory?: 'HEALTHCARE_DENTAL' | 'HEALTHCARE_OTHER' | 'HEALTHCARE_PRESCRIPTION' | 'HEALTHCARE_VISION';
    /** The name that the payer reads on the line. */
    readonly name: string;
    /** How many units, or how much of one; a number in answers. */
    readonly quantity: string | number;
    /** The shop’s stock keeping unit. */
    readonly sku?: string;
    /** Discount on one unit. */
    readonly unitDiscountAmount?: string | number;
    /** The unit of measure: a piece, a kilogram, an hour. */
    readonly unitOfMeasure?: string;
    /** Price of one unit, without tax. */
    readonly unitPrice: string | number;
    /** Tax on one unit; times quantity it is the tax of the line. */
    readonly unitTaxAmount?: string | number;
  }

  interface MobileWallet {
    /** A cryptogram in the form of 3-D Secure. */
    readonly '3DSecure'?: {
      /** Electronic commerce indicator that came with the cryptogram. */
      readonly eciIndicator?: string | number;
      /** The proof that the wallet made for this payment. */
      readonly onlinePaymentCryptogram: string;
    };
    /** The form in which the wallet’s cryptogram comes. */
    readonly cryptogramFormat: '3DSECURE' | 'EMV';
  }

  interface Order {
    /** The whole of what is owed; sub-totals that are given must add up to it. */
    readonly amount?: string | number;
    /** Currency of all the order’s amounts, ISO 4217. */
    readonly currency?: string;
    /** Fields of your own, kept with the order and sent to no acquirer. */
    readonly custom?: {
      readonly [name: string]: string;
    };
    /** The payer’s note to the shop. */
    readonly customerNote?: string;
    /** The day on which the payer ordered. */
    readonly customerOrderDate?: string;
    /** The payer’s own reference, such as a purchase order’s number. */
    readonly customerReference?: string;
    /** The description of the order that payment pages show to the payer. */
    readonly description?: string;
    /** A discount that the order’s amount already includes. */
    readonly discount?: Discount;
    /** The lines of the order. */
    readonly item?: readonly (Item)[];
    /** All lines together; with lines given it must be their quantities times unit prices. */
    readonly itemAmount?: string | number;
    /** Your registration with the tax office of a city, province or state. */
    readonly localTaxRegistrationId?: string;
    /** Where the gateway sends the order’s notifications. */
    readonly notificationUrl?: string;
    /** The part of your organisation to which the order belongs. */
    readonly owningEntity?: string;
    /** Stock keeping unit of the one product that the order is for. */
    readonly productSKU?: string;
    /** Your id of the agreement with the payer behind a recurring payment. */
    readonly recurringPaymentAgreement?: string;
    /** Your number of the cart, order or invoice; not unique, unlike the id. */
    readonly reference?: string;
    /** The person who ordered, on the payer’s side. */
    readonly requestorName?: string;
    /** The cost of delivery. */
    readonly shippingAndHandlingAmount?: string | number;
    /**
     * How you name a card payment for the payer’s statement: the acquirer and the receipt get the name in ASCII, cut to
     * 22 characters.
     */
    readonly statementDescriptor?: StatementDescriptor;
    /** The seller for whom an aggregator takes the payment; allowed on the first transaction of an order alone. */
    readonly subMerchant?: SubMerchant;
    /** The order’s tax by its kinds. */
    readonly tax?: readonly (Tax)[];
    /** All tax; with taxed lines given it must be their quantities times unit taxes. */
    readonly taxAmount?: string | number;
    /** Your registration with the tax office of the country. */
    readonly taxRegistrationId?: string;
    /** Whether the order is taxed. */
    readonly taxStatus?: string;
    /** Wallets’ data on the payer’s checkout. */
    readonly wallet?: {
      readonly [name: string]: {
        /** The wallet’s own id of the payer’s checkout there. */
        readonly callId?: string;
      };
    };
    /** The kind of wallet as the wallet reported it, three characters. */
    readonly walletIndicator?: string;
    /** The wallet from which the payer’s details came. */
    readonly walletProvider?: string;
  }

  interface P2pe {
    /** First digits of the card’s number; where the decrypted number begins otherwise it is refused. */
    readonly cardBin?: string | number;
    /** INVALID declines the payment; absent means VALID. */
    readonly encryptionState?: string;
    /** The vector of the encryption, where one was used. */
    readonly initializationVector?: string;
    /** Tells which key of the terminal encrypted the payload. */
    readonly keySerialNumber: string;
    /** The encrypted card number. */
    readonly payload: string;
  }

  interface Passenger {
    /** The passenger’s first name. */
    readonly firstName?: string;
    /** The passenger’s number in the airline’s programme. */
    readonly frequentFlyerNumber?: string;
    /** The passenger’s last name. */
    readonly lastName?: string;
    /** The passenger’s middle name. */
    readonly middleName?: string;
    /** Further data of the passenger on the ticket. */
    readonly specificInformation?: string;
    /** How the passenger is addressed. */
    readonly title?: string;
  }

  interface ProvidedCard {
    /** Which of its accounts a card is to use that has several; the acquirer decides where it is absent. */
    readonly accountType?: 'CHECKING' | 'SAVINGS';
    /** Chip and terminal data, as EMV tags; a tag fills a field that is not given, and answers omit card data. */
    readonly emvRequest?: string;
    /** The last month in which the card is good. */
    readonly expiry?: Expiry;
    /** The value that a wallet on a phone gives instead of a security code. */
    readonly mobileWallet?: MobileWallet;
    /** The cardholder’s name as the card shows it. */
    readonly nameOnCard?: string;
    /** The number on the card (EMV tag 5A); masked in answers, 6.4 unless set otherwise. */
    readonly number?: string | number;
    /** Card data encrypted by the terminal. */
    readonly p2pe?: P2pe;
    /** The code printed on the card, used once and never kept. */
    readonly securityCode?: string | number;
    /** Tells cards of one number apart (EMV tag 5F34). */
    readonly sequenceNumber?: string | number;
    /**
     * Whether you keep the details: STORED before this payment, TO_BE_STORED from it on; with `agreement.id`,
     * TO_BE_STORED unless you begin the payment yourself.
     */
    readonly storedOnFile?: 'NOT_STORED' | 'STORED' | 'TO_BE_STORED';
    /** Track 1 of the magnetic stripe, with or without sentinels and check character (EMV tag 56). */
    readonly track1?: string;
    /** Track 2 of the magnetic stripe; number and expiry that are given beside it must be the same (EMV tag 57). */
    readonly track2?: string;
  }

  interface Shipping {
    /** Where the goods are sent. */
    readonly address?: Address;
    /** The recipient of the goods. */
    readonly contact?: Contact;
    /**
     * How fast: electronically, in four days or more (GROUND), in two or three (PRIORITY), the next day, or the same
     * day.
     */
    readonly method?: 'ELECTRONIC' | 'GROUND' | 'OVERNIGHT' | 'PRIORITY' | 'SAME_DAY';
  }

  interface StatementDescriptor {
    /** The address for the statement. */
    readonly address?: Address;
    /** The name for the statement. */
    readonly name?: string;
    /** The telephone number for the statement. */
    readonly phone?: string;
  }

  interface SubMerchant {
    /** Where the seller does business. */
    readonly address?: Address;
    /** Code of the seller’s line of business, as acquirers keep it. */
    readonly bankIndustryCode?: string | number;
    /** Where to write to the seller. */
    readonly email?: string;
    /** Your id of the seller. */
    readonly identifier?: string;
    /** Where to call the seller. */
    readonly phone?: string;
    /** The seller’s name in the register of companies. */
    readonly registeredName?: string;
    /**
     * The seller’s name as payers know it; card networks bound it to 21 characters, or 27, or 36 with your own name
     * before it.
     */
    readonly tradingName?: string;
  }

  interface Tax {
    /** How much of the order’s tax is of this kind. */
    readonly amount?: string | number;
    /** The rate of this tax, in percent. */
    readonly rate?: string | number;
    /** Name of this tax. */
    readonly type?: string;
  }

  interface TransactionAnswerRisk {
    /** As response.risk. */
    readonly response: {
      /** The result of the rules. */
      readonly gatewayCode: 'ACCEPTED' | 'NOT_CHECKED' | 'REJECTED' | 'REVIEW_REQUIRED';
      /**
       * Whether a payment that was rejected after its approval is given back; OKAY, for one that is, is our own value.
       */
      readonly reversalResult?: 'FAIL' | 'NOT_APPLICABLE' | 'OKAY';
      /** The decision of a person. */
      readonly review?: AnsweredReview;
      /** The rules that spoke. */
      readonly rule?: readonly (AnsweredRule)[];
      /** All scores together; more means more risk of fraud. */
      readonly totalScore?: number;
    };
  }
}
