/** Groups and fields that several messages share. */
import {
  BOOLEAN,
  code,
  codeOrReserved,
  date,
  digits,
  type FieldTable,
  json,
  list,
  number,
  object,
  text,
  UUID,
} from '../field-types.ts';
import { VERSIONS } from '../versions.ts';

export const messageType = <const T extends string>(type: T) => ({ type: code(type), required: true }) as const;

export const MESSAGE_VERSION = { type: code(...VERSIONS), required: true } as const;

export const REQUIRED_UUID = { type: UUID, required: true } as const;

/** The transaction id of an app's SDK. */
export const SDK_TRANSACTION_ID = { type: UUID, channels: ['01'], required: true } as const;

const EXTENSIONS_MAX = 10;
const EXTENSION_DATA_MAX = 8_059;

export const MESSAGE_EXTENSION = {
  type: list(
    object({
      name: { type: text(64), required: true },
      id: { type: text(64), required: true },
      criticalityIndicator: { type: BOOLEAN, required: true },
      data: { type: json(EXTENSION_DATA_MAX), required: true },
    }),
    EXTENSIONS_MAX,
  ),
} as const;

export const PHONE = object({
  cc: { type: digits(1, 3), required: true },
  subscriber: { type: digits(1, 15), required: true },
});

/** The fields that state whether the cardholder trusts the merchant, and the source of that status. */
export const WHITE_LIST = {
  whiteListStatus: { type: code('Y', 'N', 'E', 'P', 'R', 'U'), since: '2.2.0' },
  whiteListStatusSource: {
    type: codeOrReserved('01', '02', '03'),
    since: '2.2.0',
    required: [{ whiteListStatus: 'present' }],
  },
} as const satisfies FieldTable;

export const ACS_RENDERING_TYPE = object({
  acsInterface: { type: code('01', '02'), required: true },
  acsUiTemplate: { type: code('01', '02', '03', '04', '05'), required: true },
});

export const ACCOUNT_INFORMATION = object({
  chAccAgeInd: { type: code('01', '02', '03', '04', '05') },
  chAccChange: { type: date('YYYYMMDD') },
  chAccChangeInd: { type: code('01', '02', '03', '04') },
  chAccDate: { type: date('YYYYMMDD') },
  chAccPwChange: { type: date('YYYYMMDD') },
  chAccPwChangeInd: { type: code('01', '02', '03', '04', '05') },
  nbPurchaseAccount: { type: digits(1, 4) },
  paymentAccAge: { type: date('YYYYMMDD') },
  paymentAccInd: { type: code('01', '02', '03', '04', '05') },
  provisionAttemptsDay: { type: digits(1, 3) },
  shipAddressUsage: { type: date('YYYYMMDD') },
  shipAddressUsageInd: { type: code('01', '02', '03', '04') },
  shipNameIndicator: { type: code('01', '02') },
  suspiciousAccActivity: { type: code('01', '02') },
  txnActivityDay: { type: digits(1, 3) },
  txnActivityYear: { type: digits(1, 3) },
});

export const MERCHANT_RISK_INDICATOR = object({
  deliveryEmailAddress: { type: { kind: 'email', max: 254 } },
  deliveryTimeframe: { type: code('01', '02', '03', '04') },
  giftCardAmount: { type: digits(1, 15) },
  giftCardCount: { type: digits(2, 2) },
  giftCardCurr: { type: { kind: 'currency' } },
  preOrderDate: { type: date('YYYYMMDD') },
  preOrderPurchaseInd: { type: code('01', '02') },
  reorderItemsInd: { type: code('01', '02') },
  shipIndicator: { type: codeOrReserved('01', '02', '03', '04', '05', '06', '07') },
});

/** The merchant's own authentication of the customer for this purchase. */
export const REQUESTOR_AUTHENTICATION = object({
  threeDSReqAuthData: { type: text(20_000) },
  threeDSReqAuthMethod: { type: codeOrReserved('01', '02', '03', '04', '05', '06', '07', '08') },
  threeDSReqAuthTimestamp: { type: date('YYYYMMDDHHMM') },
});

/** An earlier authentication of the cardholder by 3-D Secure. */
export const PRIOR_AUTHENTICATION = object({
  threeDSReqPriorAuthData: { type: text(2_048) },
  threeDSReqPriorAuthMethod: { type: codeOrReserved('01', '02', '03', '04') },
  threeDSReqPriorAuthTimestamp: { type: date('YYYYMMDDHHMM') },
  threeDSReqPriorRef: { type: text(36, 36) },
});

export const DEVICE_RENDER_OPTIONS = object({
  sdkInterface: { type: code('01', '02', '03'), required: true },
  sdkUiType: { type: list(code('01', '02', '03', '04', '05'), 5), required: true },
});

/** The number of challenge interactions, in two digits. */
export const INTERACTION_COUNTER = number([2, 2], 0, 99);
