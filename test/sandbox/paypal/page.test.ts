import { describe, expect, it } from 'vitest';
import { answered, approved, captured, created, orderOf, type Rig, rigWith, SHOP } from './rig.ts';

const pageOf = async ({ base }: Rig, id: string) => {
  const response = await fetch(`${base}/checkoutnow?token=${id}`, { redirect: 'manual' });
  return {
    status: response.status,
    text: await response.text(),
    policy: response.headers.get('content-security-policy'),
  };
};

const contextOf = (given: object) => ({
  payment_source: {
    paypal: { experience_context: { return_url: `${SHOP}/return`, cancel_url: `${SHOP}/cancel`, ...given } },
  },
});

const HOME = {
  name: { full_name: 'Kim Example' },
  address: { address_line_1: '1 Quay', admin_area_2: 'Cork', postal_code: 'T12', country_code: 'IE' },
};

const addresses = (text: string) => [...text.matchAll(/name="address" value="(\d+)"/g)].map(([, value]) => value);

describe('the payer’s page', () => {
  it('names the shop and each amount, escapes its input, and needs no script', async () => {
    const rig = await rigWith();
    const shop = orderOf(contextOf({ brand_name: '<b>Shop</b>', user_action: 'PAY_NOW' }), {
      amount: { currency_code: 'EUR', value: '1234.50' },
      description: 'A "cup" & saucer',
    });
    const { status, text, policy } = await pageOf(rig, await created(rig, shop));
    expect(status).toBe(200);
    expect(text).toContain('Pay &lt;b>Shop&lt;/b>');
    expect(text).toContain('1,234.50 EUR');
    expect(text).toContain('A &quot;cup&quot; &amp; saucer');
    expect(text).toContain('Pay now');
    expect(text).not.toContain('<script');
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it('lets the payer choose the delivery address, which the order then has', async () => {
    const rig = await rigWith();
    const id = await created(rig, orderOf({}, { shipping: HOME }));
    const { text } = await pageOf(rig, id);
    expect(text).toContain('1 Quay, T12 Cork, Ireland');
    expect(addresses(text)).toEqual(['0', '1', '2', '3']);
    await answered(rig, id, { address: '2' });
    const { body } = await rig.call('GET', `/v2/checkout/orders/${id}`);
    expect(body.purchase_units[0].shipping.address).toMatchObject({ admin_area_2: 'Potsdam', country_code: 'DE' });
  });

  it('shows the shop’s address where the payer must not change it', async () => {
    const rig = await rigWith();
    const order = orderOf(contextOf({ shipping_preference: 'SET_PROVIDED_ADDRESS' }), { shipping: HOME });
    const id = await created(rig, order);
    const { text } = await pageOf(rig, id);
    expect(text).toContain('1 Quay');
    expect(addresses(text)).toEqual([]);
    await answered(rig, id);
    expect((await rig.call('GET', `/v2/checkout/orders/${id}`)).body.purchase_units[0].shipping).toEqual(HOME);
  });

  it('asks for no address where nothing is shipped', async () => {
    const rig = await rigWith();
    const id = await created(rig, orderOf(contextOf({ shipping_preference: 'NO_SHIPPING' })));
    expect(addresses((await pageOf(rig, id)).text)).toEqual([]);
    await answered(rig, id);
    expect((await rig.call('GET', `/v2/checkout/orders/${id}`)).body.purchase_units[0].shipping).toBeUndefined();
  });

  it('is shown again where no button or no payment method was chosen', async () => {
    const rig = await rigWith();
    const id = await created(rig);
    const url = `${rig.base}/checkoutnow?token=${id}`;
    const sent = async (form: Record<string, string>) => {
      const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
      return [response.status, /role="alert">([^<]+)/.exec(await response.text())?.[1]];
    };
    expect(await sent({})).toEqual([422, 'Choose one of the buttons below.']);
    expect(await sent({ choice: 'APPROVE', instrument: 'toString' })).toEqual([422, 'Choose how to pay.']);
  });

  it('leads back where the order needs no answer, and does not know another order', async () => {
    const rig = await rigWith();
    await captured(rig);
    const [{ id } = { id: '' }] = rig.started.paypal.ledger.orders.all();
    expect((await pageOf(rig, id)).text).toContain('Nothing left to do');
    expect((await answered(rig, id, { choice: 'RETURN' }))?.pathname).toBe('/shop/return');
    expect((await pageOf(rig, 'NONE')).status).toBe(404);
  });

  it('keeps an approval though the payer cancels a second one', async () => {
    const rig = await rigWith();
    const id = await approved(rig);
    expect((await answered(rig, id, { choice: 'CANCEL' }))?.pathname).toBe('/shop/cancel');
    expect((await rig.call('GET', `/v2/checkout/orders/${id}`)).body.status).toBe('APPROVED');
  });

  it('redirects only to http addresses', async () => {
    const rig = await rigWith();
    const id = await created(rig, orderOf(contextOf({ cancel_url: 'javascript:alert(1)' })));
    expect(await answered(rig, id, { choice: 'CANCEL' })).toBeUndefined();
  });
});
