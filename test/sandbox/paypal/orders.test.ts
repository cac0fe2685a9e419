import { verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  accessToken,
  answered,
  approved,
  captured,
  created,
  eventually,
  orderOf,
  requestId,
  rigWith,
  send,
} from './rig.ts';

describe('access', () => {
  it('is given a token for the right credentials alone, and to no other token', async () => {
    const { base, account } = await rigWith();
    expect(await accessToken(base, account)).toMatch(/^A21A/);
    expect(await accessToken(base, { ...account, clientSecret: 'wrong' })).toBeUndefined();
    const refused = await send(`${base}/v2/checkout/orders`, 'POST', orderOf(), { authorization: 'Bearer none' });
    expect([refused.status, refused.body.name]).toEqual([401, 'AUTHENTICATION_FAILURE']);
    expect(refused.body.debug_id).toBe(refused.headers.get('paypal-debug-id'));
  });
});

describe('an order', () => {
  it('waits for the payer, is approved on the page, and is captured once', async () => {
    const rig = await rigWith();
    const made = await rig.call('POST', '/v2/checkout/orders', orderOf(), requestId());
    expect([made.status, made.body.status]).toEqual([201, 'PAYER_ACTION_REQUIRED']);
    const { id } = made.body;
    const page = made.body.links.find(({ rel }: { rel: string }) => rel === 'payer-action').href;
    expect(await (await fetch(page)).text()).toContain('12.50 EUR');

    const home = await answered(rig, id);
    expect(home?.pathname).toBe('/shop/return');
    expect(Object.fromEntries(home?.searchParams ?? [])).toEqual({ a: '1', token: id, PayerID: 'QYR5Z8XDVJNXQ' });

    const first = requestId();
    const taken = await rig.call('POST', `/v2/checkout/orders/${id}/capture`, {}, first);
    expect([taken.status, taken.body.status]).toEqual([201, 'COMPLETED']);
    const [capture] = taken.body.purchase_units[0].payments.captures;
    expect(capture).toMatchObject({ status: 'COMPLETED', amount: { currency_code: 'EUR', value: '12.50' } });

    const again = await rig.call('POST', `/v2/checkout/orders/${id}/capture`, {}, first);
    expect([again.status, again.body]).toEqual([200, taken.body]);
    const other = await rig.call('POST', `/v2/checkout/orders/${id}/capture`, {}, requestId());
    expect([other.status, other.body.details[0].issue]).toEqual([422, 'ORDER_ALREADY_CAPTURED']);
    expect(rig.started.paypal.ledger.captures.all()).toHaveLength(1);
  });

  it('is not captured before the payer approved, and is found by its own account alone', async () => {
    const rig = await rigWith();
    const id = await created(rig);
    const early = await rig.call('POST', `/v2/checkout/orders/${id}/capture`, {}, requestId());
    expect([early.status, early.body.details]).toEqual([422, [{ issue: 'ORDER_NOT_APPROVED' }]]);
    expect((await rig.call('GET', `/v2/checkout/orders/${id}`)).body.status).toBe('PAYER_ACTION_REQUIRED');
    expect((await rig.call('GET', '/v2/checkout/orders/NONE')).status).toBe(404);
  });

  it('redirects a payer who cancels to the cancel address', async () => {
    const rig = await rigWith();
    const id = await created(rig);
    const home = await answered(rig, id, { choice: 'CANCEL' });
    expect(`${home?.pathname}${home?.search}`).toBe(`/shop/cancel?token=${id}`);
    expect((await rig.call('GET', `/v2/checkout/orders/${id}`)).body.status).toBe('PAYER_ACTION_REQUIRED');
  });

  it('with a declined instrument leads the payer back to choose another, which pays', async () => {
    const rig = await rigWith();
    const id = await approved(rig, orderOf(), { instrument: 'DECLINED_CARD' });
    const declined = await rig.call('POST', `/v2/checkout/orders/${id}/capture`, {}, requestId());
    expect([declined.status, declined.body.details]).toEqual([422, [{ issue: 'INSTRUMENT_DECLINED' }]]);
    const redirect = declined.body.links.find(({ rel }: { rel: string }) => rel === 'redirect').href;
    expect(await (await fetch(redirect)).text()).toContain('Choose another way to pay');
    await answered(rig, id, { instrument: 'CARD' });
    expect((await rig.call('POST', `/v2/checkout/orders/${id}/capture`, {}, requestId())).body.status).toBe(
      'COMPLETED',
    );
  });
});

describe('a webhook', () => {
  it('is signed by a key whose certificates lead to the authority', async () => {
    const rig = await rigWith();
    await captured(rig);
    await eventually(() => expect(rig.received).toHaveLength(3));
    const types = rig.received.map(({ body }) => JSON.parse(body).event_type);
    expect(types.sort()).toEqual(['CHECKOUT.ORDER.APPROVED', 'CHECKOUT.ORDER.COMPLETED', 'PAYMENT.CAPTURE.COMPLETED']);

    for (const { headers, body } of rig.received) {
      const certificates = await (await fetch(`${headers['paypal-cert-url']}`)).text();
      const [leaf, issuer] = certificates
        .split(/(?<=-----END CERTIFICATE-----\n)/)
        .filter((text) => text.includes('BEGIN'))
        .map((text) => new X509Certificate(text));
      const root = new X509Certificate(await (await fetch(`${rig.base}/ca.pem`)).text());
      expect(leaf?.subject).toBe('CN=messageverificationcerts.paypal.com');
      expect(leaf?.verify(issuer!.publicKey)).toBe(true);
      expect(issuer?.verify(root.publicKey)).toBe(true);
      expect(leaf?.checkIssued(issuer!)).toBe(true);
      const text = [
        headers['paypal-transmission-id'],
        headers['paypal-transmission-time'],
        rig.account.webhookId,
        crc32(body),
      ].join('|');
      const signature = Buffer.from(`${headers['paypal-transmission-sig']}`, 'base64');
      expect(verify('sha256', Buffer.from(text), leaf!.publicKey, signature)).toBe(true);
    }
  });
});
