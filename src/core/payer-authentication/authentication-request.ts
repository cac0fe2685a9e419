/** Makes the request to the 3DS Server from a request's merged values and the merchant's profile. */
import { challengePreferences } from '../../contract/fields/authentication-fields.ts';
import type { Currency } from '../../contract/money.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import type { Secret } from '../../contract/secret.ts';
import { expiryOf } from '../cards/instrument.ts';
import type { Merchant } from '../merchant/merchant.ts';
import type { PayerAuthenticationProfile } from '../merchant/payer-authentication-profile.ts';
import type {
  AuthenticatedBrowser,
  AuthenticatedCardholder,
  AuthenticationRequest,
  EntryPoint,
  PostalAddress,
} from '../ports/index.ts';
import { payerAddress } from '../request/payer-address.ts';

export interface AuthenticationRequestSource {
  readonly merchant: Merchant;
  readonly profile: PayerAuthenticationProfile;
  /** The request merged over its session and token, and over the request that started the authentication. */
  readonly values: RequestFields;
  readonly number: Secret;
  readonly currency: Currency;
  /** Minor units; 0n if the authentication is not for a payment. */
  readonly amount: bigint;
  /** The URL to which the browser returns after the challenge. */
  readonly notificationUrl: string;
  readonly entryPoint: EntryPoint;
  /** True if the caller is the payer, who has only a session's id. */
  readonly isPayer?: boolean;
  /** The caller's IP address. */
  readonly from?: string;
}

export function makeAuthenticationRequest(asked: AuthenticationRequestSource): AuthenticationRequest {
  const { merchant, profile, values, number, currency, amount } = asked;
  const { acquirerBin, acquirerMerchantId, requestorId, requestorName, requestorUrl, categoryCode, country } = profile;
  const [billing, shipping] = [values.billing?.address, values.shipping?.address];
  return {
    number,
    ...expiryOf(values.sourceOfFunds?.provided?.card),
    purchase: amount > 0n ? { amount, currency } : undefined,
    merchant: {
      ...{ acquirerBin, acquirerMerchantId, requestorId, requestorName, requestorUrl, categoryCode, country },
      name: merchant.profile.name,
    },
    ...browserOrMerchant(asked),
    ...seriesFields(asked),
    challengeIndicator: challengeIndicator(values),
    decoupledMinutes: profile.decoupledMinutes,
    cardholder: cardholderOf(values),
    billing: billing && addressOf(billing),
    shipping: shipping && addressOf(shipping),
  };
}

function browserOrMerchant(
  asked: AuthenticationRequestSource,
): Pick<AuthenticationRequest, 'browser' | 'merchantInitiatedIndicator'> {
  const { values, notificationUrl } = asked;
  return values.authentication?.channel === 'MERCHANT_REQUESTED'
    ? { merchantInitiatedIndicator: merchantInitiatedIndicator(values) }
    : { browser: { ...browserOf(asked), notificationUrl } };
}

const PREFERENCES = challengePreferences.values;

/**
 * The challenge indicator of each exemption. This indicator is the only way to request an exemption: the message to the
 * acquirer does not contain it.
 */
const OF_EXEMPTIONS: Readonly<Record<string, string>> = {
  LOW_RISK: '05',
  LOW_VALUE_PAYMENT: '02',
  RECURRING_PAYMENT: '02',
  SECURE_CORPORATE_PAYMENT: '02',
  WHITELISTED_MERCHANT: '08',
};

/** threeDSRequestorChallengeInd: the merchant's preference, or else the value for its exemption. */
function challengeIndicator({ authentication }: RequestFields): string | undefined {
  const { challengePreference: wish, psd2 } = authentication ?? {};
  if (wish !== undefined) {
    return String(PREFERENCES.indexOf(wish) + 1).padStart(2, '0');
  }
  return psd2?.exemption === undefined ? undefined : OF_EXEMPTIONS[psd2.exemption];
}

/**
 * A payment in a series under one agreement: threeDSRequestorAuthenticationInd if the payer initiates it, threeRIInd if
 * the merchant does.
 */
const SERIES_INDICATORS = {
  INSTALLMENT: { ofPayer: '03', ofMerchant: '02' },
  RECURRING: { ofPayer: '02', ofMerchant: '01' },
} as const;

type SeriesFields = Pick<
  AuthenticationRequest,
  'authenticationIndicator' | 'merchantInitiatedIndicator' | 'recurrence'
>;

/**
 * Falls back to a single payment if required fields of the series are missing, or if the authentication is not for a
 * payment.
 */
function seriesFields({ values, amount }: AuthenticationRequestSource): SeriesFields {
  const { type, expiryDate, minimumDaysBetweenPayments: daysBetween, numberOfPayments } = values.agreement ?? {};
  const { purpose, channel } = values.authentication ?? {};
  const isRepeated = type === 'RECURRING' || (type === 'INSTALLMENT' && numberOfPayments !== undefined);
  const isPaid = amount > 0n && purpose !== 'ADD_CARD';
  if (!isRepeated || !isPaid || expiryDate === undefined || daysBetween === undefined) {
    return {};
  }
  const { ofMerchant, ofPayer } = SERIES_INDICATORS[type];
  const instalments = type === 'INSTALLMENT' && numberOfPayments !== undefined && { instalments: numberOfPayments };
  return {
    ...(channel === 'MERCHANT_REQUESTED'
      ? { merchantInitiatedIndicator: ofMerchant }
      : { authenticationIndicator: ofPayer }),
    recurrence: { expiry: expiryDate.replaceAll('-', ''), daysBetween, ...instalments },
  };
}

const OF_SOURCES: Readonly<Record<string, string>> = { MAIL_ORDER: '08', TELEPHONE_ORDER: '09' };

/** threeRIInd of a single authentication: a new card, an order by mail or telephone, otherwise another payment. */
function merchantInitiatedIndicator({ authentication, transaction }: RequestFields): string {
  return authentication?.purpose === 'ADD_CARD' ? '03' : (OF_SOURCES[transaction?.source ?? ''] ?? '11');
}

function browserOf({ values, ...caller }: AuthenticationRequestSource): AuthenticatedBrowser {
  const { browser, browserDetails = {} } = values.device ?? {};
  const { '3DSecureChallengeWindowSize': _, ...details } = browserDetails;
  return {
    ...details,
    userAgent: browser ?? values.customer?.browser,
    ipAddress: payerAddress(values, caller),
  };
}

function cardholderOf({ sourceOfFunds, customer }: RequestFields): AuthenticatedCardholder {
  return { name: sourceOfFunds?.provided?.card?.nameOnCard, email: customer?.email };
}

type Address = NonNullable<NonNullable<RequestFields['billing']>['address']>;

function addressOf({ company: _, ...address }: Address): PostalAddress {
  return address;
}
