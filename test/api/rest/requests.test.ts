/** The format of a request: refused bodies, and ids. Habits of clients are in `test/clients`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, INNARDS, newOrderId, PASSWORD, PUBLIC_HOST, paying, type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

describe('information', () => {
  it.each([14, 39, 63, 100])('at version %d needs no credentials', async (version) => {
    const reply = await rig.call('GET', `/api/rest/version/${version}/information`, undefined, { authorization: null });
    expect([reply.status, reply.json]).toEqual([200, { gatewayVersion: '9.9.9', status: 'OPERATING' }]);
  });
});

describe('refused bodies', () => {
  it.each([
    ['text', 'hello'],
    ['a list', '[1]'],
    ['null', 'null'],
    ['a string', '"a"'],
    ['a number', '5'],
    ['form fields', 'apiOperation=PAY&order.amount=1'],
    ['two values', '{}{}'],
    ['a name twice', '{"apiOperation":"PAY","apiOperation":"VERIFY"}'],
    ['__proto__', '{"__proto__":{"isAdmin":true}}'],
    ['ten thousand levels', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['half of a pair', '{"userId":"\\ud800"}'],
    ['bad UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a byte order mark', '\uFEFF{}'],
    ['a NUL', '{"userId":"a\u0000"}'],
    ['64 KB of members', `[${Array(32_000).fill('1').join(',')}]`],
  ])('%s is answered with 400 in JSON, without internals', async (_what, body) => {
    const reply = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, body);
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({ error: { cause: 'INVALID_REQUEST' }, result: 'ERROR' });
    expect(reply.text).not.toMatch(INNARDS);
  });

  it.each([
    ['no operation', {}, 'MISSING'],
    ['an operation that is none', { apiOperation: 'STEAL' }, 'INVALID'],
    ['one of another address', { apiOperation: 'INITIATE_CHECKOUT' }, 'INVALID'],
    ['one in small letters', { apiOperation: 'pay' }, 'INVALID'],
    ['a name of every object', { apiOperation: 'constructor' }, 'INVALID'],
  ])('%s names apiOperation', async (_what, body, validationType) => {
    const reply = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, body);
    expect(reply.status).toBe(400);
    expect(reply.json.error).toMatchObject({ field: 'apiOperation', validationType });
  });

  it('every failing field is listed, the missing ones beside the wrong ones', async () => {
    const body = {
      apiOperation: 'PAY',
      order: { amount: 'x', currency: 'eur', item: [{ quantity: 1, unitPrice: 1 }] },
      billing: 'x',
    };
    const { json } = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, body);
    const fields = json.error.details.map(({ field }: { field: string }) => field);
    expect(fields.toSorted()).toEqual([
      'billing',
      'order.amount',
      'order.currency',
      'order.item[0].name',
      'sourceOfFunds.provided.card.expiry.month',
      'sourceOfFunds.provided.card.expiry.year',
      'sourceOfFunds.provided.card.number',
    ]);
    expect(json.error).toMatchObject({ field: fields[0], validationType: 'INVALID' });
  });
});

describe('ids', () => {
  const encoded = (id: string) => encodeURIComponent(id).replaceAll('.', '%2E');

  it.each([
    ['a%41 against aA', 'a%2541', 'aA'],
    ['A against %41', 'zA', 'z%2541'],
    ['a slash', 'x%2Fy', 'x'],
    ['dots', '%2E%2E', 'dots'],
    ['NFC against NFD', encoded('é'), encoded('e\u0301')],
    ['case', 'CASE', 'case'],
    ['a space', 'a%20b', 'a+b'],
    ['NUL', 'nul%00', 'nul'],
    ['a question mark', 'q%3Fx', 'q'],
    ['a hash', 'h%23x', 'h'],
    ['a semicolon', 's;x', 's'],
    ['astral characters', encoded('😀'.repeat(40)), encoded('😁'.repeat(40))],
  ])('%s are two orders', async (_what, one, other) => {
    const pay = (id: string, amount: string) =>
      rig.api('PUT', `/order/${id}/transaction/${id}`, paying('PAY', { order: { amount, currency: 'EUR' } }));
    const [first, second] = [await pay(one, '1.00'), await pay(other, '2.00')];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect([first.json.order.id, first.json.transaction.id]).toEqual([
      decodeURIComponent(one),
      decodeURIComponent(one),
    ]);
    expect([second.json.order.id, second.json.transaction.id]).toEqual([
      decodeURIComponent(other),
      decodeURIComponent(other),
    ]);
    expect((await rig.api('GET', `/order/${one}`)).text).toContain('"amount":1.00');
    expect((await rig.api('GET', `/order/${other}`)).text).toContain('"amount":2.00');
  });

  it('with dots in the address are literal ids, not relative paths', async () => {
    const reply = await rig.raw(
      [
        'GET /api/rest/version/100/merchant/TESTSHOP/order/.. HTTP/1.1',
        `Host: ${PUBLIC_HOST}`,
        `Authorization: ${basic('TESTSHOP', PASSWORD)}`,
        'Connection: close',
        '',
        '',
      ].join('\r\n'),
    );
    expect(reply).toMatch(/^HTTP\/1\.1 [24]00 /);
    expect(reply).not.toMatch(INNARDS);
  });

  it.each([
    ['the order’s', `/order/${'x'.repeat(41)}/transaction/1`, 'order.id'],
    ['the transaction’s', `/order/x/transaction/${'x'.repeat(41)}`, 'transaction.id'],
    ['astral ones', `/order/${encoded('😀'.repeat(41))}/transaction/1`, 'order.id'],
  ])('of 41 characters are refused: %s', async (_what, path, field) => {
    const reply = await rig.api('PUT', path, paying('PAY'));
    expect(reply.status).toBe(400);
    expect(reply.json.error).toMatchObject({ field, validationType: 'INVALID' });
  });

  it('a merchant’s id is its own, with any letters', async () => {
    for (const merchant of ['testshop', 'TESTSHOP%00', 'TESTSHOP%20', '%54ESTSHOPx']) {
      const reply = await rig.call('GET', `/api/rest/version/100/merchant/${merchant}/order/x`);
      expect(reply.status).toBe(401);
    }
  });
});
