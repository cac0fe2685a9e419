/** Clients without data send no body, an empty one, or one of nulls, empty texts and empty arrays. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, newOrderId, PASSWORD, PUBLIC_HOST, paying, type Rig, startRig } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

describe('empty bodies', () => {
  it.each([
    ['no body and no length', undefined, {}],
    ['a length of 0', '', {}],
    ['a length of 0 and a content type', '', { 'Content-Type': 'application/json' }],
    ['an empty object', '{}', {}],
    ['an empty array', '[]', {}],
    ['nulls', '{"authentication":null,"session":null}', {}],
    ['white space', ' \n', {}],
  ])('%s creates a session', async (_what, body, headers) => {
    const reply = await rig.api('POST', '/session', body, { headers });
    expect([reply.status, reply.json.result]).toEqual([201, 'SUCCESS']);
  });

  it('an empty chunked body with Expect: 100-continue creates a session', async () => {
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

it.each(['PAY', 'AUTHORIZE', 'VERIFY'])('a %s treats nulls and PHP’s empty arrays as absent', async (operation) => {
  const empty = { billing: [], customer: [], shipping: { contact: [], address: null }, airline: [], device: null };
  const nulls = {
    '3DSecureId': null,
    '3DSecure': null,
    authentication: { transactionId: null, '3ds2': [] },
    session: { id: null, version: null },
    agreement: { id: null },
    posTerminal: [],
    userId: null,
  };
  const order = { amount: '12.00', currency: 'EUR', item: [], custom: [], subMerchant: null, tax: [] };
  const reply = await rig.api('PUT', `/order/${newOrderId()}/transaction/1`, {
    ...paying(operation, { order }),
    ...empty,
    ...nulls,
  });
  expect([reply.status, reply.json.result, reply.headers['x-ignored-fields']]).toEqual([201, 'SUCCESS', undefined]);
  expect([reply.json.billing, reply.json.customer, reply.json.shipping]).toEqual([undefined, undefined, undefined]);
});
