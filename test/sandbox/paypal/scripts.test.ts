import { describe, expect, it } from 'vitest';
import { created, eventually, orderOf, type Rig, requestId, rigWith } from './rig.ts';

/** The payer's browser arrives; returns the redirect's address. */
async function arrives({ base }: Rig, id: string): Promise<string | undefined> {
  const response = await fetch(`${base}/checkoutnow?token=${id}`, { redirect: 'manual' });
  await response.text();
  return URL.parse(response.headers.get('location') ?? '')?.pathname;
}

const statusOf = async ({ call }: Rig, id: string) => (await call('GET', `/v2/checkout/orders/${id}`)).body.status;

const capture = ({ call }: Rig, id: string) => call('POST', `/v2/checkout/orders/${id}/capture`, {}, requestId());

const scripted = (rig: Rig, custom_id: string) => created(rig, orderOf({}, { custom_id }));

describe('a name of the order', () => {
  it.each([
    ['TEST-SUCCEED', 'COMPLETED'],
    ['TEST-FAIL-DECLINE', 'INSTRUMENT_DECLINED'],
    ['TEST-PENDING', 'COMPLETED'],
  ])('%s approves on the payer’s arrival: %s', async (name, outcome) => {
    const rig = await rigWith();
    const id = await scripted(rig, name);
    expect(await statusOf(rig, id)).toBe('PAYER_ACTION_REQUIRED');
    expect(await arrives(rig, id)).toBe('/shop/return');
    const { body } = await capture(rig, id);
    expect(body.status ?? body.details[0].issue).toBe(outcome);
  });

  it('TEST-CANCEL cancels on the payer’s arrival', async () => {
    const rig = await rigWith();
    const id = await scripted(rig, 'TEST-CANCEL');
    expect(await arrives(rig, id)).toBe('/shop/cancel');
    expect(await statusOf(rig, id)).toBe('PAYER_ACTION_REQUIRED');
  });

  it('TEST-FAIL-NOTFOUND refuses the order', async () => {
    const rig = await rigWith();
    const order = orderOf({}, { custom_id: 'TEST-FAIL-NOTFOUND' });
    const { status, body } = await rig.call('POST', '/v2/checkout/orders', order, requestId());
    expect([status, body.details]).toEqual([422, [{ issue: 'PAYER_CANNOT_PAY' }]]);
  });

  it('TEST-SUCCESS-INIT approves by itself, with or without the payer', async () => {
    const rig = await rigWith({ speed: 100 });
    const id = await scripted(rig, 'TEST-SUCCESS-INIT');
    await eventually(async () => expect(await statusOf(rig, id)).toBe('APPROVED'));
    expect((await capture(rig, id)).status).toBe(201);
  });

  it('TEST-FAIL-THEN-SUCCESS is declined first, and paid later', async () => {
    const rig = await rigWith();
    const id = await scripted(rig, 'TEST-FAIL-THEN-SUCCESS');
    rig.started.paypal.setAhead(30_000);
    expect((await capture(rig, id)).body.details).toEqual([{ issue: 'INSTRUMENT_DECLINED' }]);
    rig.started.paypal.setAhead(90_000);
    expect((await capture(rig, id)).status).toBe(201);
  });

  it('TEST-TIMEOUT-THEN-SUCCESS silences the server about this order for a while', async () => {
    // Three seconds: longer than a busy machine takes until the call.
    const rig = await rigWith({ speed: 10 });
    const id = await scripted(rig, 'TEST-TIMEOUT-THEN-SUCCESS');
    const other = await created(rig);
    expect(await arrives(rig, id)).toBe('/shop/return');
    await expect(rig.call('GET', `/v2/checkout/orders/${id}`)).rejects.toThrow();
    expect((await rig.call('GET', `/v2/checkout/orders/${other}`)).status).toBe(200);
    await eventually(async () => expect(await statusOf(rig, id)).toBe('APPROVED'));
  });
});
