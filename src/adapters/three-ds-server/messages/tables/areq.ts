/** Authentication request (AReq): from the 3DS Server through the directory server to the ACS. */
import {
  BOOLEAN,
  byVersion,
  COUNTRY,
  CURRENCY,
  code,
  codeOrReserved,
  commonText,
  date,
  digits,
  type FieldTable,
  json,
  number,
  SECRET_EXPIRY,
  secretDigits,
  text,
  UUID,
  url,
} from '../field-types.ts';
import {
  ACCOUNT_INFORMATION,
  DEVICE_RENDER_OPTIONS,
  MERCHANT_RISK_INDICATOR,
  MESSAGE_EXTENSION,
  MESSAGE_VERSION,
  messageType,
  PHONE,
  PRIOR_AUTHENTICATION,
  REQUESTOR_AUTHENTICATION,
  REQUIRED_UUID,
  SDK_TRANSACTION_ID,
  WHITE_LIST,
} from './shared.ts';

const OF_PAYMENT = [{ messageCategory: ['01'] }] as const;

/**
 * The purchase fields are mandatory for a payment, and for a request that prepares instalments or recurring payments. A
 * request without the payer has them since 2.2.0.
 */
const OF_PURCHASE = [
  { deviceChannel: ['01', '02'], messageCategory: ['01'] },
  { messageVersion: ['2.2.0'], messageCategory: ['01'] },
  { deviceChannel: ['01', '02'], messageCategory: ['02'], threeDSRequestorAuthenticationInd: ['02', '03'] },
  {
    messageVersion: ['2.2.0'],
    deviceChannel: ['03'],
    messageCategory: ['02'],
    threeRIInd: ['01', '02', '06', '07', '08', '09', '11'],
  },
] as const;

const OF_RECURRENCE = [
  { deviceChannel: ['01', '02'], threeDSRequestorAuthenticationInd: ['02', '03'] },
  { messageVersion: ['2.2.0'], deviceChannel: ['03'], threeRIInd: ['01', '02'] },
] as const;

/** Before 2.2.0 every browser was assumed to run scripts. */
const WHERE_SCRIPTS_RUN = [{ messageVersion: ['2.1.0'] }, { browserJavascriptEnabled: [true] }] as const;

/**
 * Results follow a challenge. Without the payer there are challenges only since 2.2.0, which introduced decoupled
 * authentication.
 */
const WHERE_RESULTS_COME = [{ deviceChannel: ['01', '02'] }, { messageVersion: ['2.2.0'] }] as const;

const BROWSER = ['02'] as const;
const APP = ['01'] as const;
const WITH_DEVICE = ['01', '02'] as const;

export const AREQ = {
  messageType: messageType('AReq'),
  messageVersion: MESSAGE_VERSION,
  messageCategory: { type: codeOrReserved('01', '02'), required: true },
  messageExtension: MESSAGE_EXTENSION,
  deviceChannel: { type: codeOrReserved('01', '02', '03'), required: true },
  threeDSServerTransID: REQUIRED_UUID,
  threeDSServerRefNumber: { type: text(32), required: true },
  // Each directory server decides whether the id is mandatory.
  threeDSServerOperatorID: { type: text(32) },
  threeDSServerURL: { type: url(2_048), required: WHERE_RESULTS_COME },
  threeDSCompInd: { type: code('Y', 'N', 'U'), channels: BROWSER, required: true },
  threeDSRequestorID: { type: text(35), required: true },
  threeDSRequestorName: { type: text(40), required: true },
  threeDSRequestorURL: { type: url(2_048), required: true },
  threeDSReqAuthMethodInd: { type: codeOrReserved('01', '02', '03'), channels: WITH_DEVICE, since: '2.2.0' },
  threeDSRequestorAuthenticationInd: {
    type: byVersion(
      codeOrReserved('01', '02', '03', '04', '05', '06'),
      codeOrReserved('01', '02', '03', '04', '05', '06', '07'),
    ),
    channels: WITH_DEVICE,
    required: true,
  },
  threeDSRequestorAuthenticationInfo: { type: REQUESTOR_AUTHENTICATION, channels: WITH_DEVICE },
  threeDSRequestorChallengeInd: {
    type: byVersion(
      codeOrReserved('01', '02', '03', '04'),
      codeOrReserved('01', '02', '03', '04', '05', '06', '07', '08', '09'),
    ),
    channels: WITH_DEVICE,
  },
  threeDSRequestorDecMaxTime: {
    type: number([5, 5], 1, 10_080),
    since: '2.2.0',
    required: [{ threeDSRequestorDecReqInd: ['Y'] }],
  },
  threeDSRequestorDecReqInd: { type: code('Y', 'N'), since: '2.2.0' },
  threeDSRequestorPriorAuthenticationInfo: { type: PRIOR_AUTHENTICATION },
  threeRIInd: {
    type: byVersion(
      codeOrReserved('01', '02', '03', '04', '05'),
      codeOrReserved('01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'),
    ),
    channels: ['03'],
    required: true,
  },
  acctID: { type: text(64) },
  acctInfo: { type: ACCOUNT_INFORMATION },
  acctNumber: { type: secretDigits(13, 19), required: true },
  acctType: { type: codeOrReserved('01', '02', '03') },
  acquirerBIN: { type: text(11), required: OF_PAYMENT },
  acquirerMerchantID: { type: text(35), required: OF_PAYMENT },
  addrMatch: { type: code('Y', 'N'), channels: WITH_DEVICE },
  billAddrCity: { type: text(50) },
  billAddrCountry: { type: COUNTRY, required: [{ billAddrState: 'present' }] },
  billAddrLine1: { type: text(50) },
  billAddrLine2: { type: text(50) },
  billAddrLine3: { type: text(50) },
  billAddrPostCode: { type: text(16) },
  billAddrState: { type: text(3) },
  broadInfo: { type: json(4_096) },
  browserAcceptHeader: { type: text(2_048), channels: BROWSER, required: true },
  browserColorDepth: {
    type: code('1', '4', '8', '15', '16', '24', '32', '48'),
    channels: BROWSER,
    required: WHERE_SCRIPTS_RUN,
  },
  browserIP: { type: { kind: 'ip' }, channels: BROWSER },
  browserJavaEnabled: { type: BOOLEAN, channels: BROWSER, required: WHERE_SCRIPTS_RUN },
  browserJavascriptEnabled: { type: BOOLEAN, channels: BROWSER, since: '2.2.0', required: true },
  browserLanguage: { type: text(8), channels: BROWSER, required: true },
  browserScreenHeight: { type: digits(1, 6), channels: BROWSER, required: WHERE_SCRIPTS_RUN },
  browserScreenWidth: { type: digits(1, 6), channels: BROWSER, required: WHERE_SCRIPTS_RUN },
  browserTZ: { type: { kind: 'timeZone' }, channels: BROWSER, required: WHERE_SCRIPTS_RUN },
  browserUserAgent: { type: text(2_048), channels: BROWSER, required: true },
  cardExpiryDate: { type: SECRET_EXPIRY },
  cardholderName: { type: commonText(45, 2) },
  deviceRenderOptions: { type: DEVICE_RENDER_OPTIONS, channels: APP, required: true },
  email: { type: { kind: 'email', max: 254 } },
  homePhone: { type: PHONE },
  mcc: { type: digits(4, 4), required: OF_PAYMENT },
  merchantCountryCode: { type: COUNTRY, required: OF_PAYMENT },
  merchantName: { type: text(40), required: OF_PAYMENT },
  merchantRiskIndicator: { type: MERCHANT_RISK_INDICATOR },
  mobilePhone: { type: PHONE },
  notificationURL: { type: url(256), channels: BROWSER, required: true },
  payTokenInd: { type: { kind: 'true' } },
  payTokenSource: { type: codeOrReserved('01', '02'), since: '2.2.0', required: [{ payTokenInd: [true] }] },
  purchaseAmount: { type: digits(1, 48), required: OF_PURCHASE },
  purchaseCurrency: { type: CURRENCY, required: OF_PURCHASE },
  purchaseDate: { type: date('YYYYMMDDHHMMSS'), required: OF_PURCHASE },
  purchaseExponent: { type: digits(1, 1), required: OF_PURCHASE },
  purchaseInstalData: {
    type: number([1, 3], 2, 999),
    required: [
      { deviceChannel: ['01', '02'], threeDSRequestorAuthenticationInd: ['03'] },
      { messageVersion: ['2.2.0'], deviceChannel: ['03'], threeRIInd: ['02'] },
    ],
  },
  recurringExpiry: { type: date('YYYYMMDD'), required: OF_RECURRENCE },
  recurringFrequency: { type: digits(1, 4), required: OF_RECURRENCE },
  sdkAppID: { type: UUID, channels: APP, required: true },
  sdkEncData: { type: text(64_000), channels: APP, required: true },
  sdkEphemPubKey: { type: json(256), channels: APP, required: true },
  sdkMaxTimeout: { type: number([2, 2], 5, 99), channels: APP, required: true },
  sdkReferenceNumber: { type: text(32), channels: APP, required: true },
  sdkTransID: SDK_TRANSACTION_ID,
  shipAddrCity: { type: text(50) },
  shipAddrCountry: { type: COUNTRY, required: [{ shipAddrState: 'present' }] },
  shipAddrLine1: { type: text(50) },
  shipAddrLine2: { type: text(50) },
  shipAddrLine3: { type: text(50) },
  shipAddrPostCode: { type: text(16) },
  shipAddrState: { type: text(3) },
  transType: { type: code('01', '03', '10', '11', '28'), categories: ['01'] },
  // The other values are used only in issuers' answers.
  whiteListStatus: { type: code('Y', 'N'), since: '2.2.0' },
  whiteListStatusSource: WHITE_LIST.whiteListStatusSource,
  workPhone: { type: PHONE },
} as const satisfies FieldTable;
