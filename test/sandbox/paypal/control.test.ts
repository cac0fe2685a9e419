import { describe, expect, it } from 'vitest';
import { accessToken, approved, captured, eventually, orderOf, requestId, rigWith, send } from './rig.ts';

describe('the ledger', () => {
  it('is found by PayPal’s order and by each of the merchant’s ids', async () => {
    const rig = await rigWith();
    const unit = { custom_id: 'CUSTOM', invoice_id: 'INVOICE', reference_id: 'REFERENCE' };
    await captured(rig, orderOf({}, unit));
    await approved(rig);
    const [{ id } = { id: '' }] = rig.started.paypal.ledger.orders.all();
    for (const name of [id, ...Object.values(unit)]) {
      const { body } = await rig.call('GET', `/ledger?order=${name}`);
      expect(body.map(({ kind }: { kind: string }) => kind)).toEqual(['ORDER', 'CAPTURE']);
    }
    const { body } = await rig.call('GET', `/ledger?merchant=${rig.account.merchantId}`);
    expect(body).toHaveLength(3);
    expect(body[1]).toMatchObject({ order: id, reference: 'CUSTOM', amount: '12.50', currency: 'EUR' });
    expect((await rig.call('GET', '/ledger?merchant=OTHER')).body).toEqual([]);
  });

  it('has every row of every table', async () => {
    const rig = await rigWith();
    await captured(rig);
    const { body } = await rig.call('GET', '/ledger/rows');
    expect([body.orders.length, body.captures.length, body.requests.length]).toEqual([1, 1, 2]);
    expect(body.webhooks).toEqual([
      { id: rig.account.webhookId, merchant: rig.account.merchantId, url: rig.account.webhookUrl },
    ]);
  });
});

describe('a control call', () => {
  it.each([
    ['PUT', '/faults', { mode: 'SLOW' }],
    ['PUT', '/faults', '{'],
    ['PUT', '/outcomes', {}],
    ['PUT', '/settings', { aheadMs: -1 }],
    ['PUT', '/accounts/A', { clientSecret: 'x', merchantId: 'short', webhookId: 'W' }],
    ['PUT', '/captures/NONE', { status: 'COMPLETED' }],
    ['PUT', '/captures/NONE', { status: 'LOST' }],
    ['POST', '/refunds', { capture: 'NONE', value: '1.00' }],
    ['POST', '/disputes', { capture: 'NONE' }],
    ['PUT', '/disputes/NONE', { status: 'RESOLVED' }],
  ])('%s %s with %j is 400', async (method, path, body) => {
    const rig = await rigWith();
    const { status, body: answer } = await rig.call(method, path, body);
    expect([status, typeof answer.error]).toEqual([400, 'string']);
  });

  it('decides only pending movements, and refunds no more than there is', async () => {
    const rig = await rigWith();
    const { id } = await captured(rig);
    expect((await rig.call('PUT', `/captures/${id}`, { status: 'DECLINED' })).status).toBe(400);
    expect((await rig.call('POST', '/refunds', { capture: id, value: '12.51' })).status).toBe(400);
    expect((await rig.call('GET', `/v2/payments/captures/${id}`)).body.status).toBe('COMPLETED');
  });

  it('makes a refund that the merchant made at PayPal, and sends its webhook', async () => {
    const rig = await rigWith();
    const { id } = await captured(rig);
    expect((await rig.call('POST', '/refunds', { capture: id, value: '2.50' })).body.status).toBe('PARTIALLY_REFUNDED');
    await eventually(() => {
      const refunded = rig.received
        .map(({ body }) => JSON.parse(body))
        .find(({ event_type }) => /REFUNDED/.test(event_type));
      expect(refunded.resource.amount).toEqual({ currency_code: 'EUR', value: '2.50' });
    });
  });

  it('decides a pending refund, of which a failed one returns the money to the capture', async () => {
    const rig = await rigWith();
    const { id } = await captured(rig);
    const refund = { custom_id: 'TEST-PENDING', amount: { currency_code: 'EUR', value: '12.50' } };
    const { body } = await rig.call('POST', `/v2/payments/captures/${id}/refund`, refund, requestId());
    expect(body.status).toBe('PENDING');
    await rig.call('PUT', `/refunds/${body.id}`, { status: 'DECLINED' });
    expect((await rig.call('GET', `/v2/payments/refunds/${body.id}`)).body.status).toBe('FAILED');
    expect((await rig.call('GET', `/v2/payments/captures/${id}`)).body.status).toBe('COMPLETED');
  });

  it('creates another account, and shortens tokens', async () => {
    const rig = await rigWith();
    const other = { clientSecret: 'secret', merchantId: 'ZZZZZZZZZZZZZ', webhookId: 'OTHER' };
    await rig.call('PUT', '/accounts/other', other);
    await rig.call('PUT', '/settings', { tokenSeconds: 1 });
    const token = await accessToken(rig.base, { clientId: 'other', ...other });
    rig.started.paypal.setAhead(1_000);
    const refused = await send(`${rig.base}/v2/checkout/orders/X`, 'GET', undefined, {
      authorization: `Bearer ${token}`,
    });
    expect(refused.status).toBe(401);
  });
});
