/** Valid requests of every operation, generated from the interface's own tables: realistic merchant requests. */
import { isIn, put } from '../conformance/interface/body.ts';
import { type Examples, examplesOf } from '../conformance/interface/examples.ts';
import type { InterfaceField, Operation } from '../conformance/interface/field.ts';
import { FIELDS } from '../conformance/interface/index.ts';
import type { SeededRandom } from '../support/random.ts';
import { type Draft, draft } from './draft.ts';

/** Ids of the records before the first mutation, of more than one merchant. */
export interface Places {
  readonly orders: readonly string[];
  readonly sessions: readonly string[];
  readonly tokens: readonly string[];
}

export interface Choice {
  readonly random: SeededRandom;
  readonly places: Places;
  /** An order shared by several consecutive requests. */
  readonly order: string;
  /** An unused name. */
  readonly fresh: string;
}

export const pick = <T>(random: SeededRandom, from: readonly T[]): T => from[random.between(0, from.length)] as T;
export const chance = (random: SeededRandom, oneIn: number): boolean => random.between(0, oneIn) === 0;

/**
 * Copies the value, since templates of several requests must not change. Raw JSON numbers are immutable and cannot be
 * cloned, so they are shared.
 */
export function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(copied);
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copied(inner)]));
}

const VERSIONS = [14, 33, 34, 63, 99, 100];
const CARD = { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' };
const withCard = { sourceOfFunds: { type: 'CARD', provided: { card: CARD } } };
const PAYMENT = { order: { amount: '12.00', currency: 'EUR' }, ...withCard };
const TRANSACTIONS = ['1', '2', '3', '4', '5'];
/** More would make the body mostly filler. */
const FIELDS_MAX = 6;

const askedBy = new Map<string, readonly InterfaceField[]>();

/** The fields that a request of the operation may send in the version. */
export function fieldsOf(operation: Operation, version: number): readonly InterfaceField[] {
  const key = `${operation} ${version}`;
  let fields = askedBy.get(key);
  if (fields === undefined) {
    fields = FIELDS.filter((field) => field.side !== 'response' && isIn(field, operation, version));
    askedBy.set(key, fields);
  }
  return fields;
}

/** Adds some of the operation's optional fields, at their limits or well within. */
function enriched(operation: Operation, version: number, body: object, random: SeededRandom): object {
  const rich = copied(body) as Record<string, unknown>;
  const fields = fieldsOf(operation, version);
  for (let count = random.between(0, FIELDS_MAX); count > 0; count -= 1) {
    const field = pick(random, fields);
    if (!NEEDS_MORE.test(field.path)) {
      put(rich, field.path, copied(pick(random, examplesFor(field).accepted)));
    }
  }
  return rich;
}

/** Each of them alone changes the request's meaning: another card, a sum that must add up, an operation. */
const NEEDS_MORE =
  /^(apiOperation|session|sourceOfFunds|order\.(amount|currency|\w*Amount|subMerchant)|transaction\.(target\w*|amount|currency))\b/;

const examples = new WeakMap<InterfaceField, Examples>();

/** Cached: a run uses them by the million. */
export function examplesFor(field: InterfaceField): Examples {
  let made = examples.get(field);
  if (made === undefined) {
    made = examplesOf(field.type);
    examples.set(field, made);
  }
  return made;
}

type Making = (choice: Choice) => Draft;

const payment =
  (apiOperation: 'AUTHORIZE' | 'PAY' | 'VERIFY'): Making =>
  ({ random, order }) => {
    const version = pick(random, VERSIONS);
    const body = enriched(apiOperation, version, { apiOperation, ...PAYMENT }, random);
    return {
      ...draft('PUT', ['order', order, 'transaction', pick(random, TRANSACTIONS)], body),
      version: `${version}`,
    };
  };

const following =
  (apiOperation: 'CAPTURE' | 'REFERRAL' | 'REFUND' | 'UPDATE_AUTHORIZATION' | 'VOID', transaction: object): Making =>
  ({ random, order, places }) => {
    const version = pick(random, VERSIONS);
    const body = enriched(apiOperation, version, { apiOperation, transaction }, random);
    const at = chance(random, 4) ? pick(random, places.orders) : order;
    return { ...draft('PUT', ['order', at, 'transaction', pick(random, TRANSACTIONS)], body), version: `${version}` };
  };

const INTERACTION = { operation: 'PURCHASE', returnUrl: 'https://shop.example/done', merchant: { name: 'Shop' } };
const checkout =
  (apiOperation: string): Making =>
  ({ fresh }) =>
    draft('POST', ['session'], {
      apiOperation,
      interaction: INTERACTION,
      order: { id: fresh, amount: '5', currency: 'EUR' },
    });

const AUTHENTICATIONS = [
  {
    apiOperation: 'INITIATE_AUTHENTICATION',
    authentication: { acceptVersions: '3DS2', channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION' },
    ...PAYMENT,
  },
  {
    apiOperation: 'AUTHENTICATE_PAYER',
    authentication: { redirectResponseUrl: 'https://shop.example/back' },
    device: {
      browserDetails: { acceptHeaders: '*/*', colorDepth: 24, javaEnabled: false, language: 'en', timeZone: -60 },
    },
    ...PAYMENT,
  },
] as const;

/** Each operation of the interface, and the calls without one. */
export const MAKINGS: Readonly<Record<string, Making>> = {
  AUTHORIZE: payment('AUTHORIZE'),
  PAY: payment('PAY'),
  VERIFY: payment('VERIFY'),
  CAPTURE: following('CAPTURE', { amount: '2.00', currency: 'EUR' }),
  REFUND: following('REFUND', { amount: '1.00' }),
  VOID: following('VOID', { targetTransactionId: '1' }),
  REFERRAL: following('REFERRAL', { authorizationCode: 'A1B2C3' }),
  UPDATE_AUTHORIZATION: following('UPDATE_AUTHORIZATION', { amount: '20.00' }),
  INITIATE_BROWSER_PAYMENT: ({ order }) =>
    draft('PUT', ['order', order, 'transaction', '1'], {
      apiOperation: 'INITIATE_BROWSER_PAYMENT',
      browserPayment: {
        operation: 'PAY',
        returnUrl: 'https://shop.example/back',
        demoWallet: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' },
      },
      order: PAYMENT.order,
      sourceOfFunds: { type: 'DEMO_WALLET' },
    }),
  CONFIRM_BROWSER_PAYMENT: ({ order }) =>
    draft('PUT', ['order', order, 'transaction', '1'], { apiOperation: 'CONFIRM_BROWSER_PAYMENT' }),
  INITIATE_AUTHENTICATION: ({ order }) => draft('PUT', ['order', order, 'transaction', 'a'], AUTHENTICATIONS[0]),
  AUTHENTICATE_PAYER: ({ order }) => draft('PUT', ['order', order, 'transaction', 'a'], AUTHENTICATIONS[1]),
  CHECK_3DS_ENROLLMENT: ({ order }) => ({
    ...draft('PUT', ['3DSecureId', order], {
      apiOperation: 'CHECK_3DS_ENROLLMENT',
      '3DSecure': {
        authenticationRedirect: { pageGenerationMode: 'SIMPLE', responseUrl: 'https://shop.example/back' },
      },
      ...PAYMENT,
    }),
    version: '61',
  }),
  PROCESS_ACS_RESULT: ({ order }) => ({
    ...draft('POST', ['3DSecureId', order], {
      apiOperation: 'PROCESS_ACS_RESULT',
      '3DSecure': { paRes: '0ucSWO9-VgHMf-Ex7dhgWMkJBfOAhnV4cFJci8yMWsc' },
    }),
    version: '61',
  }),
  RETRIEVE_3DS_RESULT: ({ order }) => ({ ...draft('GET', ['3DSecureId', order]), version: '61' }),
  PAY_BY_SESSION: ({ order, random, places }) =>
    draft('PUT', ['order', order, 'transaction', '1'], {
      apiOperation: 'PAY',
      order: PAYMENT.order,
      session: { id: pick(random, places.sessions) },
    }),
  PAY_BY_TOKEN: ({ order, random, places }) =>
    draft('PUT', ['order', order, 'transaction', '1'], {
      apiOperation: 'PAY',
      order: PAYMENT.order,
      sourceOfFunds: { type: 'CARD', token: pick(random, places.tokens) },
    }),
  RETRIEVE_ORDER: ({ order }) => draft('GET', ['order', order]),
  RETRIEVE_TRANSACTION: ({ order, random }) =>
    draft('GET', ['order', order, 'transaction', pick(random, TRANSACTIONS)]),
  CREATE_TOKEN: ({ random }) => draft('POST', ['token'], enriched('CREATE_TOKEN', 100, withCard, random)),
  UPDATE_TOKEN: ({ random, fresh }) => ({
    ...draft('PUT', ['token', fresh.replace(/\W/g, '')], enriched('CREATE_TOKEN', 100, withCard, random)),
    merchant: 'SUPPLIED',
  }),
  RETRIEVE_TOKEN: ({ random, places }) => draft('GET', ['token', pick(random, places.tokens)]),
  DELETE_TOKEN: ({ fresh }) => draft('DELETE', ['token', fresh.replace(/\W/g, '')]),
  PAYMENT_OPTIONS_INQUIRY: () => draft('POST', ['paymentOptionsInquiry']),
  CREATE_SESSION: () => draft('POST', ['session'], {}),
  UPDATE_SESSION: ({ random, places }) =>
    draft('PUT', ['session', pick(random, places.sessions)], enriched('AUTHORIZE', 100, PAYMENT, random)),
  RETRIEVE_SESSION: ({ random, places }) => draft('GET', ['session', pick(random, places.sessions)]),
  INITIATE_CHECKOUT: checkout('INITIATE_CHECKOUT'),
  CREATE_CHECKOUT_SESSION: checkout('CREATE_CHECKOUT_SESSION'),
};
