/** A gift card with too little money pays a part of the order, and a card the rest, through the real gateway. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import { type Rig, startRig } from '../../api/rest/rig.ts';
import { GOOD, giftCard, hands, REFUSED, wordsOf } from '../hands.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'WHOLEONLY', name: 'Whole Only' });
});
afterAll(() => rig.close());

const { checkout, browse, post, form, submit } = hands(() => rig);

const HUNDRED = { order: { amount: '100.00', notificationUrl: 'https://127.0.0.1:9/none' } };

const states = (order: string) => rig.host.ledger({ order }).map(({ amount, state }) => `${Number(amount)} ${state}`);

async function held(more: Parameters<typeof checkout>[0] = HUNDRED) {
  const opened = await checkout(more);
  const card = giftCard('03');
  const { cookie } = await submit(opened.id, card);
  return { ...opened, cookie, card };
}

const words = async (id: string, cookie: string) => wordsOf(await browse(`/checkout/pay/${id}`, { Cookie: cookie }));

const retrieved = async (order: string) => (await rig.api('GET', `/order/${order}`)).json;

describe.each(['PURCHASE', 'AUTHORIZE'])('a gift card with too little, %s', (operation) => {
  const ordered = { ...HUNDRED, interaction: { operation } };

  it('is held for its balance, and the page shows the rest to pay by card', async () => {
    const { id, order, cookie } = await held(ordered);
    expect(states(order)).toEqual(['100 DECLINED', '30 APPROVED']);
    const said = await words(id, cookie);
    expect(said).toContain('€30.00 To pay by card €70.00');
    expect(said).toContain('Pay €70.00');
    expect(said).not.toContain('Gift card number');
    expect(said).not.toContain('not accepted');
    expect(await retrieved(order)).toMatchObject({
      status: 'INITIATED',
      result: 'PENDING',
      amount: 100,
      totalAuthorizedAmount: 0,
      totalCapturedAmount: 0,
      transaction: [{ result: 'FAILURE' }, { result: 'PENDING', transaction: { amount: 30 } }],
    });
  });

  it('is paid with the rest in one commit, shown by receipt, retrieval and notifications', async () => {
    const { id, order, cookie } = await held(ordered);
    const sent = await submit(id, GOOD, cookie);
    expect(sent.headers.location).toBe(`/checkout/done/${id}`);
    expect(states(order)).toEqual(['100 DECLINED', '30 APPROVED', '70 APPROVED']);
    expect(await retrieved(order)).toMatchObject({
      status: operation === 'PURCHASE' ? 'CAPTURED' : 'AUTHORIZED',
      result: 'SUCCESS',
      amount: 100,
      totalAuthorizedAmount: 100,
      totalCapturedAmount: operation === 'PURCHASE' ? 100 : 0,
      transaction: [
        { result: 'FAILURE' },
        { result: 'SUCCESS', sourceOfFunds: { type: 'GIFT_CARD' }, transaction: { amount: 30 } },
        { result: 'SUCCESS', sourceOfFunds: { type: 'CARD' }, transaction: { amount: 70 } },
      ],
    });
    const receipt = await words(id, cookie);
    expect(receipt).toMatch(/Gift card ending in \d{4}: €30.00/);
    expect(receipt).toContain('Mastercard ending in 0008: €70.00');
    expect(receipt).toContain('€100.00');
    const { json } = await rig.api('GET', `/order/${order}/notification`);
    const bodies = json.notification.map((one: { body: string }) => JSON.stringify(one));
    expect(bodies).toHaveLength(4);
  });

  it('is given back when the payer takes it off, and the order can be paid otherwise', async () => {
    const { id, order, cookie } = await held(ordered);
    const { hidden, action } = await form(id, cookie);
    await post(action, { ...hidden, giftCardOff: '1' }, { Cookie: cookie });
    expect(states(order)).toEqual(['100 DECLINED', '30 REVERSED']);
    const said = await words(id, cookie);
    expect(said).toContain('The gift card is not used');
    expect(said).toContain('€30.00 on it is free again');
    expect(said).toContain('Pay €100.00');
    expect(await retrieved(order)).toMatchObject({
      status: 'FAILED',
      transaction: [{ result: 'FAILURE' }, { result: 'FAILURE', response: { gatewayCode: 'CANCELLED' } }],
    });
    await submit(id, GOOD, cookie);
    expect(await retrieved(order)).toMatchObject({ result: 'SUCCESS', amount: 100, totalAuthorizedAmount: 100 });
    expect(states(order)).toEqual(['100 DECLINED', '30 REVERSED', '100 APPROVED']);
  });
});

describe('while a gift card is held', () => {
  it('another card can be tried for the rest', async () => {
    const { id, order, cookie } = await held();
    await submit(id, REFUSED, cookie);
    const said = await words(id, cookie);
    expect(said).toContain('Your card was declined');
    expect(said).toContain('To pay by card €70.00');
    await submit(id, GOOD, cookie);
    expect(states(order)).toEqual(['100 DECLINED', '30 APPROVED', '70 DECLINED', '70 APPROVED']);
    expect((await retrieved(order)).totalCapturedAmount).toBe(100);
  });

  it('the gift card is given back once no attempt is left', async () => {
    const { id, order, cookie } = await held({ ...HUNDRED, interaction: { retryAttemptCount: 2 } });
    await submit(id, REFUSED, cookie);
    await submit(id, REFUSED, cookie);
    expect(states(order)).toEqual(['100 DECLINED', '30 REVERSED', '70 DECLINED', '70 DECLINED']);
    expect(await words(id, cookie)).toContain('No attempts left');
    expect((await retrieved(order)).status).toBe('FAILED');
  });

  it('the gift card is given back when the payer cancels', async () => {
    const { id, order, cookie } = await held();
    const { hidden } = await form(id, cookie);
    const sent = await post(`/checkout/cancel/${id}`, hidden, { Cookie: cookie });
    expect(sent.headers.location).toBe(`/checkout/cancel/${id}`);
    expect(states(order)).toEqual(['100 DECLINED', '30 REVERSED']);
    expect(await words(id, cookie)).toContain('You cancelled this payment You have not been charged.');
  });

  it('a payer whose browser is gone gives the gift card back from another one, and pays there', async () => {
    const { id, order } = await held();
    const other = await form(id);
    expect(wordsOf(other.page)).toContain('This order is being paid elsewhere');
    const csrf = /name="csrf" value="([^"]*)"/.exec(other.page.text)?.[1] ?? '';
    await post(`/checkout/pay/${id}`, { csrf, giftCardOff: '1' }, { Cookie: other.cookie });
    expect(states(order)).toEqual(['100 DECLINED', '30 REVERSED']);
    await submit(id, GOOD, other.cookie);
    expect(states(order)).toEqual(['100 DECLINED', '30 REVERSED', '100 APPROVED']);
  });

  it('a payer who comes by another checkout of the order gives the gift card back, and pays there', async () => {
    const { order } = await held();
    const { id } = await checkout({ order: { id: order, amount: '100.00' } });
    const { page, cookie } = await form(id);
    expect(wordsOf(page)).toContain('Release the gift card and pay here');
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    await post(`/checkout/pay/${id}`, { csrf, giftCardOff: '1' }, { Cookie: cookie });
    await submit(id, GOOD, cookie);
    expect(states(order)).toEqual(['100 DECLINED', '30 REVERSED', '100 APPROVED']);
  });

  it('another payer of the link neither sees the gift card nor pays with it, and no other site takes it off', async () => {
    const { id, order, cookie } = await held();
    const other = await form(id);
    expect(wordsOf(other.page)).toContain('This order is being paid elsewhere');
    const { hidden } = await form(id, cookie);
    await post(`/checkout/pay/${id}`, { ...hidden, ...GOOD }, { Cookie: other.cookie });
    const foreign = { Cookie: other.cookie, Origin: 'https://evil.example' };
    await post(`/checkout/pay/${id}`, { ...hidden, giftCardOff: '1' }, foreign);
    await post(`/checkout/cancel/${id}`, hidden, { Cookie: other.cookie });
    expect(states(order)).toEqual(['100 DECLINED', '30 APPROVED']);
  });

  it('a form that another tab showed earlier is not accepted', async () => {
    const { id, order, cookie, card } = await (async () => {
      const opened = await checkout(HUNDRED);
      const first = await form(opened.id);
      const gift = giftCard('03');
      await post(first.action, { ...first.hidden, ...gift }, { Cookie: first.cookie });
      await post(first.action, { ...first.hidden, ...GOOD }, { Cookie: first.cookie });
      return { ...opened, cookie: first.cookie, card: gift };
    })();
    expect(states(order)).toEqual(['100 DECLINED', '30 APPROVED']);
    expect(await words(id, cookie)).toContain('somewhere else');
    await submit(id, card, cookie);
    expect(states(order)).toEqual(['100 DECLINED', '30 APPROVED']);
  });

  it('twenty clicks at once hold the gift card once and pay the rest once', async () => {
    const { id, order } = await checkout(HUNDRED);
    const first = await form(id);
    const gift = giftCard('03');
    const click = (fields: Record<string, string>, shown: typeof first) =>
      Promise.all(
        Array.from({ length: 20 }, () => post(shown.action, { ...shown.hidden, ...fields }, { Cookie: shown.cookie })),
      );
    await click(gift, first);
    await click(GOOD, await form(id, first.cookie));
    expect(states(order)).toEqual(['100 DECLINED', '30 APPROVED', '70 APPROVED']);
  });

  it('the shop can change neither amount nor currency, nor pay the order by itself', async () => {
    const { id, order, cookie } = await held();
    expect((await rig.api('PUT', `/session/${id}`, { order: { amount: '20.00' } })).status).toBe(400);
    expect((await rig.api('PUT', `/session/${id}`, { order: { currency: 'USD' } })).status).toBe(400);
    const pay = await rig.api('PUT', `/order/${order}/transaction/own`, {
      apiOperation: 'PAY',
      order: { amount: '100.00', currency: 'EUR' },
      sourceOfFunds: { provided: { card: { number: '5123450000000008', expiry: { month: '1', year: '39' } } } },
    });
    expect(pay.status).toBe(400);
    for (const apiOperation of ['CAPTURE', 'REFUND']) {
      const body = { apiOperation, transaction: { amount: '30.00', currency: 'EUR' } };
      expect((await rig.api('PUT', `/order/${order}/transaction/${apiOperation}`, body)).status).toBe(400);
    }
    await submit(id, GOOD, cookie);
    expect((await retrieved(order)).totalCapturedAmount).toBe(100);
  });

  it('the gift card is given back when its time is over, also after a restart, and the page says so', async () => {
    const { id, order, cookie } = await held();
    await rig.restart();
    expect(await words(id, cookie)).toContain('To pay by card €70.00');
    expect(states(order)).toEqual(['100 DECLINED', '30 APPROVED']);
    rig.later(29 * MINUTE_MS);
    await words(id, cookie);
    rig.later(2 * MINUTE_MS);
    await vi.waitFor(() => expect(states(order)).toEqual(['100 DECLINED', '30 REVERSED']), 30_000);
    expect(await words(id, cookie)).toContain('The gift card is not used');
    expect((await retrieved(order)).status).toBe('FAILED');
  });

  it('a rest without an answer is reversed, and the gift card stays for another card', async () => {
    const { id, order, cookie } = await held();
    await submit(id, { ...GOOD, expiry: '11/39' }, cookie);
    expect(states(order)).toEqual(['100 DECLINED', '30 APPROVED', '70 REVERSED']);
    await submit(id, GOOD, cookie);
    expect(states(order)).toEqual(['100 DECLINED', '30 APPROVED', '70 REVERSED', '70 APPROVED']);
  });
});

describe('without a part payment', () => {
  it.each([
    ['an empty card', '00', '1234'],
    ['a wrong PIN', '03', '9999'],
  ])('%s holds no amount', async (_what, tens, pin) => {
    const { id, order } = await checkout(HUNDRED);
    await submit(id, giftCard(tens, { pin }));
    expect(states(order)).toEqual(['100 DECLINED']);
  });

  it('a merchant without part payments gets orders paid in full', async () => {
    const body = {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'PURCHASE' },
      order: { id: 'WHOLE-1', amount: '100.00', currency: 'EUR' },
    };
    const made = await rig.api('POST', '/session', body, { merchant: 'WHOLEONLY' });
    await submit(made.json.session.id, giftCard('03'));
    expect(states('WHOLE-1')).toEqual(['100 DECLINED']);
  });
});
