/**
 * The HTTP request for each field: the other fields that the gateway requires with it, and the place where answers show
 * it. Most fields go with a payment and are read from its transaction; the others have a row here.
 */
import { encrypted } from '../adapters/vault/terminal.ts';
import { acceptedBy, casesOf } from './cases.ts';
import type { InterfaceField, Operation } from './interface/field.ts';

/** The records before the request: none, an order, or the source of the payment's details. */
export type Prelude = 'NOTHING' | 'AUTHORIZED' | 'PAID' | 'REFERRED' | 'SESSION' | 'TOKEN';

export interface Staging {
  /** The row's operation. */
  readonly asked: Operation;
  /** The operation that sends it. */
  readonly operation: Operation | 'UPDATE_SESSION';
  readonly version: number;
  readonly prelude: Prelude;
  readonly merchant: 'TESTSHOP' | 'SUPPLIED' | 'TERMINAL';
  /** Other fields of the body. */
  readonly beside: object;
  /** A value at one of the field's limits. Undefined: the id that the prelude made. */
  readonly value: unknown;
  /** The path in answers, if different from the field's own. */
  readonly shownAt?: string;
  /** The value in answers, if different from the value as read. */
  readonly shown?: string | boolean;
}

/** The reason that answers omit a field; only the acceptance of the request is checked. */
export const NEVER_SHOWN: Readonly<Record<string, string>> = {
  'action.bypassMerchantRiskRules': 'it steers this request alone, and response.risk tells what came of it',
  'externalTokenProvider.customData': 'it is for the repository alone',
  partnerSolutionId: 'it is about the caller and not about the order',
  'responseControls.sensitiveData': 'it steers this answer alone',
  'session.id': 'what the session holds is shown, and not where it came from',
  'session.version': 'likewise',
  'sourceOfFunds.provided.card.mobileWallet.3DSecure.eciIndicator': 'it is for the acquirer alone',
  'sourceOfFunds.provided.card.mobileWallet.3DSecure.onlinePaymentCryptogram': 'it proves one payment and is not kept',
  'sourceOfFunds.provided.card.mobileWallet.cryptogramFormat': 'it tells what the cryptogram is, which is not kept',
  'sourceOfFunds.provided.giftCard.pin': 'it proves one payment and is not kept',
  'CREATE_TOKEN transaction.currency': 'the acquirer is asked in it, and nothing of that is kept',
  userId: 'it is about the caller and not about the order',
};

const PRELUDES: Partial<Readonly<Record<Staging['operation'], Prelude>>> = {
  CAPTURE: 'AUTHORIZED',
  REFERRAL: 'REFERRED',
  REFUND: 'PAID',
  UPDATE_AUTHORIZATION: 'AUTHORIZED',
  UPDATE_SESSION: 'SESSION',
  VOID: 'AUTHORIZED',
};

export const CARD = { number: '5123450000000008', expiry: { month: '1', year: '39' } };
export const MASKED = '512345xxxxxx0008';
const withCard = (card: object) => ({ sourceOfFunds: { type: 'CARD', provided: { card } } });
const PAYMENT = { order: { amount: '12.50', currency: 'EUR' }, ...withCard(CARD) };
const BESIDE: Partial<Readonly<Record<Staging['operation'], object>>> = {
  AUTHORIZE: PAYMENT,
  CAPTURE: { transaction: { amount: '5.00' } },
  CREATE_TOKEN: withCard(CARD),
  PAY: PAYMENT,
  REFERRAL: { transaction: { authorizationCode: 'A1B2C3' } },
  REFUND: { transaction: { amount: '5.00' } },
  VERIFY: PAYMENT,
};

const NUMBER = 'sourceOfFunds.provided.card.number';
const GIFT_CARD = {
  order: PAYMENT.order,
  sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard: { number: '6006000000000000993', pin: '1234' } } },
};
const ROUTING_NUMBER = '021000021';
const ACH = {
  sourceOfFunds: {
    type: 'ACH',
    provided: {
      ach: {
        accountType: 'CONSUMER_CHECKING',
        bankAccountHolder: 'Ann Lee',
        bankAccountNumber: '12345',
        routingNumber: ROUTING_NUMBER,
        secCode: 'WEB',
      },
    },
  },
};

const KEY_SERIAL_NUMBER = 'FFFF9876543210E00001';
const VECTOR = '0123456789ABCDEF';
/** One block of digits: the shortest possible payload. */
const P2PE = encrypted(Buffer.from(CARD.number, 'latin1'), KEY_SERIAL_NUMBER, VECTOR);
const terminal = (member: string, value: string): [string, Partial<Staging>] => [
  `sourceOfFunds.provided.card.p2pe.${member}`,
  {
    merchant: 'TERMINAL',
    beside: {
      order: PAYMENT.order,
      ...withCard({
        expiry: CARD.expiry,
        p2pe: { keySerialNumber: KEY_SERIAL_NUMBER, payload: P2PE.payload, initializationVector: VECTOR },
      }),
    },
    value,
    // Answers show the decrypted number, masked.
    shownAt: NUMBER,
    shown: MASKED,
  },
];

/** The longest texts that fill a track, including sentinels and check character. */
const TRACK_1 = `${'%B5123450000000008^LEE/ANN^3901201'.padEnd(77, '0')}?5`;
const TRACK_2 = `${';5123450000000008=3901201'.padEnd(38, '0')}?5`;
const trackData = { shownAt: 'sourceOfFunds.provided.card.trackDataProvided', shown: true };

/** The issuer's authentication value of an authentication performed elsewhere. */
const TOKEN_OF_28 = Buffer.alloc(20, 7).toString('base64');

/** The maximum number of characters of a decimal. */
const AMOUNT = '00000000012.50';
const subTotal = { beside: { ...PAYMENT, order: { ...PAYMENT.order, amount: '12.5' } }, value: AMOUNT };
const fromSession = { prelude: 'SESSION', beside: { sourceOfFunds: { type: 'CARD' } }, value: undefined } as const;

/** By path, or by operation and path if the field has several rows. */
const SPECIAL: Readonly<Record<string, Partial<Staging>>> = {
  apiOperation: { shownAt: 'transaction.type', shown: 'AUTHORIZATION' },
  // In the last month of 2039 the sandbox would leave the result open for a while.
  'sourceOfFunds.provided.card.expiry.month': {
    beside: { order: PAYMENT.order, ...withCard({ ...CARD, expiry: { year: '40' } }) },
  },
  // Without the other fields it would refer to an authentication made by this gateway.
  '3DSecureId': {
    beside: {
      ...PAYMENT,
      '3DSecure': {
        enrollmentStatus: 'ENROLLED',
        authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
        acsEci: '05',
        authenticationToken: TOKEN_OF_28,
      },
    },
  },
  'order.amount': { value: AMOUNT, shown: '12.50' },
  'order.itemAmount': subTotal,
  'order.shippingAndHandlingAmount': subTotal,
  'order.taxAmount': subTotal,
  // The limit of the card's network, which is below the field's.
  'order.subMerchant.tradingName': { value: 'x'.repeat(21) },
  'session.id': fromSession,
  'session.version': fromSession,
  'shipping.address.street2': { shownAt: 'shipping.address.street' },
  [NUMBER]: { shown: '999999xxxxxxxxx9999' },
  'sourceOfFunds.provided.card.securityCode': {
    shownAt: 'sourceOfFunds.provided.card.securityCodePresence',
    shown: '1',
  },
  'sourceOfFunds.provided.card.track1': { ...trackData, value: TRACK_1 },
  'sourceOfFunds.provided.card.track2': { ...trackData, value: TRACK_2 },
  ...Object.fromEntries([
    terminal('cardBin', CARD.number.slice(0, 6)),
    terminal('encryptionState', 'VALID'),
    terminal('initializationVector', VECTOR),
    terminal('keySerialNumber', KEY_SERIAL_NUMBER),
    terminal('payload', P2PE.payload),
  ]),
  'sourceOfFunds.provided.giftCard.expectedLocalBrand': { beside: GIFT_CARD },
  'sourceOfFunds.provided.giftCard.number': { beside: GIFT_CARD, shown: '999999xxxxxxxxx9999' },
  'sourceOfFunds.provided.giftCard.pin': { beside: GIFT_CARD },
  'sourceOfFunds.token': { prelude: 'TOKEN', merchant: 'SUPPLIED', beside: { order: PAYMENT.order } },
  'AUTHORIZE sourceOfFunds.type': { beside: GIFT_CARD },
  'CREATE_TOKEN sourceOfFunds.type': { beside: ACH, value: 'ACH' },
  'CREATE_TOKEN sourceOfFunds': { value: withCard(CARD).sourceOfFunds, shownAt: 'sourceOfFunds.type', shown: 'CARD' },
  'sourceOfFunds.provided.ach.accountType': { beside: ACH },
  'sourceOfFunds.provided.ach.bankAccountHolder': { beside: ACH },
  'sourceOfFunds.provided.ach.bankAccountNumber': {
    beside: ACH,
    value: '12345678901234567',
    shown: 'xxxxxxxxxxxxx4567',
  },
  // Few nine-digit numbers are valid routing numbers.
  'sourceOfFunds.provided.ach.routingNumber': { beside: ACH, value: ROUTING_NUMBER },
  'sourceOfFunds.provided.ach.secCode': { beside: ACH },
  verificationStrategy: { value: 'NONE' },
  'UPDATE_AUTHORIZATION transaction.amount': { value: AMOUNT, shown: '12.50' },
  'UPDATE_AUTHORIZATION transaction.currency': { value: 'EUR' },
};

/** The longest accepted value: one at a limit, or with the most difficult characters. */
function longest(values: readonly unknown[]): unknown {
  return values.toSorted((one, other) => JSON.stringify(other).length - JSON.stringify(one).length)[0];
}

export function stagingOf(field: InterfaceField): Staging {
  const cases = casesOf(field);
  const asked = cases[0]!.operation;
  const operation = sentWith(asked);
  return {
    asked,
    operation,
    version: Math.max(...cases.map(({ version }) => version)),
    prelude: PRELUDES[operation] ?? 'NOTHING',
    merchant: 'TESTSHOP',
    beside: BESIDE[operation] ?? {},
    value: longest(acceptedBy(field, asked)),
    ...SPECIAL[field.path],
    ...SPECIAL[`${asked} ${field.path}`],
  };
}

/** Browser payments have no operation of their own yet; a session accepts any request field. */
function sentWith(operation: Operation): Staging['operation'] {
  return operation === 'INITIATE_BROWSER_PAYMENT' ? 'UPDATE_SESSION' : operation;
}
