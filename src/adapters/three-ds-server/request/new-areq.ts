/** Builds an AReq from the gateway's data on a payment. */

import { Secret } from '../../../contract/secret.ts';
import type { AuthenticationRequest } from '../../../core/ports/index.ts';
import type { DirectoryServerSettings } from '../directory-server/settings.ts';
import type { MessageOf } from '../messages/tables/index.ts';
import type { AuthenticationSubject } from '../transaction/state.ts';
import { addressFields, browserFields, cardholderNameOf, countryNumber, emailOf, truncateLine } from './given-texts.ts';

type AReq = MessageOf<'AReq'>;

export interface NewAreq {
  readonly subject: AuthenticationSubject;
  readonly threeDSCompInd: 'N' | 'U' | 'Y';
  readonly request: AuthenticationRequest;
  readonly settings: DirectoryServerSettings;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Builds an AReq without validating it. `writeMessage` validates it, and reports fields that are missing in the
 * merchant's profile.
 */
export function newAreq({ subject, threeDSCompInd, request, settings, now }: NewAreq): AReq {
  const { version, deviceChannel, messageCategory, threeDSServerTransID } = subject;
  const isBrowser = deviceChannel === '02';
  const fields = {
    messageType: 'AReq',
    messageVersion: version,
    messageCategory,
    deviceChannel,
    threeDSServerTransID,
    threeDSServerRefNumber: settings.threeDSServerRefNumber,
    threeDSServerOperatorID: settings.threeDSServerOperatorId,
    threeDSServerURL: settings.threeDSServerUrl,
    acctNumber: request.number,
    cardExpiryDate: request.expiry && expiryOf(request.expiry),
    ...(isBrowser ? ofBrowser(request, version, threeDSCompInd, messageCategory) : ofMerchant(request)),
    ...merchantFields(request),
    ...purchaseFields(request, now),
    ...decoupledFields(version === '2.2.0' ? request.decoupledMinutes : undefined),
    ...cardholderFields(request),
  };
  // Optional fields may be undefined. Codes from a caller are validated when the message is written.
  return fields as AReq;
}

function expiryOf({ month, year }: NonNullable<AuthenticationRequest['expiry']>): Secret {
  return new Secret(year + month.padStart(2, '0'));
}

const OF_PAYMENT = '01';
const OF_NEW_CARD = '04';
/** Values of the challenge indicator in version 2.1.0. */
const FIRST_CHALLENGE_INDICATORS: ReadonlySet<string> = new Set(['01', '02', '03', '04']);

function ofBrowser(
  { browser, challengeIndicator: wish, authenticationIndicator }: AuthenticationRequest,
  version: AuthenticationSubject['version'],
  threeDSCompInd: NewAreq['threeDSCompInd'],
  category: AuthenticationSubject['messageCategory'],
) {
  const isKnown = wish !== undefined && (version !== '2.1.0' || FIRST_CHALLENGE_INDICATORS.has(wish));
  return {
    threeDSCompInd,
    threeDSRequestorAuthenticationInd: authenticationIndicator ?? (category === '01' ? OF_PAYMENT : OF_NEW_CARD),
    threeDSRequestorChallengeInd: isKnown ? wish : undefined,
    notificationURL: browser?.notificationUrl,
    ...browserFields(browser ?? {}, version),
  };
}

const ofMerchant = ({ merchantInitiatedIndicator }: AuthenticationRequest) => ({
  threeRIInd: merchantInitiatedIndicator,
});

function merchantFields({ merchant }: AuthenticationRequest) {
  return {
    acquirerBIN: merchant.acquirerBin,
    acquirerMerchantID: merchant.acquirerMerchantId,
    threeDSRequestorID: merchant.requestorId,
    threeDSRequestorName: truncateLine(merchant.requestorName, 40),
    threeDSRequestorURL: merchant.requestorUrl,
    merchantName: truncateLine(merchant.name, 40),
    mcc: merchant.categoryCode,
    merchantCountryCode: countryNumber(merchant.country),
  };
}

function purchaseFields({ purchase, recurrence }: AuthenticationRequest, now: number) {
  const made = new Date(now).toISOString().replace(/\D/g, '').slice(0, 'YYYYMMDDHHMMSS'.length);
  return {
    purchaseAmount: purchase && String(purchase.amount),
    purchaseCurrency: purchase?.currency.numeric,
    purchaseExponent: purchase && String(purchase.currency.exponent),
    purchaseDate: purchase && made,
    recurringExpiry: recurrence?.expiry,
    recurringFrequency: recurrence?.daysBetween,
    purchaseInstalData: recurrence?.instalments,
  };
}

const MINUTES_DIGITS = 5;

function decoupledFields(minutes: number | undefined) {
  return {
    threeDSRequestorDecReqInd: minutes === undefined ? undefined : 'Y',
    threeDSRequestorDecMaxTime: minutes === undefined ? undefined : String(minutes).padStart(MINUTES_DIGITS, '0'),
  };
}

const PHONE = { countryCode: /^[0-9]{1,3}$/, subscriber: /^[0-9]{1,15}$/ };

function cardholderFields({ cardholder = {}, billing = {}, shipping = {} }: AuthenticationRequest) {
  const [bill, ship] = [addressFields(billing), addressFields(shipping)];
  const { countryCode = '', subscriber = '' } = cardholder.mobilePhone ?? {};
  const isPhone = PHONE.countryCode.test(countryCode) && PHONE.subscriber.test(subscriber);
  return {
    cardholderName: cardholderNameOf(cardholder.name),
    email: emailOf(cardholder.email),
    mobilePhone: isPhone ? { cc: countryCode, subscriber } : undefined,
    billAddrLine1: bill.line1,
    billAddrLine2: bill.line2,
    billAddrCity: bill.city,
    billAddrPostCode: bill.postCode,
    billAddrCountry: bill.country,
    billAddrState: bill.state,
    shipAddrLine1: ship.line1,
    shipAddrLine2: ship.line2,
    shipAddrCity: ship.city,
    shipAddrPostCode: ship.postCode,
    shipAddrCountry: ship.country,
    shipAddrState: ship.state,
  };
}
