import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CARD, newOrderId, paying, type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'OTHER', name: 'Other' });
});
afterAll(() => rig.close());

interface Created {
  readonly id: string;
  readonly version: string;
}
const create = async (body: unknown = undefined): Promise<Created> =>
  (await rig.api('POST', '/session', body)).json.session;
const update = (id: string, body: unknown, options = {}) => rig.api('PUT', `/session/${id}`, body, options);
const read = (id: string, options = {}) => rig.api('GET', `/session/${id}`, undefined, options);
const card = (more: object = {}) => ({ sourceOfFunds: { provided: { card: { ...CARD, ...more } } } });
const pay = (body: object, order = newOrderId()) =>
  rig.api('PUT', `/order/${order}/transaction/1`, {
    apiOperation: 'PAY',
    order: { amount: '1', currency: 'EUR' },
    ...body,
  });
const csc = (reply: { json: { response: { cardSecurityCode: { gatewayCode: string } } } }) =>
  reply.json.response.cardSecurityCode.gatewayCode;
const MINUTE = 60_000;

describe('a session', () => {
  it('is created empty, with the fields that clients read', async () => {
    const { status, json } = await rig.api('POST', '/session', { correlationId: 'c' });
    expect(status).toBe(201);
    expect(json).toEqual({
      correlationId: 'c',
      merchant: 'TESTSHOP',
      result: 'SUCCESS',
      session: {
        aes256Key: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
        authenticationLimit: 25,
        id: expect.stringMatching(/^SESSION[0-9A-Za-z]{24}$/),
        updateStatus: 'NO_UPDATE',
        version: expect.stringMatching(/^[0-9a-f]{8}00$/),
      },
      version: '100',
    });
  });

  it('accepts fields, shows them masked, and changes its version with each update', async () => {
    const { id, version } = await create();
    const first = await update(id, { ...card(), order: { amount: '5.50', currency: 'EUR' }, userId: null });
    expect(first.status).toBe(200);
    expect(first.json.session).toMatchObject({
      id,
      updateStatus: 'SUCCESS',
      version: expect.stringMatching(/^[0-9a-f]{8}01$/),
    });
    expect(first.json.sourceOfFunds.provided.card).toEqual({
      brand: 'MASTERCARD',
      fundingMethod: 'CREDIT',
      scheme: 'MASTERCARD',
      number: '512345xxxxxx0008',
      expiry: CARD.expiry,
      securityCode: 'xxx',
    });
    expect(first.text).toContain('"amount":5.5');
    const second = await update(id, { order: { currency: 'USD' } });
    expect(second.json.session.version).toMatch(/^[0-9a-f]{8}02$/);
    expect(second.json.session.version.slice(0, 8)).not.toBe(first.json.session.version.slice(0, 8));
    expect(second.json.order).toEqual({ amount: 5.5, currency: 'USD' });
    expect(version).not.toBe(first.json.session.version);
    expect((await read(id)).json).toEqual(second.json);
  });

  it('answers an update with its correlation id', async () => {
    const { id } = await create();
    expect((await update(id, { correlationId: 'c-2' })).json.correlationId).toBe('c-2');
  });

  it('counts updates past ninety-nine', async () => {
    const { id } = await create();
    let last = '';
    for (let count = 0; count < 101; count += 1) {
      last = (await update(id, { userId: `${count}` })).json.session.version;
    }
    expect(last).toMatch(/^[0-9a-f]{8}01$/);
  });

  it('keeps every one of twenty concurrent updates', async () => {
    const { id } = await create();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => update(id, { order: { custom: { [`f${index}`]: 'x' } } })),
    );
    const { json } = await read(id);
    expect(Object.keys(json.order.custom)).toHaveLength(20);
    expect(json.session.version).toMatch(/20$/);
  });

  it('with another version than the stored one is refused, and stays unchanged', async () => {
    const { id, version } = await create();
    const { json: first } = await update(id, { session: { version }, order: { amount: '1', currency: 'EUR' } });
    const stale = await update(id, { session: { version }, order: { amount: '2' } });
    expect(stale.status).toBe(400);
    expect(stale.json.error).toMatchObject({ cause: 'INVALID_REQUEST', field: 'session.version' });
    expect((await read(id)).json).toEqual(first);
    const payment = await pay({ session: { id, version } });
    expect(payment.json.error).toMatchObject({ cause: 'INVALID_REQUEST', field: 'session.version' });
  });

  it('that is refused keeps its contents', async () => {
    const { id } = await create();
    const { json: before } = await update(id, { order: { amount: '1', currency: 'EUR' } });
    const refused = await update(id, { order: { amount: 'x' }, billing: { phone: '1' } });
    expect(refused.json.error.field).toBe('order.amount');
    expect((await read(id)).json).toEqual(before);
  });

  it.each([`SESSION${'0'.repeat(24)}`, 'x', 'SESSION%00', 'constructor'])(
    'with an unknown id, %s, is 400',
    async (id) => {
      for (const reply of [await read(id), await update(id, {})]) {
        expect(reply.status).toBe(400);
        expect(reply.json.error).toMatchObject({ cause: 'INVALID_REQUEST', field: 'session.id' });
      }
    },
  );

  it('of another merchant is answered as unknown', async () => {
    const { id } = await create();
    await update(id, card());
    const other = { merchant: 'OTHER' };
    const nobody = await read(`SESSION${'0'.repeat(24)}`, other);
    for (const reply of [await read(id, other), await update(id, { userId: 'x' }, other)]) {
      expect(reply.status).toBe(400);
      expect(reply.json.error.explanation).toBe(nobody.json.error.explanation);
    }
    const payment = await rig.api(
      'PUT',
      `/order/${newOrderId()}/transaction/1`,
      paying('PAY', { session: { id } }),
      other,
    );
    expect(payment.json.error.field).toBe('session.id');
  });

  it('ends thirty minutes after its last use', async () => {
    const { id } = await create();
    rig.later(29 * MINUTE);
    expect((await read(id)).status).toBe(200);
    rig.later(29 * MINUTE);
    expect((await read(id)).status).toBe(200);
    rig.later(31 * MINUTE);
    const ended = await read(id);
    expect([ended.status, ended.json.error.field]).toEqual([400, 'session.id']);
    expect((await update(id, {})).status).toBe(400);
  });

  it('ends at its own timeout', async () => {
    const { id } = await create();
    await update(id, { interaction: { timeout: 120 } });
    rig.later(121_000);
    expect((await read(id)).status).toBe(400);
  });
});

describe('paying with a session', () => {
  it.each(['AUTHORIZE', 'PAY', 'VERIFY'])('%s takes card and order from the session', async (apiOperation) => {
    const { id } = await create();
    await update(id, { ...card(), order: { amount: '7.00', currency: 'EUR', reference: 'S' } });
    const reply = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, {
      apiOperation,
      session: { id },
      sourceOfFunds: { type: 'CARD' },
    });
    expect([reply.status, reply.json.result]).toEqual([201, 'SUCCESS']);
    expect(reply.json.order).toMatchObject({ currency: 'EUR', reference: 'S' });
    expect(reply.json.order.id).not.toBeUndefined();
  });

  it('the request’s values override the session’s', async () => {
    const { id } = await create();
    await update(id, {
      sourceOfFunds: { provided: { card: { number: CARD.number, expiry: { month: '5', year: '39' } } } },
    });
    const reply = await pay({
      session: { id },
      sourceOfFunds: { provided: { card: { expiry: { month: '1', year: '39' }, securityCode: '102' } } },
    });
    expect([reply.json.result, csc(reply)]).toEqual(['SUCCESS', 'NO_MATCH']);
    expect(reply.json.sourceOfFunds.provided.card).toMatchObject({
      number: '512345xxxxxx0008',
      expiry: { month: '1', year: '39' },
    });
  });

  it('session and request together must be complete', async () => {
    const { id } = await create();
    await update(id, { sourceOfFunds: { provided: { card: { number: CARD.number } } } });
    const reply = await pay({ session: { id } });
    expect(reply.json.error).toMatchObject({
      field: 'sourceOfFunds.provided.card.expiry.month',
      validationType: 'MISSING',
    });
  });

  it('a session without an update cannot pay', async () => {
    const { id } = await create();
    const reply = await pay({ ...card(), session: { id } });
    expect(reply.status).toBe(400);
    expect(reply.json.error.explanation).toContain('NO_UPDATE');
  });

  it('a payment uses the given version of the session', async () => {
    const { id } = await create();
    const { json } = await update(id, card());
    expect((await pay({ session: { id, version: json.session.version } })).json.result).toBe('SUCCESS');
  });

  it('a repeat is answered after the session has changed and ended', async () => {
    const [{ id }, order] = [await create(), newOrderId()];
    await update(id, card());
    const first = await pay({ session: { id } }, order);
    await update(id, { userId: 'x' });
    rig.later(31 * MINUTE);
    expect((await pay({ session: { id } }, order)).text).toBe(first.text);
  });
});

describe('a security code in a session', () => {
  it('is sent by only one of two payments that start at once', async () => {
    const { id } = await create();
    await update(id, card());
    const replies = await Promise.all([pay({ session: { id } }), pay({ session: { id } })]);
    expect(replies.map(({ json }) => json.result)).toEqual(['SUCCESS', 'SUCCESS']);
    expect(replies.map(csc).sort()).toEqual(['MATCH', 'NOT_PRESENT']);
  });

  it.each([
    ['a success', {}],
    ['a decline', { expiry: { month: '5', year: '39' } }],
  ])('is erased after the first attempt: %s', async (_what, more) => {
    const { id } = await create();
    await update(id, card(more));
    expect(csc(await pay({ session: { id } }))).toBe('MATCH');
    expect((await read(id)).json.sourceOfFunds.provided.card).not.toHaveProperty('securityCode');
    expect(csc(await pay({ session: { id } }))).toBe('NOT_PRESENT');
  });

  it('stays when the attempt was refused before it started', async () => {
    const { id } = await create();
    await update(id, card());
    expect((await pay({ session: { id }, order: { amount: 'x', currency: 'EUR' } })).status).toBe(400);
    expect(csc(await pay({ session: { id } }))).toBe('MATCH');
  });

  it('is erased after fifteen minutes, before the session ends', async () => {
    const { id } = await create();
    await update(id, card());
    rig.later(14 * MINUTE);
    expect((await read(id)).json.sourceOfFunds.provided.card.securityCode).toBe('xxx');
    await update(id, { userId: 'x' });
    rig.later(MINUTE + 1_000);
    expect((await read(id)).json.sourceOfFunds.provided.card).not.toHaveProperty('securityCode');
    expect(csc(await pay({ session: { id } }))).toBe('NOT_PRESENT');
  });

  it('belongs to its card: another number drops it', async () => {
    const { id } = await create();
    await update(id, card());
    const { json } = await update(id, { sourceOfFunds: { provided: { card: { number: '4508750015741019' } } } });
    const { card: held } = json.sourceOfFunds.provided;
    expect([held.number, held.expiry, held.securityCode]).toEqual(['450875xxxxxx1019', CARD.expiry, undefined]);
    expect(csc(await pay({ session: { id } }))).toBe('NOT_PRESENT');
  });
});
