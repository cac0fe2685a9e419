/** Several checkouts of one order: each succeeds only where its own amount and currency were paid. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, paying, type Rig, startRig } from '../api/rest/rig.ts';
import { GOOD, giftCard, hands, type Opened, REFUSED, wordsOf } from './hands.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const { checkout, browse, submit } = hands(() => rig);

const DEAR = '500.00';
const ALREADY = 'This order has already been paid';

const of = (id: string, amount: string | undefined, more: object = {}) =>
  checkout({ order: { id, ...(amount !== undefined && { amount }), currency: 'EUR' }, ...more });
const put = (order: string, transaction: string, body: object) =>
  rig.api('PUT', `/order/${order}/transaction/${transaction}`, body);

/** The address to which a checkout's page returns its payer, with its result. */
async function wayHome({ id }: Pick<Opened, 'id'>) {
  const page = await browse(`/checkout/pay/${id}`);
  const href = /href="(https:\/\/shop\.example\/back[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  return { words: wordsOf(page), result: new URL(href || 'x:').searchParams.get('resultIndicator') };
}

async function expectSuccess(opened: Opened) {
  expect((await wayHome(opened)).result).toBe(opened.indicator);
}

async function expectOtherwise(opened: Opened) {
  const { words, result } = await wayHome(opened);
  expect(words).toContain(ALREADY);
  expect(result).toMatch(/^[0-9a-f]{32}$/);
  expect(result).not.toBe(opened.indicator);
  // Neither page nor form reports a success.
  expect((await browse(`/checkout/done/${opened.id}`)).headers.location).toBe(`/checkout/pay/${opened.id}`);
  const sent = await submit(opened.id);
  expect(sent.headers.location).toBe(`/checkout/pay/${opened.id}`);
  expect((await browse(`/checkout/embedded/pay/${opened.id}`)).text).not.toContain(opened.indicator);
}

describe('two checkouts of one order', () => {
  it('a payment of the cheaper one leaves the dearer unpaid, and counts for one of the same amount', async () => {
    const order = newOrderId();
    const cheap = await of(order, '5.00');
    const [dear, same, pounds] = [
      await of(order, DEAR),
      await of(order, '5'),
      await of(order, '5.00', { order: { id: order, amount: '5.00', currency: 'GBP' } }),
    ];
    await submit(cheap.id);
    await expectSuccess(cheap);
    await expectSuccess(same);
    await expectOtherwise(dear);
    await expectOtherwise(pounds);
    expect(rig.host.ledger({ order })).toHaveLength(1);
  });

  it('a payment of the dearer one leaves the cheaper unpaid', async () => {
    const order = newOrderId();
    const [cheap, dear] = [await of(order, '5.00'), await of(order, DEAR)];
    await submit(cheap.id, REFUSED);
    await submit(dear.id);
    await expectSuccess(dear);
    await expectOtherwise(cheap);
  });

  it.each(['PAY', 'AUTHORIZE'])(
    'a payment by the shop’s own server counts for a checkout of the same amount alone: %s',
    async (operation) => {
      const order = newOrderId();
      const [other, same] = [
        await of(order, DEAR),
        await of(order, '12.00', { interaction: { operation: 'AUTHORIZE' } }),
      ];
      await put(order, 'own', paying(operation));
      await expectOtherwise(other);
      await expectSuccess(same);
    },
  );

  it('a payment counts for a payment link of the same amount alone, by the link’s id and its session’s', async () => {
    const order = newOrderId();
    const link = await of(order, DEAR, {
      checkoutMode: 'PAYMENT_LINK',
      paymentLink: { expiryDateTime: new Date(Date.now() + 86_400_000).toISOString(), numberOfAllowedAttempts: 3 },
    });
    await submit((await of(order, '5.00')).id);
    await expectOtherwise(link);
  });

  it('a checkout paid by a gift card and a card is paid by both together', async () => {
    const order = newOrderId();
    const whole = await of(order, '57.20');
    const part = await of(order, '40.00');
    const { cookie } = await submit(whole.id, giftCard('40'));
    await submit(whole.id, GOOD, cookie);
    await expectSuccess(whole);
    await expectOtherwise(part);
  });

  it('an authorized amount that the shop changed is paid, as the original one is', async () => {
    const order = newOrderId();
    const first = await of(order, '57.20', { interaction: { operation: 'AUTHORIZE' } });
    const [changed, other] = [await of(order, '90.00'), await of(order, '30.00')];
    await submit(first.id);
    await put(order, 'u', { apiOperation: 'UPDATE_AUTHORIZATION', transaction: { amount: '90.00', currency: 'EUR' } });
    await put(order, 'c', { apiOperation: 'CAPTURE', transaction: { amount: '30.00', currency: 'EUR' } });
    await expectSuccess(first);
    await expectSuccess(changed);
    await expectOtherwise(other);
  });

  it.each(['VERIFY', 'NONE'])('a checkout to %s stays open where another checkout was paid', async (operation) => {
    const order = newOrderId();
    const free = await of(order, undefined, { interaction: { operation } });
    await submit((await of(order, '5.00')).id);
    await expectOtherwise(free);
  });

  it.each(['VERIFY', 'NONE'])(
    'a completed checkout to %s stays complete when the shop makes a payment of the order',
    async (operation) => {
      const order = newOrderId();
      const free = await of(order, undefined, { interaction: { operation } });
      await submit(free.id);
      await put(order, 'own', paying('PAY'));
      await expectSuccess(free);
    },
  );

  it('a checkout without an amount is not paid by another one, and may later get the paid amount', async () => {
    const order = newOrderId();
    const { json } = await rig.api(
      'POST',
      '/session',
      {
        apiOperation: 'CREATE_CHECKOUT_SESSION',
        interaction: { operation: 'PURCHASE', returnUrl: 'https://shop.example/back' },
        order: { id: order, currency: 'EUR' },
      },
      { version: 62 },
    );
    const left: Opened = { id: json.session.id, order, indicator: json.successIndicator };
    await submit((await of(order, '5.00')).id);
    await expectOtherwise(left);
    const update = (amount: string) => rig.api('PUT', `/session/${left.id}`, { order: { amount, currency: 'EUR' } });
    await update(DEAR);
    await expectOtherwise(left);
    await update('5.00');
    await expectSuccess(left);
  });
});

it('no paid session is given another amount afterwards', async () => {
  const paid = await of(newOrderId(), '5.00');
  await submit(paid.id);
  const { status } = await rig.api('PUT', `/session/${paid.id}`, { order: { amount: DEAR } });
  expect(status).toBe(400);
  await expectSuccess(paid);
});
