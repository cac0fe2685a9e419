/**
 * The operator creates a confirmation link for the payer of a soft-declined payment, or gets the reason why there is
 * none, and the next step.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/contract/durations.ts';
import { idHash } from '../../src/platform/id-seal.ts';
import { newOrderId, type Rig, startRig } from '../api/rest/rig.ts';
import { wordsOf } from '../checkout/hands.ts';
import { turnpike } from './turnpike.ts';

const MERCHANT = 'RENEWS';
const NUMBER = '5123450000000008';
/** A card of a scheme without a directory server. */
const UATP_NUMBER = '135410014004955';
const AUTHENTICATED = {
  requestorId: 'RENEWS',
  requestorName: 'Renews',
  requestorUrl: 'https://shop.example',
  acquirerBin: '400551',
  acquirerMerchantId: 'RENEWS',
  categoryCode: '5999',
  country: 'DEU',
};
const AGREEMENT = { id: 'BOX-1', type: 'UNSCHEDULED' };
const MONEY = { amount: '12.00', currency: 'EUR' };
/** The sandbox's acquirer soft-declines it. */
const SOFT = { month: '11', year: '38' };
const GOOD = { month: '1', year: '39' };
const cardOf = (expiry: object) => ({ type: 'CARD', provided: { card: { number: NUMBER, expiry } } });

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: MERCHANT, name: 'Renews', payerAuthentication: AUTHENTICATED });
  await rig.merchant({ id: 'UNASKED', name: 'Asks nobody' });
  for (const merchant of [MERCHANT, 'UNASKED']) {
    const first = await pay(newOrderId(), '1', { sourceOfFunds: cardOf(GOOD) }, merchant);
    expect(first.json.result).toBe('SUCCESS');
  }
});
afterAll(() => rig.close());

const pay = (order: string, id: string, more: object, merchant = MERCHANT) =>
  rig.api(
    'PUT',
    `/order/${order}/transaction/${id}`,
    { apiOperation: 'PAY', agreement: AGREEMENT, order: MONEY, ...more },
    { merchant },
  );

/** A renewal of the agreement, soft-declined by default. */
async function renewal(more: object = {}, merchant = MERCHANT, order = newOrderId(), id = 'r1'): Promise<string> {
  const renewed = { sourceOfFunds: cardOf(SOFT), transaction: { source: 'MERCHANT' }, ...more };
  const { status } = await pay(order, id, renewed, merchant);
  expect(status).toBe(201);
  return order;
}

const link = (...args: string[]) => turnpike(rig.folder, ['payer-authentication', 'link', ...args], ENV);
const ENV = { PUBLIC_ORIGIN: 'http://localhost:8080' };
const pathIn = (out: string) => /^http:\/\/localhost:8080(\/checkout\/pay\/SESSION[0-9A-Za-z]{24})\n/.exec(out)?.[1];
const pageOf = async (path: string) => wordsOf(await rig.call('GET', path, undefined, { authorization: null }));

it('the output is the address, its purpose, and its expiry', async () => {
  const order = await renewal();
  const before = Date.now();
  const { code, out, err } = await link(MERCHANT, order);
  expect([code, err]).toEqual([0, '']);
  const [, what, until] = out.split('\n');
  expect(what).toBe(`For 12.00 EUR of order ${order}, by the agreement BOX-1, with the card •••• 0008.`);
  const endsAt = Date.parse(/^It ends at (\S+)\. /.exec(until ?? '')?.[1] ?? '');
  expect(endsAt - before).toBeGreaterThanOrEqual(7 * DAY_MS);
  expect(endsAt - Date.now()).toBeLessThanOrEqual(7 * DAY_MS);
  const words = await pageOf(pathIn(out) ?? '');
  expect(words).toContain('Renews tried to take this payment from your stored card.');
  expect(words).toContain('Mastercard •••• 0008');
  expect(words).toContain('BOX-1');
});

it('each link is new, with its own validity', async () => {
  const order = await renewal();
  const made = await Promise.all(['1', '90'].map((days) => link(MERCHANT, order, '--valid', days)));
  const paths = made.map(({ out }) => pathIn(out) ?? '');
  expect(new Set(paths).size).toBe(2);
  const ends = made.map(({ out }) => Date.parse(/It ends at (\S+)\. /.exec(out)?.[1] ?? '') - Date.now());
  expect(ends.map((ms) => Math.round(ms / DAY_MS))).toEqual([1, 90]);
});

it('a link’s id cannot be used as the password of its session', async () => {
  const { out } = await link(MERCHANT, await renewal());
  const id = pathIn(out)?.split('/').at(-1) ?? '';
  const { status, json } = await rig.call(
    'PUT',
    `/api/rest/version/100/merchant/${MERCHANT}/session/${id}`,
    { billing: { address: { city: 'Cork' } } },
    { authorization: `Basic ${Buffer.from(`merchant.${MERCHANT}:${id}`).toString('base64')}` },
  );
  expect([status, json.error?.cause]).toEqual([403, 'REQUEST_REJECTED']);
});

it('the row of a link contains no card number', async () => {
  const { out } = await link(MERCHANT, await renewal());
  const id = pathIn(out)?.split('/').at(-1) ?? '';
  const [row] = await rig.rows('select fields, sealed_card, checkout from session where id = ?', idHash(id));
  expect(row?.sealed_card).toBeNull();
  expect(`${row?.fields}${row?.checkout}`).not.toContain(NUMBER);
});

describe('a token', () => {
  const tokenised = async () => {
    const { json } = await rig.api('POST', '/token', { sourceOfFunds: cardOf(SOFT) }, { merchant: MERCHANT });
    return json.token as string;
  };
  const sourceOf = (token: string) => ({ sourceOfFunds: { type: 'CARD', token } });

  it('that was charged is the one that the payer confirms', async () => {
    const { code, out } = await link(MERCHANT, await renewal(sourceOf(await tokenised())));
    expect(code).toBe(0);
    expect(await pageOf(pathIn(out) ?? '')).toContain('Mastercard •••• 0008');
  });

  it('that was deleted has no card: no link is created, and an earlier one does not work', async () => {
    const token = await tokenised();
    const order = await renewal(sourceOf(token));
    const before = await link(MERCHANT, order);
    const removed = await rig.api('DELETE', `/token/${token}`, undefined, { merchant: MERCHANT });
    expect(removed.json.result).toBe('SUCCESS');
    const { code, out, err } = await link(MERCHANT, order);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('The card of this payment is not kept any more');
    const words = await pageOf(pathIn(before.out) ?? '');
    expect(words).toContain('This link is no longer valid You have not been charged. Ask Renews for a new one.');
  });
});

describe('no link is created', () => {
  it.each<[string, () => Promise<readonly string[]>, string]>([
    ['of an unknown merchant', async () => ['NOBODY', 'x'], 'There is no merchant NOBODY.'],
    ['of an unknown order', async () => [MERCHANT, 'nobody'], 'There is no such order.'],
    ['of another merchant’s order', async () => ['TESTSHOP', await renewal()], 'There is no such order.'],
    ['of a paid one', async () => [MERCHANT, await renewal({ sourceOfFunds: cardOf(GOOD) })], 'This order is paid'],
    [
      'of one whose payer was there',
      async () => {
        const order = newOrderId();
        await pay(order, '1', { sourceOfFunds: cardOf(SOFT) });
        return [MERCHANT, order];
      },
      'No bank wants its customer asked about this order',
    ],
    [
      'of one that its bank has declined for good',
      async () => [MERCHANT, await renewal({ sourceOfFunds: cardOf({ month: '5', year: '39' }) })],
      'No bank wants its customer asked about this order',
    ],
    [
      'of one that its bank has declined for good since',
      async () => {
        const order = await renewal();
        await renewal({ sourceOfFunds: cardOf({ month: '5', year: '39' }) }, MERCHANT, order, 'r2');
        return [MERCHANT, order];
      },
      'No bank wants its customer asked about this order',
    ],
    [
      'where payer authentication is not configured',
      async () => ['UNASKED', await renewal({}, 'UNASKED')],
      "The merchant's profile has no payerAuthentication",
    ],
  ])('%s', async (_, args, why) => {
    const { code, out, err } = await link(...(await args()));
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(why);
  });

  it('where no directory server of the card’s scheme is configured', async () => {
    const order = await renewal({
      sourceOfFunds: { type: 'CARD', provided: { card: { number: UATP_NUMBER, expiry: SOFT } } },
    });
    const args = ['payer-authentication', 'link', MERCHANT, order];
    const { code, err } = await turnpike(rig.folder, args, { ...ENV, SANDBOX_3DS_PORT: '8444' });
    expect([code, err]).toEqual([
      2,
      "No directory server of this card's scheme is configured, so its bank cannot be asked.\n",
    ]);
    const known = ['payer-authentication', 'link', MERCHANT, await renewal()];
    expect(await turnpike(rig.folder, known, { ...ENV, SANDBOX_3DS_PORT: '8444' })).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    [[]],
    [['A']],
    [['A', 'B', 'C']],
    [['A', 'B', '--valid']],
    [['A', 'B', '--valid', '0']],
    [['A', 'B', '--valid', '91']],
    [['A', 'B', '--valid', '1.5']],
    [['A', 'B', '--valid', 'x']],
    [['A', 'B', '--for', '3']],
  ])('for a wrong call, which prints its usage: %j', async (args) => {
    expect(await link(...args)).toEqual({
      code: 2,
      out: '',
      err: 'turnpike payer-authentication link MERCHANT ORDER [--valid DAYS], of which DAYS is 1 to 90\n',
    });
  });
});
