import { verify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { approved, captured, created, eventually, type Received, type Rig, requestId, rigWith } from './rig.ts';

const capture = (rig: Rig, id: string, headers = requestId()) =>
  rig.call('POST', `/v2/checkout/orders/${id}/capture`, {}, headers);

const captures = ({ started }: Rig) => started.paypal.ledger.captures.all();

describe('a fault of answers', () => {
  it('that loses the request has no effect', async () => {
    const rig = await rigWith();
    const id = await approved(rig);
    await rig.call('PUT', '/faults', { mode: 'DROP_REQUEST', operation: 'orders.capture', count: 1 });
    await expect(capture(rig, id)).rejects.toThrow();
    expect(captures(rig)).toEqual([]);
    expect((await capture(rig, id)).status).toBe(201);
  });

  it('that loses the answer acts, and a repeat gets that result', async () => {
    const rig = await rigWith();
    const id = await approved(rig);
    const once = requestId();
    await rig.call('PUT', '/faults', { mode: 'DROP_REPLY', operation: 'orders.capture', count: 1 });
    await expect(capture(rig, id, once)).rejects.toThrow();
    const again = await capture(rig, id, once);
    expect([again.status, again.body.status]).toEqual([200, 'COMPLETED']);
    expect(captures(rig)).toHaveLength(1);
  });

  it.each([
    ['RATE_LIMIT', 429, 'RATE_LIMIT_REACHED'],
    ['INTERNAL_ERROR', 500, 'INTERNAL_SERVER_ERROR'],
    ['UNAVAILABLE', 503, 'SERVICE_UNAVAILABLE'],
  ])('of mode %s answers %i, without an effect', async (mode, status, name) => {
    const rig = await rigWith();
    const id = await approved(rig);
    rig.started.paypal.setFault({ mode: mode as 'RATE_LIMIT', retryAfter: 7, count: 1 });
    const refused = await capture(rig, id);
    expect([refused.status, refused.body.name, refused.headers.get('retry-after')]).toEqual([status, name, '7']);
    expect(captures(rig)).toEqual([]);
    expect((await capture(rig, id)).status).toBe(201);
    // The descriptions have no 429.
    rig.exchanges.length = 0;
  });

  it('may be an error after the effect', async () => {
    const rig = await rigWith();
    const id = await approved(rig);
    rig.started.paypal.setFault({ mode: 'INTERNAL_ERROR_AFTER', count: 1 });
    expect((await capture(rig, id)).status).toBe(500);
    expect(captures(rig)).toHaveLength(1);
  });

  it('may be a body that is not JSON, or one of ten megabytes', async () => {
    const rig = await rigWith();
    const id = await created(rig);
    rig.started.paypal.setFault({ mode: 'GARBAGE', count: 1 });
    await expect(rig.call('GET', `/v2/checkout/orders/${id}`)).rejects.toThrow(SyntaxError);
    rig.started.paypal.setFault({ mode: 'HUGE', count: 1 });
    const { body } = await rig.call('GET', `/v2/checkout/orders/${id}`);
    expect(body.padding).toHaveLength(10 * 1024 * 1024);
    rig.exchanges.length = 0;
  });

  it('may be late, but no later than the end of the simulator', async () => {
    const rig = await rigWith();
    const id = await created(rig);
    rig.started.paypal.setFault({ mode: 'DELAY', delayMs: 600_000, count: 1 });
    const late = rig.call('GET', `/v2/checkout/orders/${id}`);
    await eventually(() => expect(rig.started.paypal.faults.inForce).toMatchObject({ answers: {} }));
    const [end] = await Promise.allSettled([late, rig.started.close()]);
    expect(end.status).toBe('rejected');
  });

  it('may end every token in the middle of a payment', async () => {
    const rig = await rigWith();
    const id = await approved(rig);
    rig.started.paypal.setFault({ mode: 'TOKEN_EXPIRED', operation: 'orders.capture', count: 1 });
    expect((await capture(rig, id)).status).toBe(401);
    const call = await rig.renewed();
    expect((await call('POST', `/v2/checkout/orders/${id}/capture`, {}, requestId())).status).toBe(201);
  });

  it('applies to its operation alone, and ends with NONE', async () => {
    const rig = await rigWith();
    const id = await created(rig);
    await rig.call('PUT', '/faults', { mode: 'UNAVAILABLE', operation: 'orders.capture' });
    expect((await rig.call('GET', `/v2/checkout/orders/${id}`)).status).toBe(200);
    expect((await capture(rig, id)).status).toBe(503);
    expect((await rig.call('PUT', '/faults', { mode: 'NONE' })).body.answers).toEqual({});
    expect((await capture(rig, id)).status).toBe(422);
  });
});

/** Whether a receiver that trusts only the root and PayPal's host accepts its signature. */
async function isGenuine({ base, account }: Rig, { headers, body }: Received): Promise<boolean> {
  const url = `${headers['paypal-cert-url']}`;
  if (!url.startsWith(`${base}/v1/notifications/certs/`)) {
    return false;
  }
  const certificates = (await (await fetch(url)).text()).match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g) ?? [];
  const [leaf, issuer] = certificates.map((text) => new X509Certificate(text));
  const root = new X509Certificate(await (await fetch(`${base}/ca.pem`)).text());
  const text = [
    headers['paypal-transmission-id'],
    headers['paypal-transmission-time'],
    account.webhookId,
    crc32(body),
  ].join('|');
  const signature = Buffer.from(`${headers['paypal-transmission-sig']}`, 'base64');
  return (
    leaf!.verify(issuer!.publicKey) &&
    issuer!.verify(root.publicKey) &&
    verify('sha256', Buffer.from(text), leaf!.publicKey, signature)
  );
}

const typesOf = ({ received }: Rig) => received.map(({ body }) => JSON.parse(body).event_type as string);

async function arrives(rig: Rig, count: number): Promise<void> {
  await eventually(() => expect(rig.received.length).toBeGreaterThanOrEqual(count));
}

describe('a fault of webhooks', () => {
  it.each(['FORGED', 'ALTERED', 'FOREIGN_CERTIFICATE', 'FOREIGN_HOST'] as const)(
    'of mode %s makes a webhook that fails verification',
    async (mode) => {
      const rig = await rigWith();
      rig.started.paypal.setFault({ mode, count: 1 });
      await approved(rig);
      await arrives(rig, 1);
      expect(await isGenuine(rig, rig.received[0]!)).toBe(false);
    },
  );

  it('of another merchant makes a webhook that passes verification, and names another account', async () => {
    const rig = await rigWith();
    rig.started.paypal.setFault({ mode: 'OTHER_MERCHANT', count: 1 });
    await approved(rig);
    await arrives(rig, 1);
    expect(await isGenuine(rig, rig.received[0]!)).toBe(true);
    const [unit] = JSON.parse(rig.received[0]!.body).resource.purchase_units;
    expect(unit.payee.merchant_id).not.toBe(rig.account.merchantId);
  });

  it('sends one event twice, or not at all', async () => {
    const rig = await rigWith();
    rig.started.paypal.setFault({ mode: 'TWICE', count: 1 });
    await approved(rig);
    await arrives(rig, 2);
    expect(new Set(rig.received.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
    rig.started.paypal.setFault({ mode: 'NEVER', count: 1 });
    await approved(rig);
    await eventually(() => {
      const due = rig.started.paypal.ledger.deliveries.all().filter(({ due_at }) => due_at !== null);
      expect(due).toEqual([]);
    });
    expect(rig.received).toHaveLength(2);
  });

  it('lets a later event come first', async () => {
    const rig = await rigWith();
    rig.started.paypal.setFault({ mode: 'OUT_OF_ORDER', count: 1 });
    await captured(rig);
    await arrives(rig, 3);
    expect(typesOf(rig)[0]).not.toBe('CHECKOUT.ORDER.APPROVED');
    expect(typesOf(rig)).toContain('CHECKOUT.ORDER.APPROVED');
  });
});

describe('a webhook', () => {
  it('is sent again until it is acknowledged', async () => {
    const rig = await rigWith();
    rig.answerWith(503);
    await approved(rig);
    await arrives(rig, 2);
    rig.answerWith(200);
    await eventually(() => {
      const [delivery] = rig.started.paypal.ledger.deliveries.all();
      expect([delivery?.due_at, delivery?.is_acknowledged]).toEqual([null, 1]);
    });
    expect(new Set(typesOf(rig))).toEqual(new Set(['CHECKOUT.ORDER.APPROVED']));
  });

  it('goes to an address that was registered, and can be sent again', async () => {
    const rig = await rigWith();
    const { body: webhooks } = await rig.call('GET', '/v1/notifications/webhooks');
    const [{ url, id }] = webhooks.webhooks;
    expect(url).toBe(rig.account.webhookUrl);
    await rig.call('DELETE', `/v1/notifications/webhooks/${id}`);
    const made = await rig.call('POST', '/v1/notifications/webhooks', {
      url: `${url}/other`,
      event_types: [{ name: 'CHECKOUT.ORDER.APPROVED' }],
    });
    expect(made.status).toBe(201);
    await approved(rig);
    await arrives(rig, 1);
    const event = JSON.parse(rig.received[0]!.body);
    expect((await rig.call('GET', `/v1/notifications/webhooks-events/${event.id}`)).body).toEqual(event);
    await rig.call('POST', `/v1/notifications/webhooks-events/${event.id}/resend`, {});
    await arrives(rig, 2);
  });

  it('is verified by the interface’s own call too', async () => {
    const rig = await rigWith();
    await approved(rig);
    await arrives(rig, 1);
    const { headers, body } = rig.received[0]!;
    const asked = {
      auth_algo: headers['paypal-auth-algo'],
      cert_url: headers['paypal-cert-url'],
      transmission_id: headers['paypal-transmission-id'],
      transmission_sig: headers['paypal-transmission-sig'],
      transmission_time: headers['paypal-transmission-time'],
      webhook_id: rig.account.webhookId,
      webhook_event: JSON.parse(body),
    };
    const verified = async (given: object) =>
      (await rig.call('POST', '/v1/notifications/verify-webhook-signature', { ...asked, ...given })).body
        .verification_status;
    expect(await verified({})).toBe('SUCCESS');
    expect(await verified({ webhook_id: 'OTHER' })).toBe('FAILURE');
    expect(await verified({ webhook_event: { ...asked.webhook_event, event_type: 'OTHER' } })).toBe('FAILURE');
    expect(await verified({ cert_url: 'https://elsewhere.example/cert' })).toBe('FAILURE');
  });
});
