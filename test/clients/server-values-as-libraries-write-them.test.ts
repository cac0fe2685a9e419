/** Numbers, texts and instants as JSON libraries and shops write them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, paying, type Rig, startRig } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const checkout = (more: { order?: object; interaction?: object; [name: string]: unknown } = {}) =>
  rig.api('POST', '/session', {
    apiOperation: 'INITIATE_CHECKOUT',
    ...more,
    interaction: { operation: 'PURCHASE', ...more.interaction },
    order: { id: newOrderId(), amount: '10.00', currency: 'EUR', ...more.order },
  });
const pay = (body: object | string) => rig.api('PUT', `/order/${newOrderId()}/transaction/1`, body);

describe('the end of a payment link', () => {
  it.each(['.123Z', '.04Z', '.1000Z', '.123456Z', '.123456789Z', 'Z', 'z', '+00:00', '+0000', '.000+03:00'])(
    'may be written with %s',
    async (ending) => {
      const at = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
      const { status, json } = await checkout({
        checkoutMode: 'PAYMENT_LINK',
        paymentLink: { expiryDateTime: at + ending },
      });
      expect(status).toBe(201);
      const { paymentLink } = (await rig.api('GET', `/session/${json.session.id}`)).json;
      expect(paymentLink.expiryDateTime).toBe(
        new Date(at + ending.replace('z', 'Z').replace('+0000', 'Z')).toISOString(),
      );
    },
  );

  it('is refused by name without an offset', async () => {
    const paymentLink = { expiryDateTime: '2039-01-01T00:00:00' };
    const { status, json } = await checkout({ checkoutMode: 'PAYMENT_LINK', paymentLink });
    expect([status, json.error.field]).toEqual([400, 'paymentLink.expiryDateTime']);
  });
});

describe('a price of six decimals', () => {
  const order = (itemAmount: string) => ({
    amount: itemAmount,
    itemAmount,
    item: [{ name: 'Cable', quantity: 3, unitPrice: '4.936667' }],
  });

  it('is accepted where the line matches the sum to the cent, and answered with three', async () => {
    const { status, json } = await pay(paying('PAY', { order: { ...order('14.81'), currency: 'EUR' } }));
    expect([status, json.order.item[0].unitPrice]).toEqual([201, 4.937]);
  });

  it('is refused with both sums where it does not', async () => {
    const { status, json } = await checkout({ order: order('14.82') });
    expect([status, json.error.field]).toEqual([400, 'order.itemAmount']);
    expect(json.error.explanation).toContain('14.82 is not');
    expect(json.error.explanation).toContain('14.810001');
  });
});

it.each(['1E+2', '1e2', '1.0E2', '100.0'])('an amount of %s is read as a hundred', async (amount) => {
  const body = JSON.stringify(paying('PAY', { order: { amount: '@', currency: 'EUR' } })).replace('"@"', amount);
  const { status, json } = await pay(body);
  expect([status, json.order.amount]).toEqual([201, 100]);
});

it('false is read as an absent e-mail address', async () => {
  const { status, json } = await checkout({ customer: { email: false } });
  expect(status).toBe(201);
  expect((await rig.api('GET', `/session/${json.session.id}`)).json).not.toHaveProperty('customer');
});

it.each(['english', 'auto', 'xx_YY', 'nl_NL_formal', '../../etc', 'zh_Hans_CN'])(
  'a locale of %s is accepted, and the page is in a supported language',
  async (locale) => {
    const { status, json } = await checkout({ interaction: { locale } });
    expect(status).toBe(201);
    const page = await rig.call('GET', `/checkout/pay/${json.session.id}`, undefined, { authorization: null });
    expect([page.status, page.text]).toEqual([200, expect.stringMatching(/<html lang="[a-z]{2}/)]);
  },
);
