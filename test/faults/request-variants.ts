/** One payment with many fields, bodies with another meaning, and bodies with the same meaning. */
import { CARD_SOURCE } from '../support/merchant.ts';

/** JSON in a body. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
type Body = { readonly [name: string]: Json };

export interface Variation {
  /** The field's path and the change. */
  readonly what: string;
  readonly body: Body;
  /** Known only to the process that had the first request. */
  readonly isOfMemory: boolean;
}

export const FULL_PAYMENT: Body = {
  apiOperation: 'PAY',
  order: {
    amount: '10.00',
    currency: 'EUR',
    reference: 'basket-1',
    description: 'Two books',
    customerNote: 'ring twice',
    customerReference: 'c-1',
    custom: { colour: 'green', shelf: '12' },
    item: [{ name: 'A book', quantity: '1', unitPrice: '9.00', sku: 's-1' }],
  },
  transaction: { reference: 'try-1', merchantNote: 'by hand' },
  customer: { email: 'ada@shop.example' },
  billing: { address: { street: 'Long Lane 1', city: 'Ghent', postcodeZip: '9000', country: 'BEL' } },
  shipping: { address: { street: 'Short Lane 2', city: 'Bruges', postcodeZip: '8000', country: 'BEL' } },
  userId: 'clerk-1',
  sourceOfFunds: {
    ...CARD_SOURCE,
    provided: { card: { ...CARD_SOURCE.provided.card, nameOnCard: 'Ada Byron' } },
  },
};

/** Replacement values for fields in which arbitrary text would be invalid. */
const OTHER_VALUES: Readonly<Record<string, Json>> = {
  apiOperation: 'AUTHORIZE',
  'order.amount': '10.01',
  'order.currency': 'USD',
  'billing.address.country': 'NLD',
  'shipping.address.country': 'NLD',
  'customer.email': 'eve@shop.example',
  'sourceOfFunds.provided.card.number': '4111111111111111',
};
/** Required, alone or together with another field: without them the request is no valid payment. */
const NOT_LEFT_OUT = /^(apiOperation|order\.(amount|currency|item.*)|sourceOfFunds\..*(type|number|expiry\..*))$/;
const OF_MEMORY = 'sourceOfFunds.provided.card.securityCode';
/**
 * Fields with other values that would break the order's sums, and `sourceOfFunds.type`, which has only one value with a
 * card.
 */
const NOT_CHANGED = /^(sourceOfFunds\.type|order\.item\.0\.(quantity|unitPrice))$/;
/** Added if the body lacks them. */
const ADDED: Body = {
  order: { owningEntity: 'branch-2' },
  billing: { address: { company: 'Books Ltd', street2: 'Rear' } },
};

export function otherMeanings(body: Body): Variation[] {
  const variations: Variation[] = [];
  const add = (what: string, changed: Body, path: string) =>
    variations.push({ what, body: changed, isOfMemory: path === OF_MEMORY });
  for (const [path, value] of leaves(body)) {
    if (!NOT_CHANGED.test(path)) {
      add(`${path} changed`, withValue(body, path, OTHER_VALUES[path] ?? another(value)), path);
    }
    if (!NOT_LEFT_OUT.test(path)) {
      add(`${path} left out`, withValue(body, path, undefined), path);
    }
  }
  for (const [path, value] of leaves(ADDED)) {
    add(`${path} added`, withValue(body, path, value), path);
  }
  return variations;
}

export function sameMeanings(body: Body): { what: string; body: Body }[] {
  const money = (amount: Json) => withValue(body, 'order.amount', amount);
  return [
    { what: 'as it was', body },
    { what: 'members in the opposite order', body: backwards(body) as Body },
    { what: 'an amount as a number', body: money(10) },
    { what: 'an amount with one place', body: money('10.0') },
    { what: 'an amount without places', body: money('10') },
    { what: 'groups with nothing in them', body: { ...body, agreement: {}, risk: null } },
  ];
}

/** Paths of the leaf values; list elements by index. */
function leaves(value: Json, path = ''): [string, Json][] {
  if (typeof value !== 'object' || value === null) {
    return [[path, value]];
  }
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, path === '' ? name : `${path}.${name}`));
}

function another(value: Json): Json {
  const text = String(value);
  return /\d$/.test(text) ? text.slice(0, -1) + ((Number(text.at(-1)) + 1) % 10) : `${text}x`;
}

/** @param value undefined removes it */
function withValue(body: Body, path: string, value: Json | undefined): Body {
  const [name = '', ...rest] = path.split('.');
  const { [name]: inner, ...others } = body;
  if (rest.length === 0) {
    return value === undefined ? others : { ...others, [name]: value };
  }
  const changed = withValue((inner ?? {}) as Body, rest.join('.'), value);
  return { ...body, [name]: Array.isArray(inner) ? Object.values(changed) : changed };
}

function backwards(value: Json): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, inner]) => [name, backwards(inner)]),
  );
}
