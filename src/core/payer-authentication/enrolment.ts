/** Decides whether a card is enrolled, which means that its payer can be authenticated. */
import type { RequestFields } from '../../contract/request-fields.ts';
import type { Secret } from '../../contract/secret.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { Authentication, CardView } from '../ports/index.ts';
import type { AuthenticationCall } from './calls.ts';

/** A valid request to initiate an authentication. */
interface EnrolledRequest {
  readonly values: RequestFields;
  readonly view: CardView;
  readonly number: Secret;
}

/** True if the merchant's profile requires payer authentication and there is a directory server. */
export function authenticatesPayers(
  { payerAuthentication }: Pick<Gateway, 'payerAuthentication'>,
  { profile }: Merchant,
): boolean {
  return profile.payerAuthentication !== null && payerAuthentication.schemes.size > 0;
}

/** True if there is a directory server for the scheme of this card number. */
export function hasDirectoryServer(
  { payerAuthentication, cardFacts }: Pick<Gateway, 'cardFacts' | 'payerAuthentication'>,
  number: Secret,
): boolean {
  return isSchemeOf(payerAuthentication.schemes, cardFacts(number.reveal()).scheme);
}

/**
 * @param schemes the schemes with a directory server
 * @param scheme the card's scheme, as responses name it
 */
export function isSchemeOf(schemes: ReadonlySet<string>, scheme: string): boolean {
  return schemes.has(schemeOf(scheme));
}

const CHANNELS = { PAYER_BROWSER: 'BROWSER', MERCHANT_REQUESTED: 'MERCHANT' } as const;

function enrolledCard(
  { payerAuthentication }: Gateway,
  { merchant, isPayer = false }: AuthenticationCall,
  asked: EnrolledRequest,
): Authentication {
  const { authenticator, authentications, schemes } = payerAuthentication;
  const { values, view, number } = asked;
  const { purpose, acceptVersions, channel = isPayer ? 'PAYER_BROWSER' : undefined } = values.authentication ?? {};
  const request = {
    scheme: schemeOf(view.scheme),
    // The payer is not authenticated if the request has no channel or the channel is an app's SDK.
    channel: channel === 'MERCHANT_REQUESTED' ? CHANNELS[channel] : CHANNELS.PAYER_BROWSER,
    isPayment: purpose !== 'ADD_CARD',
    storeNumber: authentications.storeNumber,
  };
  const isWished =
    authenticatesPayers({ payerAuthentication }, merchant) &&
    (channel === 'PAYER_BROWSER' || channel === 'MERCHANT_REQUESTED') &&
    takesVersion2(acceptVersions) &&
    schemes.has(request.scheme);
  return isWished ? authenticator.enrol({ ...request, number }) : authenticator.withoutEnrolment(request);
}

/** Returns the state of a new authentication. */
export function enrolment(gateway: Gateway, call: AuthenticationCall, request: EnrolledRequest): Authentication {
  const enrolled = enrolledCard(gateway, call, request);
  // The browser opens the 3DS method's page next, so the wait for the method starts now.
  const isBrowserNext = enrolled.view.method !== undefined && call.keepCard === undefined;
  return isBrowserNext ? gateway.payerAuthentication.authenticator.methodStarted(enrolled.stored) : enrolled;
}

/** Returns the scheme's name for the directory server, which differs from the interface's for UnionPay. */
function schemeOf(scheme: string): string {
  return scheme === 'CHINA_UNIONPAY' ? 'UNIONPAY' : scheme;
}

/**
 * True if the merchant accepts 3DS2. The networks have ended 3DS1, so a merchant that accepts only 3DS1 cannot
 * authenticate payers.
 *
 * @param acceptVersions a comma-separated list; undefined: any version
 */
export function takesVersion2(acceptVersions: string | undefined): boolean {
  const accepted = acceptVersions?.split(',').map((version) => version.trim());
  return accepted === undefined || accepted.includes('3DS2');
}
