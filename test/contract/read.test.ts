import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../src/contract/operations.ts';
import { Secret } from '../../src/contract/secret.ts';
import { readBody } from './body.ts';
import { anySecretAt, anyTextAt, anyValueAt } from './fields-at.ts';

const PAY = OPERATIONS.PAY.request;
const INITIATE_CHECKOUT = OPERATIONS.INITIATE_CHECKOUT.request;
const UPDATE_SESSION = OPERATIONS.UPDATE_SESSION.request;
const item = { name: 'Tea', quantity: '1', unitPrice: '2.50' };
const problemsOf = (body: string | object, options = {}) =>
  readBody(PAY, body, options).problems.map(({ field, validationType }) => `${field} ${validationType}`);

describe('an absent value', () => {
  it.each([
    ['null', { order: { reference: null }, billing: null, session: null }],
    ['an empty group', { order: {}, billing: { address: {} }, customer: {} }],
    ['an empty array for a group, as PHP writes it', { billing: [], customer: [], shipping: { contact: [] } }],
    ['an empty array or object for a list', { order: { item: [], tax: {} } }],
    ['an empty array for free names', { order: { custom: [] } }],
    ['a group of nulls', { sourceOfFunds: { provided: { card: { expiry: { month: null, year: null } } } } }],
    ['an empty text where a text is optional', { order: { reference: '' }, billing: { address: { street2: '' } } }],
    ['an empty text under a name of the merchant’s', { order: { custom: { a: '' } } }],
    ['an empty text that is all that its group has', { order: { subMerchant: { tradingName: '' } } }],
    ['groups in which there is nothing', { sourceOfFunds: { provided: { card: { expiry: {} }, giftCard: [] } } }],
    ['nothing under a name that the contract lacks', { token: [], initiator: { user: { id: null } }, a: [[], {}] }],
    ['lines in which there is nothing', { order: { item: [[], {}, null, { name: null, detail: {} }] } }],
  ])('%s leaves neither a value nor a problem', (_what, body) => {
    const { values, problems, ignored } = readBody(PAY, body);
    expect(problems).toEqual([]);
    expect(ignored).toEqual([]);
    expect(JSON.stringify(values)).not.toMatch(/null|[a-z]":"/i);
  });

  it('an empty text in a required field is missing', () => {
    expect(problemsOf({ order: { item: [{ ...item, name: '' }, { name: '' }] } })).toEqual([
      'order.item[0].name MISSING',
      'order.item[1].name MISSING',
      'order.item[1].quantity MISSING',
      'order.item[1].unitPrice MISSING',
    ]);
  });

  it.each([
    ['digits', { sourceOfFunds: { provided: { card: { securityCode: '' } } } }],
    ['a decimal', { order: { amount: '' } }],
    ['an enumeration', { sourceOfFunds: { type: '' } }],
    ['a date', { order: { customerOrderDate: '' } }],
    ['a code', { billing: { address: { country: '' } } }],
    ['an address', { order: { notificationUrl: '' } }],
  ])('an empty text counts as an absent value of %s', (_what, body) => {
    expect(problemsOf(body)).toEqual([expect.stringMatching(/ INVALID$/)]);
  });

  it('an empty line is left out, and the others keep their index in problems', () => {
    const { values, problems } = readBody(PAY, { order: { item: [[], item, {}, { ...item, unitPrice: 'x' }] } });
    expect(anyValueAt(values, 'order.item')).toHaveLength(2);
    expect(problems.map(({ field }) => field)).toEqual(['order.item[3].unitPrice']);
  });

  it('a group that is given with one member still lacks its required ones', () => {
    expect(problemsOf({ sourceOfFunds: { provided: { card: { expiry: { month: '5', year: null } } } } })).toEqual([
      'sourceOfFunds.provided.card.expiry.year MISSING',
    ]);
  });
});

describe('numbers and texts', () => {
  const text =
    '{"order":{"amount":"555.26"},"sourceOfFunds":{"provided":{"card":{"expiry":{"month":"5","year":"39"},"securityCode":"100","number":"5123450000000008"}}}}';
  const numbers = text.replace(/"(\d[\d.]*)"/g, '$1');

  it('are equivalent for amounts, digits and integers', () => {
    const [a, b] = [readBody(PAY, text), readBody(PAY, numbers)];
    expect(b.problems).toEqual([]);
    for (const path of [
      'order.amount',
      'sourceOfFunds.provided.card.expiry.month',
      'sourceOfFunds.provided.card.expiry.year',
    ]) {
      expect(anyTextAt(b.values, path)).toBe(anyTextAt(a.values, path));
    }
    for (const path of ['sourceOfFunds.provided.card.number', 'sourceOfFunds.provided.card.securityCode']) {
      expect(anySecretAt(b.values, path)?.reveal()).toBe(anySecretAt(a.values, path)?.reveal());
    }
  });

  it('a number is read by its text and never as a double', () => {
    const body = '{"order":{"item":[{"name":"a","quantity":9999999999999999,"unitPrice":9007199254.741}]}}';
    const [first] = anyValueAt(readBody(PAY, body).values, 'order.item') as [Record<string, string>];
    expect(first).toMatchObject({ quantity: '9999999999999999', unitPrice: '9007199254.741' });
  });

  it.each(['1e-4', '-1', '-1E0', '1E13', '1000000000001', '100000000000000'])(
    '%s is refused as an amount',
    (number) => {
      expect(problemsOf(`{"order":{"amount":${number}}}`)).toEqual(['order.amount INVALID']);
    },
  );

  it.each([
    ['1e3', '1000'],
    ['1E+2', '100'],
    ['1.25E1', '12.5'],
    ['-0.0', '0'],
  ])('%s, as some libraries write a number, is an amount of %s', (number, amount) => {
    expect(anyValueAt(readBody(PAY, `{"order":{"amount":${number}}}`).values, 'order.amount')).toBe(amount);
  });

  it('5.0, as a library of doubles alone writes a count, is 5', () => {
    const body = '{"sourceOfFunds":{"provided":{"card":{"expiry":{"month":5.0,"year":39.0}}}}}';
    expect(anyValueAt(readBody(PAY, body).values, 'sourceOfFunds.provided.card.expiry')).toEqual({
      month: '5',
      year: '39',
    });
  });

  it('false counts as an absent e-mail address, and is refused in any other field', () => {
    expect(readBody(PAY, '{"customer":{"email":false}}').values).toEqual({});
    expect(problemsOf('{"order":{"amount":false,"currency":false}}')).toEqual([
      'order.amount INVALID',
      'order.currency INVALID',
    ]);
    expect(problemsOf('{"customer":{"email":true}}')).toEqual(['customer.email INVALID']);
  });

  it('a whole number is read as the text of its digits', () => {
    const body =
      '{"order":{"reference":9007199254740993,"custom":{"a":0}},"billing":{"address":{"postcodeZip":10115}}}';
    const { values, problems } = readBody(PAY, body);
    expect(problems).toEqual([]);
    expect(
      ['order.reference', 'order.custom.a', 'billing.address.postcodeZip'].map((at) => anyTextAt(values, at)),
    ).toEqual(['9007199254740993', '0', '10115']);
  });

  it('a whole number that is read as text is validated by the rules of the text', () => {
    expect(
      problemsOf({ order: { reference: '1'.repeat(41), currency: 978 }, billing: { address: { country: 276 } } }),
    ).toEqual(
      problemsOf({ order: { reference: '1'.repeat(41), currency: '978' }, billing: { address: { country: '276' } } }),
    );
    expect(problemsOf({ order: { currency: 978 } })).toEqual(['order.currency INVALID']);
  });

  it.each(['-5', '1.5', '1e3', '-0', 'true', '["5"]', '{"a":"5"}', '[5]'])('%s is refused as a text', (value) => {
    expect(problemsOf(`{"order":{"reference":${value}}}`)).toEqual(['order.reference INVALID']);
  });

  it('a Boolean accepts no text and no number', () => {
    for (const cashAdvance of ['true', 'false', 0, 1]) {
      expect(problemsOf({ transaction: { cashAdvance } })).toEqual(['transaction.cashAdvance INVALID']);
    }
  });

  it('card data becomes a Secret at once, a security code a sensitive one', () => {
    const { values } = readBody(PAY, numbers);
    expect(anySecretAt(values, 'sourceOfFunds.provided.card.number')).toBeInstanceOf(Secret);
    expect(anySecretAt(values, 'sourceOfFunds.provided.card.number')?.sensitive).toBe(false);
    expect(anySecretAt(values, 'sourceOfFunds.provided.card.securityCode')?.sensitive).toBe(true);
    expect(JSON.stringify(values)).not.toContain('5123450000000008');
    expect(JSON.stringify(values)).not.toContain('"100"');
  });

  it('a refused card number is not repeated in the problem', () => {
    const { problems } = readBody(PAY, '{"sourceOfFunds":{"provided":{"card":{"number":"51234500000000081234"}}}}');
    expect(problems).toHaveLength(1);
    expect(JSON.stringify(problems)).not.toContain('5123450000000008');
  });
});

describe('problems', () => {
  it('are reported all at once, with dotted paths and indexes', () => {
    const body = {
      order: {
        currency: 'eur',
        amount: 'ten',
        item: [item, { ...item, unitPrice: 'x' }, { quantity: '0', unitPrice: '1' }],
        custom: { 'not ok': 'a', ok: true },
      },
      billing: { address: { country: 'Germany' } },
      customer: 'Ann',
    };
    expect(problemsOf(body).sort()).toEqual(
      [
        'order.currency INVALID',
        'order.amount INVALID',
        'order.item[1].unitPrice INVALID',
        'order.item[2].quantity INVALID',
        'order.item[2].name MISSING',
        'order.custom.not ok INVALID',
        'order.custom.ok INVALID',
        'billing.address.country INVALID',
        'customer INVALID',
      ].sort(),
    );
  });

  it.each([
    ['order', { order: 'text' }],
    ['order', { order: [1] }],
    ['order.item', { order: { item: 'text' } }],
    ['order.item', { order: { item: { name: 'a' } } }],
    ['order.item[0]', { order: { item: ['text'] } }],
    ['order.custom', { order: { custom: 'text' } }],
    ['order.item', { order: { item: Array(1_001).fill(item) } }],
  ])('%s: another kind of value is refused', (path, body) => {
    expect(problemsOf(body)[0]).toBe(`${path} INVALID`);
  });

  it('each line item needs its name, quantity and price', () => {
    expect(problemsOf({ order: { item: [item, { sku: 'TEA' }] } })).toEqual([
      'order.item[1].name MISSING',
      'order.item[1].quantity MISSING',
      'order.item[1].unitPrice MISSING',
    ]);
  });

  it('fifty are reported at most', () => {
    expect(problemsOf({ order: { item: Array(100).fill({ name: 'a' }) } })).toHaveLength(50);
  });
});

describe('a field whose type changed', () => {
  const id = (characters: number) => ({ order: { taxRegistrationId: 'x'.repeat(characters) } });

  it('has the bounds of the requested version', () => {
    expect(problemsOf(id(20), { version: 33 })).toEqual([]);
    expect(problemsOf(id(21), { version: 33 })).toEqual(['order.taxRegistrationId INVALID']);
    expect(problemsOf(id(30), { version: 34 })).toEqual([]);
    expect(problemsOf(id(31), { version: 34 })).toEqual(['order.taxRegistrationId INVALID']);
  });
});

describe('a type with messages of its own', () => {
  const problemsOf = (body: object) => readBody(PAY, body).problems;

  it('reports on the text that was sent', () => {
    expect(problemsOf({ sourceOfFunds: { provided: { card: { emvRequest: 'DF010100' } } } })).toMatchObject([
      { field: 'sourceOfFunds.provided.card.emvRequest', explanation: expect.stringContaining('DF01') },
    ]);
  });

  it('falls back to its list of allowed values', () => {
    expect(problemsOf({ sourceOfFunds: { provided: { card: { emvRequest: true } } } })).toMatchObject([
      { explanation: expect.stringContaining('1 to 250 characters') },
    ]);
  });
});

describe('names of wallets', () => {
  const wallets = (names: readonly string[]) => ({
    order: { wallet: Object.fromEntries(names.map((name) => [name, { callId: `of ${name}` }])) },
  });

  it('lead to a group each', () => {
    const { values, problems } = readBody(PAY, wallets(['oneWallet', 'constructor']));
    expect(problems).toEqual([]);
    expect(anyTextAt(values, 'order.wallet.oneWallet.callId')).toBe('of oneWallet');
    expect(anyTextAt(values, 'order.wallet.constructor.callId')).toBe('of constructor');
  });

  it('are part of the paths of wrong and unknown fields', () => {
    const { problems, ignored } = readBody(PAY, { order: { wallet: { one: { callId: true, more: 1 }, two: 'x' } } });
    expect(problems.map(({ field }) => field)).toEqual(['order.wallet.one.callId', 'order.wallet.two']);
    expect(ignored).toEqual(['order.wallet.one.more']);
  });

  it('are refused where they are invalid, and beyond five', () => {
    expect(problemsOf(wallets(['not one']))).toEqual(['order.wallet.not one INVALID']);
    expect(problemsOf(wallets(['a', 'b', 'c', 'd', 'e']))).toEqual([]);
    expect(problemsOf(wallets(['a', 'b', 'c', 'd', 'e', 'f']))).toEqual(['order.wallet INVALID']);
  });
});

describe('free names', () => {
  const named = (names: readonly string[]) => ({
    order: { custom: Object.fromEntries(names.map((name) => [name, 'v'])) },
  });
  const many = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);

  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'toJSON', '0', 'x'.repeat(99)])(
    '%s is an ordinary name',
    (name) => {
      const { values, problems } = readBody(PAY, named([name]));
      expect(problems).toEqual([]);
      expect(anyTextAt(values, `order.custom.${name}`)).toBe('v');
    },
  );

  it.each(['', 'a b', 'a-b', 'a.b', 'ä', 'x'.repeat(100)])('the name %j is refused', (name) => {
    expect(problemsOf(named([name]))).toEqual([`order.custom.${name} INVALID`]);
  });

  it('are accepted up to fifty', () => {
    expect(problemsOf(named(many(50)))).toEqual([]);
    expect(problemsOf(named(many(51)))).toEqual(['order.custom INVALID']);
  });
});

describe('unknown names', () => {
  it('are collected with their paths and change nothing', () => {
    const body = {
      initiator: { userId: 'x' },
      order: { merchantCharge: 1, item: [{ ...item, colour: 'red' }] },
      constructor: { prototype: 1 },
      toString: 1,
    };
    const { values, ignored, problems } = readBody(PAY, body);
    expect(problems).toEqual([]);
    expect(ignored.sort()).toEqual(
      ['initiator', 'order.merchantCharge', 'order.item[0].colour', 'constructor', 'toString'].sort(),
    );
    expect(Object.keys(values)).toEqual(['order']);
  });

  it('are reported up to fifty', () => {
    const body = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`x${index}`, 1]));
    expect(readBody(PAY, body).ignored).toHaveLength(50);
  });
});

describe('versions', () => {
  const body = {
    order: { item: [{ ...item, brand: 'B', category: 'C' }], tax: [{ amount: '1' }] },
    shipping: { firstName: 'Ann', lastName: 'Lee', phone: '1', contact: { firstName: 'Ann' } },
  };

  it.each([14, 21, 33])('at %d items have no brand and shipping has flat names', (version) => {
    expect(readBody(PAY, body, { version }).ignored).toEqual([
      'order.item[0].brand',
      'order.item[0].category',
      'order.tax',
      'shipping.contact',
    ]);
  });

  it.each([34, 63, 100])('at %d items have a brand and shipping a contact', (version) => {
    const { values, ignored } = readBody(PAY, body, { version });
    expect(ignored).toEqual(['shipping.firstName', 'shipping.lastName', 'shipping.phone']);
    expect(anyTextAt(values, 'shipping.contact.firstName')).toBe('Ann');
  });

  it('a field that the requested version lacks is not validated either', () => {
    expect(problemsOf({ shipping: { firstName: true } })).toEqual([]);
    expect(problemsOf({ shipping: { firstName: true } }, { version: 33 })).toEqual(['shipping.firstName INVALID']);
  });
});

describe('URLs that name this machine', () => {
  const body = { interaction: { returnUrl: 'http://localhost:3000/back' } };

  it('are accepted in sandbox mode alone', () => {
    expect(readBody(INITIATE_CHECKOUT, body, { loopbackUrls: true }).problems).toEqual([]);
    expect(readBody(INITIATE_CHECKOUT, body).problems).toMatchObject([
      { field: 'interaction.returnUrl', validationType: 'INVALID' },
    ]);
  });
});

it('a checkout accepts no card, and a session accepts any field', () => {
  const body = { sourceOfFunds: { type: 'CARD' }, order: { id: 'A' } };
  expect(readBody(INITIATE_CHECKOUT, body).ignored).toEqual(['sourceOfFunds']);
  expect(readBody(UPDATE_SESSION, body).ignored).toEqual([]);
  expect(readBody(PAY, body).ignored).toEqual(['order.id']);
});
