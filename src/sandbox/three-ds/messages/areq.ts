/** AReq: the 3DS Server's request for an authentication. */
import {
  BOOLEAN,
  COUNTRY,
  CURRENCY,
  codes,
  DATE,
  digits,
  EXTENSIONS,
  group,
  like,
  MINUTE,
  oneOf,
  PHONE,
  SECOND,
  text,
  UUID,
  url,
  VERSION,
  YES_NO,
} from './formats.ts';
import {
  always,
  both,
  either,
  forPayment,
  from220,
  inApp,
  inBrowser,
  type MessageTable,
  when,
  withoutPayer,
  withPayer,
} from './table.ts';

const ADDRESS = { city: text(50), line: text(50), postCode: text(16), state: text(3) };

const byPayer = (...kinds: readonly string[]) => both(withPayer, when('threeDSRequestorAuthenticationInd', ...kinds));
/** Since 2.2.0 a request without a payer describes its purchase. */
const byMerchant = (...kinds: readonly string[]) => both(withoutPayer, from220, when('threeRIInd', ...kinds));
const isRepeated = either(byPayer('02', '03'), byMerchant('01', '02'));
const isPaid = both(forPayment, either(withPayer, from220));
const isBought = either(isPaid, isRepeated, byMerchant('06', '07', '08', '09', '11'));
const hasScript = either(({ version }) => version === '2.1.0', when('browserJavascriptEnabled', true));
const ofScript = both(inBrowser, hasScript);

/** A result follows a challenge, or a decoupled authentication (since 2.2.0). */
const getsResults = either(withPayer, from220);

const ACCOUNT_INFO = group({
  chAccAgeInd: codes(5),
  chAccChange: DATE,
  chAccChangeInd: codes(4),
  chAccDate: DATE,
  chAccPwChange: DATE,
  chAccPwChangeInd: codes(5),
  nbPurchaseAccount: digits(1, 4),
  paymentAccAge: DATE,
  paymentAccInd: codes(5),
  provisionAttemptsDay: digits(1, 3),
  shipAddressUsage: DATE,
  shipAddressUsageInd: codes(4),
  shipNameIndicator: codes(2),
  suspiciousAccActivity: codes(2),
  txnActivityDay: digits(1, 3),
  txnActivityYear: digits(1, 3),
});

const RISK_INDICATOR = group({
  deliveryEmailAddress: text(254),
  deliveryTimeframe: codes(4),
  giftCardAmount: digits(1, 15),
  giftCardCount: digits(2),
  giftCardCurr: CURRENCY,
  preOrderDate: DATE,
  preOrderPurchaseInd: codes(2),
  reorderItemsInd: codes(2),
  shipIndicator: codes(7),
});

const METHODS_210_MAX = 6;
const METHODS_MAX = 8;
const authenticationInfo = (methods: number, dataMax: number) =>
  group({
    threeDSReqAuthData: text(dataMax),
    threeDSReqAuthMethod: codes(methods),
    threeDSReqAuthTimestamp: MINUTE,
  });

const PRIOR_INFO = group({
  threeDSReqPriorAuthData: text(2048),
  threeDSReqPriorAuthMethod: codes(4),
  threeDSReqPriorAuthTimestamp: MINUTE,
  threeDSReqPriorRef: text(36),
});

export const AREQ: MessageTable = {
  messageType: { is: oneOf('AReq'), need: always },
  messageVersion: { is: VERSION, need: always },
  messageCategory: { is: codes(2), need: always },
  deviceChannel: { is: codes(3), need: always },
  messageExtension: { is: EXTENSIONS },
  threeDSServerTransID: { is: UUID, need: always },
  threeDSServerRefNumber: { is: text(32), need: always },
  threeDSServerOperatorID: { is: text(32) },
  threeDSServerURL: { is: url(2048), need: getsResults },
  threeDSRequestorID: { is: text(35), need: always },
  threeDSRequestorName: { is: text(40), need: always },
  threeDSRequestorURL: { is: url(2048), need: always },
  threeDSRequestorAuthenticationInd: { is: codes(7), in210: codes(6), need: withPayer },
  threeDSRequestorAuthenticationInfo: {
    is: authenticationInfo(METHODS_MAX, 20_000),
    in210: authenticationInfo(METHODS_210_MAX, 2048),
  },
  threeDSRequestorPriorAuthenticationInfo: { is: PRIOR_INFO },
  threeDSRequestorChallengeInd: { is: codes(9), in210: codes(4) },
  threeDSRequestorDecReqInd: { is: YES_NO, in210: null },
  threeDSRequestorDecMaxTime: { is: digits(5), in210: null, need: when('threeDSRequestorDecReqInd', 'Y') },
  threeDSCompInd: { is: oneOf('Y', 'N', 'U'), need: inBrowser },
  threeRIInd: { is: codes(12), in210: codes(5), need: withoutPayer },
  acctNumber: { is: digits(13, 19), need: always },
  acctID: { is: text(64) },
  acctType: { is: codes(3) },
  acctInfo: { is: ACCOUNT_INFO },
  cardExpiryDate: { is: like('\\d{2}(?:0[1-9]|1[0-2])') },
  // EMV Book 4, Annex B.
  cardholderName: { is: like('[ -~]{2,45}') },
  payTokenInd: { is: BOOLEAN },
  payTokenSource: { is: codes(2), in210: null, need: when('payTokenInd', true) },
  acquirerBIN: { is: text(11), need: forPayment },
  acquirerMerchantID: { is: text(35), need: forPayment },
  mcc: { is: digits(4), need: forPayment },
  merchantCountryCode: { is: COUNTRY, need: forPayment },
  merchantName: { is: text(40), need: forPayment },
  merchantRiskIndicator: { is: RISK_INDICATOR },
  transType: { is: oneOf('01', '03', '10', '11', '28') },
  purchaseAmount: { is: digits(1, 48), need: isBought },
  purchaseCurrency: { is: CURRENCY, need: isBought },
  purchaseExponent: { is: digits(1), need: isBought },
  purchaseDate: { is: SECOND, need: isBought },
  purchaseInstalData: { is: digits(1, 3), need: either(byPayer('03'), byMerchant('02')) },
  recurringExpiry: { is: DATE, need: isRepeated },
  recurringFrequency: { is: digits(1, 4), need: isRepeated },
  notificationURL: { is: url(256), need: inBrowser },
  browserAcceptHeader: { is: text(2048), need: inBrowser },
  browserIP: { is: like('[0-9A-Fa-f.:]{2,45}') },
  browserJavascriptEnabled: { is: BOOLEAN, in210: null, need: inBrowser },
  browserJavaEnabled: { is: BOOLEAN, need: ofScript },
  browserLanguage: { is: text(8), need: inBrowser },
  browserColorDepth: { is: oneOf('1', '4', '8', '15', '16', '24', '32', '48'), need: ofScript },
  browserScreenHeight: { is: digits(1, 6), need: ofScript },
  browserScreenWidth: { is: digits(1, 6), need: ofScript },
  browserTZ: { is: like('[+-]?\\d{1,4}'), need: ofScript },
  browserUserAgent: { is: text(2048), need: inBrowser },
  sdkAppID: { is: UUID, need: inApp },
  sdkEncData: { is: text(64_000), need: inApp },
  sdkEphemPubKey: { is: { type: 'object' }, need: inApp },
  sdkMaxTimeout: { is: digits(2), need: inApp },
  sdkReferenceNumber: { is: text(32), need: inApp },
  sdkTransID: { is: UUID, need: inApp },
  deviceRenderOptions: { is: { type: 'object' }, need: inApp },
  broadInfo: { is: { type: 'object' } },
  addrMatch: { is: YES_NO },
  billAddrCity: { is: ADDRESS.city },
  billAddrCountry: { is: COUNTRY, need: ({ message }) => message.billAddrState !== undefined },
  billAddrLine1: { is: ADDRESS.line },
  billAddrLine2: { is: ADDRESS.line },
  billAddrLine3: { is: ADDRESS.line },
  billAddrPostCode: { is: ADDRESS.postCode },
  billAddrState: { is: ADDRESS.state },
  shipAddrCity: { is: ADDRESS.city },
  shipAddrCountry: { is: COUNTRY, need: ({ message }) => message.shipAddrState !== undefined },
  shipAddrLine1: { is: ADDRESS.line },
  shipAddrLine2: { is: ADDRESS.line },
  shipAddrLine3: { is: ADDRESS.line },
  shipAddrPostCode: { is: ADDRESS.postCode },
  shipAddrState: { is: ADDRESS.state },
  email: { is: text(254) },
  homePhone: { is: PHONE },
  mobilePhone: { is: PHONE },
  workPhone: { is: PHONE },
  // Other values occur only in an issuer's answer.
  whiteListStatus: { is: YES_NO, in210: null },
  whiteListStatusSource: {
    is: codes(3),
    in210: null,
    need: ({ message, version }) => version !== '2.1.0' && message.whiteListStatus !== undefined,
  },
};

/** The AReq from the directory server to the ACS. It has additional elements, and lacks the address for results. */
export const AREQ_TO_ACS: MessageTable = {
  ...Object.fromEntries(Object.entries(AREQ).filter(([name]) => name !== 'threeDSServerURL')),
  dsReferenceNumber: { is: text(32), need: always },
  dsTransID: { is: UUID, need: always },
  dsURL: { is: url(2048), need: always },
};
