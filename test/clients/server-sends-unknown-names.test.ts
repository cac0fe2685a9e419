/** Clients send groups that the interface does not have: they are ignored and named. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, paying, type Rig, startRig } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'STRICT', name: 'Strict', unknownFields: 'REJECT' });
});
afterAll(() => rig.close());

describe('names that the contract lacks', () => {
  it('are ignored and listed in a header', async () => {
    const body = paying('PAY', {
      initiator: { userId: 'x' },
      browserPayment: { operation: 'PAY' },
      nothing: {},
      'a,b\r\nX: y': 1,
      'ü😀': 1,
    });
    const reply = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, body);
    expect(reply.status).toBe(201);
    expect(reply.headers['x-ignored-fields']).toBe('initiator, browserPayment, a%2Cb%0D%0AX:%20y, %C3%BC%F0%9F%98%80');
    expect(reply.headers.x).toBeUndefined();
  });

  it('of great length are cut in the header', async () => {
    const body = paying(
      'PAY',
      Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${'n'.repeat(500)}${index}`, 1])),
    );
    const reply = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, body);
    expect(reply.status).toBe(201);
    expect(String(reply.headers['x-ignored-fields']).length).toBeLessThanOrEqual(2_000);
  });

  it('cause no header if they are absent', async () => {
    const reply = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, paying('PAY'));
    expect(reply.headers['x-ignored-fields']).toBeUndefined();
  });

  it('are refused as UNSUPPORTED where the profile says so', async () => {
    const order = newOrderId();
    const reply = await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY', { initiator: { userId: 'x' } }), {
      merchant: 'STRICT',
    });
    expect(reply.status).toBe(400);
    expect(reply.json.error).toMatchObject({ field: 'initiator', validationType: 'UNSUPPORTED' });
    expect(rig.host.ledger({ order })).toEqual([]);
    expect((await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'), { merchant: 'STRICT' })).status).toBe(
      201,
    );
  });
});
