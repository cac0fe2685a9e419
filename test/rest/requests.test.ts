/** How a request may look: versions, content types, bodies, ids, names that nobody knows. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, INNARDS, newOrderId, PASSWORD, PUBLIC_HOST, paying, type Rig, startRig } from './rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: 'STRICT', name: 'Strict', unknownFields: 'REJECT' });
});
afterAll(() => rig.close());

describe('information', () => {
  it.each([14, 39, 63, 100])('at version %d needs no credentials', async (version) => {
    const reply = await rig.call('GET', `/api/rest/version/${version}/information`, undefined, { authorization: null });
    expect([reply.status, reply.json]).toEqual([200, { gatewayVersion: '9.9.9', status: 'OPERATING' }]);
  });
});

describe('versions', () => {
  it.each([
    '800',
    'latest',
    '{version}',
    '13',
    '0',
    '101',
    '-1',
    '1e2',
    '100.0',
    'abc',
    '',
    '0100',
    '99999999999999999999',
    '%31%30%31',
  ])('%j is not supported, and told in the words that clients compare', async (version) => {
    const reply = await rig.call('GET', `/api/rest/version/${version}/information`);
    expect(reply.status).toBe(404);
    if (version !== '') {
      expect(reply.json.error.explanation).toContain(
        `Unsupported value for 'version = ${decodeURIComponent(version).slice(0, 20)}'; versions are 14 to 100`,
      );
    }
  });

  it('800 as clients find it, with those that there are', async () => {
    const { json } = await rig.api('POST', '/session', undefined, { version: 800 });
    expect(json.error).toMatchObject({
      cause: 'INVALID_REQUEST',
      explanation: "Unsupported value for 'version = 800'; versions are 14 to 100",
    });
  });

  it.each([14, 33, 34, 50, 62, 63, 100])('a payment works at %d, and its answer says so', async (version) => {
    const { status, json } = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, paying('PAY'), { version });
    expect([status, json.version, json.result]).toEqual([201, `${version}`, 'SUCCESS']);
  });
});

describe('content types', () => {
  it.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['application/json;charset=ISO-8859-1'],
    ['application/x-www-form-urlencoded'],
    ['text/plain'],
    ['text/plain;charset=UTF-8'],
    ['multipart/form-data'],
    ['application/octet-stream'],
    ['application/vnd.api+json'],
    ['json'],
    ['application/json,application/json'],
    ['*/*'],
    ['JSON; charset'],
  ])('%s is read as JSON', async (type) => {
    const reply = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, paying('PAY'), {
      headers: { 'Content-Type': type },
    });
    expect([reply.status, reply.json.result]).toEqual([201, 'SUCCESS']);
  });

  it('none is read as JSON', async () => {
    const reply = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, paying('PAY'));
    expect(reply.status).toBe(201);
  });
});

describe('bodies that hold nothing', () => {
  it.each([
    ['no body and no length', undefined, {}],
    ['a length of 0', '', {}],
    ['a length of 0 and a content type', '', { 'Content-Type': 'application/json' }],
    ['an empty object', '{}', {}],
    ['an empty array', '[]', {}],
    ['nulls', '{"authentication":null,"session":null}', {}],
    ['white space', ' \n', {}],
  ])('%s: a session is created', async (_what, body, headers) => {
    const reply = await rig.api('POST', '/session', body, { headers });
    expect([reply.status, reply.json.result]).toEqual([201, 'SUCCESS']);
  });

  it('an empty chunked body with Expect: 100-continue: a session is created', async () => {
    const answer = await rig.raw(
      [
        'POST /api/rest/version/100/merchant/TESTSHOP/session HTTP/1.1',
        `Host: ${PUBLIC_HOST}`,
        `Authorization: ${basic('TESTSHOP', PASSWORD)}`,
        'Transfer-Encoding: chunked',
        'Expect: 100-continue',
        'Connection: close',
        '',
        '0',
        '',
        '',
      ].join('\r\n'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 201 /);
    expect(answer).toContain('"result":"SUCCESS"');
  });

  it('a GET may carry a content type and a length of 0', async () => {
    const reply = await rig.api('GET', '/order/nobody', '', { headers: { 'Content-Type': 'application/json' } });
    expect(reply.json.error.explanation).toContain("'nobody'");
  });
});

describe('bodies that are refused', () => {
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
  ])('%s: 400 in JSON, with nothing of our innards', async (_what, body) => {
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

describe('names that the contract has not', () => {
  it('are ignored and told in a header', async () => {
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

  it('of great length make no header that breaks anything', async () => {
    const body = paying(
      'PAY',
      Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${'n'.repeat(500)}${index}`, 1])),
    );
    const reply = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, body);
    expect(reply.status).toBe(201);
    expect(String(reply.headers['x-ignored-fields']).length).toBeLessThanOrEqual(2_000);
  });

  it('are no header where there are none', async () => {
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

  it('dots as they stand in the address are an id and no way up', async () => {
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

  it('a merchant’s id is its own, whatever its letters', async () => {
    for (const merchant of ['testshop', 'TESTSHOP%00', 'TESTSHOP%20', '%54ESTSHOPx']) {
      const reply = await rig.call('GET', `/api/rest/version/100/merchant/${merchant}/order/x`);
      expect(reply.status).toBe(401);
    }
  });
});
