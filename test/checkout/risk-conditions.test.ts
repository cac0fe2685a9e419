/** Each condition of a risk rule, for each kind of card payment. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RiskCondition } from '../../src/core/risk/condition.ts';
import { cardUntil, NO_PART, startWorld, type World } from '../api/rest/payer-authentication/world.ts';
import { basic, newOrderId } from '../api/rest/rig.ts';
import { cardForm, hands } from './hands.ts';
import { openBookshop } from './pay/authentication/bookshop.ts';

/** The payer's browser of these tests is on this machine; the shop's server gives another address. */
const BROWSER = '127.0.0.0/8';
const NAMED = '198.51.100.9';
/** `customer.ipAddress`, the fallback where no other address is known. */
const OLDER = '203.0.113.7';

type Conditions = { readonly [Name in keyof RiskCondition]-?: readonly NonNullable<RiskCondition[Name]>[] };

const SUBJECTS = ['CARD', 'CUSTOMER', 'EMAIL', 'IP_ADDRESS', 'SHIPPING_ADDRESS'] as const;

/** Conditions that match every payment here: EUR 10.00 with a card that is German by the table of ranges below. */
const HOLDS: Omit<Conditions, 'authentication' | 'eci' | 'ipAddresses'> = {
  cardBrands: [['VISA', 'MASTERCARD']],
  cardTypes: [['PREPAID', 'CREDIT']],
  cardCountries: [['DEU']],
  billingCountries: [['AUT']],
  shippingCountries: [['ITA']],
  countriesDiffer: [
    ['BILLING', 'SHIPPING'],
    ['CARD', 'BILLING'],
  ],
  bins: [['512345', '520555']],
  cards: [['512345xxxxxx0008', '520555xxxxxx0006']],
  emails: [['@payer.example'], ['ann@payer.example']],
  amount: [{ currency: 'EUR', above: '9.99' }],
  currencies: [['EUR']],
  velocity: SUBJECTS.map((per) => ({ per, of: 'ATTEMPTS' as const, withinMinutes: 60, moreThan: 0 })),
  avs: [['ADDRESS_ZIP_MATCH']],
  csc: [['MATCH']],
};

/** Conditions that match no payment here. */
const NEVER: Partial<Conditions> = {
  cardBrands: [['VISA', 'AMEX']],
  cardTypes: [['DEBIT', 'COMMERCIAL']],
  cardCountries: [['AUT']],
  billingCountries: [['DEU', 'ITA']],
  shippingCountries: [['DEU', 'AUT']],
  ipAddresses: [['192.0.2.0/24']],
  bins: [['4']],
  cards: [['512345xxxxxx0007']],
  emails: [['@shop.example']],
  amount: [
    { currency: 'EUR', above: '10.00' },
    { currency: 'USD', above: '1.00' },
  ],
  currencies: [['USD']],
  velocity: [{ per: 'EMAIL', of: 'ATTEMPTS', withinMinutes: 60, moreThan: 99 }],
  authentication: [['AUTHENTICATION_REJECTED']],
  eci: [['07']],
  csc: [['NO_MATCH']],
};

/** A kind of payment, and the values that the rules' conditions see. */
interface Way {
  readonly name: string;
  readonly address: string;
  readonly authentication: 'AUTHENTICATION_NOT_IN_EFFECT' | 'AUTHENTICATION_SUCCESSFUL';
  readonly eci?: string;
  /** Pays a new order. @returns its id */
  readonly pay: () => Promise<string>;
}

const PAYER = {
  billing: { address: { street: '1 Main St', city: 'Wien', postcodeZip: '1010', country: 'AUT' } },
  shipping: { address: { street: '2 Via Roma', city: 'Roma', postcodeZip: '00100', country: 'ITA' } },
  customer: { email: 'Ann@payer.example', ipAddress: OLDER },
};
const MONEY = { amount: '10.00', currency: 'EUR', customerReference: 'ann-1' };
const CARD_3DS = cardUntil('1');

let world: World;
beforeAll(async () => {
  world = await startWorld();
  const range = { brand: 'MASTERCARD', scheme: 'MASTERCARD', fundingMethod: 'CREDIT', country: 'DEU' };
  const ranges = ['512345', '520555'].map((from) => ({ from, ...range }));
  writeFileSync(join(world.rig.folder, 'bins.json'), JSON.stringify(ranges));
  await world.rig.restart();
  await openBookshop(world, {}, { risk: { rules: RULES.map((rule) => ({ ...rule, recommendation: 'NO_ACTION' })) } });
});
afterAll(() => world.close());

const { checkout, form, post } = hands(() => world.rig);

async function submit(id: string, card: Record<string, string>, known?: string): Promise<string> {
  const { hidden, action, cookie } = await form(id, known);
  const sent = await post(action, { ...hidden, ...card }, { Cookie: cookie, Origin: world.origin });
  expect(sent.status).toBe(303);
  return cookie;
}

const opened = (more: object = {}) => checkout({ ...PAYER, order: MONEY, ...more } as never);

async function byPage(card: Record<string, string>, more: object = {}): Promise<string> {
  const { id, order } = await opened(more);
  await submit(id, card);
  return order;
}

const WITHOUT_BANK = { number: NO_PART.sourceOfFunds.provided.card.number };

async function byApi(apiOperation: string, more: object, order = newOrderId()): Promise<string> {
  const body = { apiOperation, order: MONEY, ...PAYER, device: { ipAddress: NAMED }, ...more };
  const { status } = await world.rig.api('PUT', `/order/${order}/transaction/1`, body, { merchant: 'TESTSHOP' });
  expect(status).toBe(201);
  return order;
}

const CODE = {
  sourceOfFunds: { type: 'CARD', provided: { card: { ...CARD_3DS.sourceOfFunds.provided.card, securityCode: '100' } } },
};
const PLAIN = { authentication: 'AUTHENTICATION_NOT_IN_EFFECT' } as const;
const ASKED = { authentication: 'AUTHENTICATION_SUCCESSFUL', eci: '02' } as const;

const WAYS: readonly Way[] = [
  { name: 'page', address: BROWSER, ...PLAIN, pay: () => byPage(cardForm('01/40', WITHOUT_BANK)) },
  { name: 'page-with-bank', address: BROWSER, ...ASKED, pay: () => byPage(cardForm('01/40')) },
  {
    name: 'page-of-an-authorization',
    address: BROWSER,
    ...PLAIN,
    pay: () => byPage(cardForm('01/40', WITHOUT_BANK), { interaction: { operation: 'AUTHORIZE' } }),
  },
  {
    name: 'link',
    address: BROWSER,
    ...PLAIN,
    pay: () =>
      byPage(cardForm('01/40', WITHOUT_BANK), {
        checkoutMode: 'PAYMENT_LINK',
        paymentLink: { expiryDateTime: new Date(Date.now() + 86_400_000).toISOString(), numberOfAllowedAttempts: 3 },
      }),
  },
  {
    name: 'page-after-a-decline',
    address: BROWSER,
    ...PLAIN,
    async pay() {
      const { id, order } = await opened();
      const cookie = await submit(id, cardForm('05/39', { ...WITHOUT_BANK }));
      await submit(id, cardForm('01/40', WITHOUT_BANK), cookie);
      return order;
    },
  },
  { name: 'pay', address: NAMED, ...PLAIN, pay: () => byApi('PAY', CODE) },
  { name: 'authorize', address: NAMED, ...PLAIN, pay: () => byApi('AUTHORIZE', CODE) },
  {
    name: 'older-address',
    address: OLDER,
    ...PLAIN,
    pay: () => byApi('PAY', { ...CODE, device: undefined }),
  },
  {
    name: 'forwarded-list',
    address: NAMED,
    ...PLAIN,
    pay: () => byApi('PAY', { ...CODE, device: { ipAddress: `${NAMED}, 192.0.2.1` } }),
  },
  {
    name: 'session',
    address: NAMED,
    ...PLAIN,
    async pay() {
      const { json } = await world.rig.api('POST', '/session', {});
      const { id } = json.session;
      await world.rig.api('PUT', `/session/${id}`, { ...CODE, device: { ipAddress: NAMED } });
      return byApi('PAY', { session: { id }, device: undefined });
    },
  },
  {
    name: 'session-of-a-payer',
    address: OLDER,
    ...PLAIN,
    async pay() {
      const { json } = await world.rig.api('POST', '/session', {});
      const { id } = json.session;
      await world.rig.api('PUT', `/session/${id}`, { customer: { ipAddress: OLDER } });
      const authorization = basic('TESTSHOP', id);
      await world.rig.api('PUT', `/session/${id}`, CODE, { authorization });
      // The address that the payer's own request claims: it has no effect, whether it is ignored or refused.
      const lies = [{ customer: { ipAddress: '192.0.2.66' } }, { device: { ipAddress: '192.0.2.66' } }];
      for (const lie of lies) {
        await world.rig.api('PUT', `/session/${id}`, lie, { authorization });
      }
      return byApi('PAY', { session: { id }, customer: { email: PAYER.customer.email }, device: undefined });
    },
  },
];

const named = (prefix: string, conditions: Partial<Conditions>) =>
  Object.entries(conditions).flatMap(([member, values]) =>
    values.map((value, at) => ({ id: `${prefix}.${member}.${at}`, when: { [member]: value } })),
  );

const ADDRESSES = [BROWSER, NAMED, OLDER];
const AUTHENTICATIONS = [PLAIN.authentication, ASKED.authentication];
const RULES = [
  ...named('holds', HOLDS),
  ...named('never', NEVER),
  ...ADDRESSES.map((address, at) => ({ id: `address.${at}`, when: { ipAddresses: [address] } })),
  ...AUTHENTICATIONS.map((authentication, at) => ({ id: `asked.${at}`, when: { authentication: [authentication] } })),
  { id: 'eci', when: { eci: [ASKED.eci] } },
];

describe.each(WAYS)('by $name', ({ pay, address, authentication }) => {
  it('exactly the rules with a matching condition apply', async () => {
    const order = await pay();
    const { json } = await world.rig.api('GET', `/order/${order}`);
    const held: string[] = json.transaction.at(-1).response.risk.rule.map(({ id }: { id: string }) => id);
    expect(held.sort()).toEqual(
      [
        ...named('holds', HOLDS).map(({ id }) => id),
        `address.${ADDRESSES.indexOf(address)}`,
        `asked.${AUTHENTICATIONS.indexOf(authentication)}`,
        ...(authentication === ASKED.authentication ? ['eci'] : []),
      ].sort(),
    );
  });
});
