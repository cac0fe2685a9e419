/** Full card numbers are shown only with all three: permission, request and certificate. Each time is recorded. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthority } from '../../../support/certificates.ts';
import { CARD, type CallOptions, type Rig, startRig } from '../rig.ts';
import { amount, cardPayment, restOrder, target } from './order.ts';

const MASKED = '512345xxxxxx0008';
const UNMASK = { responseControls: { sensitiveData: 'UNMASK' } };
const certificate = createAuthority('Example Client Authority').issue({ name: 'shop', use: 'client' });
const CERTIFIED = { 'Client-Cert': `:${certificate.der.toString('base64')}:` };

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ CLIENT_CERT_PROXIES: '127.0.0.1' });
  const permissions = { unmask: true, standaloneRefund: true };
  const certificates = [certificate.fingerprint];
  await rig.merchant({ id: 'MAY', name: 'May', certificates, permissions });
  await rig.merchant({ id: 'MAYNOT', name: 'May not', certificates });
});
afterAll(() => rig.close());

const rows = (orderId: string) => rig.rows('select * from unmasking where order_id = ? order by key', orderId);

const certified = (merchant = 'MAY', authorization: CallOptions['authorization'] = null): CallOptions => ({
  merchant,
  authorization,
  headers: CERTIFIED,
});

describe('of the eight ways to ask', () => {
  const WAYS = [true, false].flatMap((permission) =>
    [true, false].flatMap((wish) => [true, false].map((proof) => [permission, wish, proof] as const)),
  );

  it.each(WAYS)(
    'permission %s, request %s, certificate %s: all three show the number, and no other',
    async (permission, wish, proof) => {
      const merchant = permission ? 'MAY' : 'MAYNOT';
      const order = restOrder(rig, proof ? certified(merchant) : { merchant });
      const all = permission && wish && proof;
      const { json, text } = await order.done('AUTHORIZE', '1', cardPayment(wish ? UNMASK : {}));
      expect(json.sourceOfFunds.provided.card.number).toBe(all ? CARD.number : MASKED);
      expect(text.includes(CARD.number)).toBe(all);
      expect(await rows(order.id)).toHaveLength(all ? 1 : 0);
    },
  );
});

it('the recorded row has the card, the client, the time and the request', async () => {
  const before = Date.now();
  const order = restOrder(rig, certified());
  await order.done('AUTHORIZE', '1', cardPayment({ ...UNMASK, userId: 'alice' }));
  const [row = {}, ...others] = await rows(order.id);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    certificate: certificate.fingerprint,
    user_id: 'alice',
    operation: 'AUTHORIZE',
    order_id: order.id,
    transaction_id: '1',
    token: null,
  });
  expect(row.at).toBeGreaterThanOrEqual(before);
  expect(JSON.stringify(row)).not.toContain(CARD.number);
});

it('a password beside the certificate changes nothing', async () => {
  const order = restOrder(rig, { merchant: 'MAY', headers: CERTIFIED });
  const { json } = await order.done('AUTHORIZE', '1', cardPayment(UNMASK));
  expect(json.sourceOfFunds.provided.card.number).toBe(CARD.number);
});

it('later transactions show the number of their card, and each adds a row', async () => {
  const order = restOrder(rig, certified());
  await order.done('AUTHORIZE', '1', cardPayment());
  const steps = [
    ['UPDATE_AUTHORIZATION', amount('13.00')],
    ['CAPTURE', amount('13.00')],
    ['REFUND', amount('1.00')],
    ['VOID', target('4')],
  ] as const;
  for (const [index, [operation, body]] of steps.entries()) {
    const { json } = await order.done(operation, `${index + 2}`, { ...body, ...UNMASK });
    expect(json.sourceOfFunds.provided.card.number, operation).toBe(CARD.number);
  }
  expect((await rows(order.id)).map(({ operation, transaction_id }) => `${transaction_id} ${operation}`)).toEqual([
    '2 UPDATE_AUTHORIZATION',
    '3 CAPTURE',
    '4 REFUND',
    '5 VOID',
  ]);
});

it('a repeat that asks for the number shows it again, and adds a row again', async () => {
  const order = restOrder(rig, certified());
  for (const times of [1, 2]) {
    const { json } = await order.done('AUTHORIZE', '1', cardPayment(UNMASK));
    expect(json.sourceOfFunds.provided.card.number).toBe(CARD.number);
    expect(await rows(order.id)).toHaveLength(times);
  }
});

it('stored, retrieved and logged numbers stay masked', async () => {
  const order = restOrder(rig, certified());
  await order.done('AUTHORIZE', '1', cardPayment(UNMASK));
  for (const reply of [await order.get(), await order.transaction('1')]) {
    expect(reply.text).toContain(MASKED);
    expect(reply.text).not.toContain(CARD.number);
  }
  expect(rig.logged.join('')).not.toContain(CARD.number);
});

it('a gift card’s number is shown as a card’s, and its PIN is not', async () => {
  const order = restOrder(rig, certified());
  const giftCard = { number: '6006000000000058', pin: '1234' };
  const sourceOfFunds = { type: 'GIFT_CARD', provided: { giftCard } };
  const { json, text } = await order.done('PAY', '1', cardPayment({ sourceOfFunds, ...UNMASK }));
  expect(json.sourceOfFunds.provided.giftCard.number).toBe(giftCard.number);
  expect(text).not.toContain('"1234"');
});

it.each(['unmask', 'MASK', 'UNMASK '])('%s does not request it', async (sensitiveData) => {
  const order = restOrder(rig, certified());
  const reply = await order.put('AUTHORIZE', '1', cardPayment({ responseControls: { sensitiveData } }));
  expect(reply.text).not.toContain(CARD.number);
  expect(await rows(order.id)).toEqual([]);
});

it('a refusal shows no number and adds no row', async () => {
  const order = restOrder(rig, certified());
  await order.done('AUTHORIZE', '1', cardPayment());
  const reply = await order.refused('CAPTURE', '2', { ...amount('13.00'), ...UNMASK });
  expect(reply.text).not.toContain(CARD.number);
  expect(await rows(order.id)).toEqual([]);
});
