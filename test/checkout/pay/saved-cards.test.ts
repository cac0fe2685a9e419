/** A checkout that stores the card of its payment, and one that offers cards stored before. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, newOrderId, type Rig, startRig } from '../../api/rest/rig.ts';
import { cardForm, GOOD, giftCard, hands, REFUSED, wordsOf } from '../hands.ts';

const BY_PAYER = { interaction: { saveCardForCredentialOnFile: 'PAYER_INITIATED_PAYMENTS' } };
const BY_SHOP = { interaction: { saveCardForCredentialOnFile: 'MERCHANT_INITIATED_PAYMENTS' } };
const TICKED = { ...GOOD, nameOnCard: 'Ada Byrne', saveCard: 'on' };

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({}, 60);
  await rig.merchant({ id: 'ONETOKEN', name: 'One Token', tokenManagement: 'UNIQUE_CARD' });
  await rig.merchant({ id: 'PRESERVING', name: 'Preserving', tokenGeneration: 'PRESERVE_6_4' });
  await rig.merchant({ id: 'OWNTOKENS', name: 'Own Tokens', tokenGeneration: 'MERCHANT_SUPPLIED' });
});
afterAll(() => rig.close());

const { checkout, form, submit } = hands(() => rig);

/** As `hands`, for another merchant. */
function of(merchant: string) {
  const its = Object.assign(Object.create(rig) as Rig, {
    api: (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
      rig.api(method, path, body, { merchant, ...options }),
  });
  return { ...hands(() => its), api: its.api };
}

const orderOf = async (order: string, api: Rig['api'] = rig.api) => (await api('GET', `/order/${order}`)).json;
const tokens = async () => Number((await rig.rows('SELECT count(*) AS n FROM token'))[0]?.n);

describe('PAYER_INITIATED_PAYMENTS', () => {
  it.each([
    [100, 'INITIATE_CHECKOUT'],
    [63, 'INITIATE_CHECKOUT'],
    [61, 'CREATE_CHECKOUT_SESSION'],
    [45, 'CREATE_CHECKOUT_SESSION'],
  ])(
    'at version %d by %s: a ticked box stores the card, which order, payment and token show',
    async (version, apiOperation) => {
      const order = newOrderId();
      const made = await rig.api(
        'POST',
        '/session',
        {
          apiOperation,
          order: { id: order, amount: '10.00', currency: 'EUR' },
          interaction: { operation: 'PURCHASE', ...BY_PAYER.interaction },
        },
        { version },
      );
      expect([made.status, made.headers['x-ignored-fields']]).toEqual([201, undefined]);
      const { id } = made.json.session;
      expect((await form(id)).page.text).toMatch(
        /<input type="checkbox" id="save-card" name="saveCard"(?! checked)[^>]*>/,
      );
      await submit(id, TICKED);
      const { sourceOfFunds, status, transaction } = (await rig.api('GET', `/order/${order}`, undefined, { version }))
        .json;
      expect(status).toBe('CAPTURED');
      const { token } = sourceOfFunds;
      expect(token).toMatch(/^9\d{15}$/);
      expect(transaction[0].sourceOfFunds.token).toBe(token);
      const stored = (await rig.api('GET', `/token/${token}`)).json;
      expect(stored).toMatchObject({
        result: 'SUCCESS',
        status: 'VALID',
        sourceOfFunds: { provided: { card: { number: '512345xxxxxx0008', expiry: '0139', nameOnCard: 'Ada Byrne' } } },
      });
      const paid = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, {
        apiOperation: 'PAY',
        order: { amount: '3.00', currency: 'EUR' },
        sourceOfFunds: { type: 'CARD', token },
      });
      expect(paid.json).toMatchObject({ result: 'SUCCESS', sourceOfFunds: { token } });
    },
  );

  it('later transactions of the order show the token too', async () => {
    const { id, order } = await checkout({ interaction: { ...BY_PAYER.interaction, operation: 'AUTHORIZE' } });
    await submit(id, TICKED);
    const { token, provided } = (await orderOf(order)).sourceOfFunds;
    expect(provided.card.storedOnFile).toBe('TO_BE_STORED');
    const captured = await rig.api('PUT', `/order/${order}/transaction/c`, {
      apiOperation: 'CAPTURE',
      transaction: { amount: '10.00', currency: 'EUR' },
    });
    expect(captured.json.sourceOfFunds.token).toBe(token);
    expect((await orderOf(order)).sourceOfFunds.token).toBe(token);
  });

  it('no card is stored where the box stays empty, where the card is declined, or of a gift card', async () => {
    const before = await tokens();
    for (const fields of [GOOD, { ...REFUSED, saveCard: 'on' }, giftCard('50', { saveCard: 'on' })]) {
      const { id, order } = await checkout(BY_PAYER);
      await submit(id, fields);
      expect((await orderOf(order)).sourceOfFunds).not.toHaveProperty('token');
    }
    expect(await tokens()).toBe(before);
  });

  it('the box stays ticked on the form that is shown again', async () => {
    const { id } = await checkout(BY_PAYER);
    const { cookie } = await submit(id, { ...TICKED, expiry: '13/39' });
    expect((await form(id, cookie)).page.text).toMatch(/id="save-card" name="saveCard" checked/);
  });

  it('no box is shown or accepted where the shop does not ask', async () => {
    const { id, order } = await checkout();
    expect((await form(id)).page.text).not.toContain('saveCard');
    await submit(id, TICKED);
    expect((await orderOf(order)).sourceOfFunds).not.toHaveProperty('token');
  });

  it('a verification stores a ticked card too, and a pending payment once it succeeds', async () => {
    const verified = await checkout({
      interaction: { ...BY_PAYER.interaction, operation: 'VERIFY' },
      order: { amount: undefined },
    });
    await submit(verified.id, TICKED);
    expect((await orderOf(verified.order)).sourceOfFunds.token).toBeDefined();
    const pending = await checkout(BY_PAYER);
    await submit(pending.id, { ...TICKED, ...cardForm('11/39') });
    expect((await orderOf(pending.order)).sourceOfFunds).not.toHaveProperty('token');
    await expect.poll(async () => (await orderOf(pending.order)).result, { timeout: 20_000 }).toBe('SUCCESS');
    expect((await orderOf(pending.order)).sourceOfFunds.token).toMatch(/^9\d{15}$/);
  });

  it('a merchant with one token a card gets the same token again, with the newer expiry', async () => {
    const { checkout, submit, api } = of('ONETOKEN');
    const shown = [];
    for (const expiry of ['01/39', '02/40']) {
      const { id, order } = await checkout(BY_PAYER);
      await submit(id, { ...TICKED, expiry });
      shown.push((await orderOf(order, api)).sourceOfFunds.token);
    }
    expect(shown[0]).toBe(shown[1]);
    expect((await api('GET', `/token/${shown[0]}`)).json.sourceOfFunds.provided.card.expiry).toBe('0240');
  });

  it('a token keeps first and last digits where the profile says so, and a merchant that supplies tokens offers no box', async () => {
    const preserving = of('PRESERVING');
    const { id, order } = await preserving.checkout(BY_PAYER);
    await preserving.submit(id, TICKED);
    expect((await orderOf(order, preserving.api)).sourceOfFunds.token).toMatch(/^512345\d{6}0008$/);
    const own = of('OWNTOKENS');
    const opened = await own.checkout(BY_PAYER);
    expect((await own.form(opened.id)).page.text).not.toContain('saveCard');
  });
});

it('MERCHANT_INITIATED_PAYMENTS stores the card, and the page says so', async () => {
  const { id, order } = await checkout(BY_SHOP);
  const { page } = await form(id);
  expect(wordsOf(page)).toContain('will save this card for future payments.');
  expect(page.text).not.toContain('name="saveCard"');
  await submit(id, GOOD);
  expect((await orderOf(order)).sourceOfFunds.token).toMatch(/^9\d{15}$/);
});

it('a session offers to store the card when the shop requests it by an update before the payer opens it', async () => {
  const { id, order } = await checkout();
  const { status, headers, json } = await rig.api('PUT', `/session/${id}`, BY_PAYER);
  expect([status, headers['x-ignored-fields'], json.session.updateStatus]).toEqual([200, undefined, 'SUCCESS']);
  await submit(id, TICKED);
  expect((await orderOf(order)).sourceOfFunds.token).toBeDefined();
});

describe('tokens', () => {
  async function stored(number = '5123450000000008'): Promise<string> {
    const card = { number, expiry: { month: '1', year: '39' } };
    const { json } = await rig.api('POST', '/token', { sourceOfFunds: { type: 'CARD', provided: { card } } });
    return json.token;
  }

  it.each([
    ['texts', (all: string[]) => all],
    ['objects', (all: string[]) => all.map((token) => ({ token }))],
    ['one text with commas', (all: string[]) => all.join(',')],
  ])('given as %s have a button each, and the pressed one pays', async (_, given) => {
    const all = [await stored(), await stored('4508750015741019')];
    const { id, order } = await checkout({ interaction: { tokens: given(all) } });
    const { page } = await form(id);
    expect(wordsOf(page)).toMatch(/Mastercard •••• 0008 .*Visa •••• 1019 /);
    await submit(id, { method: 'saved-2' });
    expect(await orderOf(order)).toMatchObject({
      status: 'CAPTURED',
      sourceOfFunds: { token: all[1], provided: { card: { number: '450875xxxxxx1019', storedOnFile: 'STORED' } } },
    });
  });

  it('that are deleted, or another shop’s, have no button; without tokens the page is as usual', async () => {
    const { id } = await checkout({ interaction: { tokens: ['9999999999999990'] } });
    const { page } = await form(id);
    expect(page.text).not.toContain('saved-1');
    expect((await submit(id, GOOD)).status).toBe(303);
  });

  it('are not offered on a payment link', async () => {
    const { id } = await checkout({
      checkoutMode: 'PAYMENT_LINK',
      paymentLink: { expiryDateTime: new Date(Date.now() + 3_600_000).toISOString() },
      interaction: { tokens: [await stored()] },
    });
    expect((await form(id)).page.text).not.toContain('saved-1');
  });

  it('a declined token is removed from the form, which then accepts another card', async () => {
    const card = { number: '5123450000000008', expiry: { month: '5', year: '39' } };
    const { json } = await rig.api('POST', '/token', { sourceOfFunds: { type: 'CARD', provided: { card } } });
    const { id, order } = await checkout({ interaction: { tokens: [json.token] } });
    const { cookie } = await submit(id, { method: 'saved-1' });
    await submit(id, GOOD, cookie);
    const { transaction, sourceOfFunds } = await orderOf(order);
    expect(transaction.map(({ result }: { result: string }) => result)).toEqual(['FAILURE', 'SUCCESS']);
    expect([transaction[0].sourceOfFunds.token, sourceOfFunds.token]).toEqual([json.token, undefined]);
  });
});
