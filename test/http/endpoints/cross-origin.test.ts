/** Calls from scripts of merchants' pages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, PASSWORD, paying, type Rig, startRig } from '../../api/rest/rig.ts';

let rig: Rig;
let session: string;
beforeAll(async () => {
  rig = await startRig();
  session = (await rig.api('POST', '/session', {})).json.session.id;
});
afterAll(() => rig.close());

const MERCHANT = '/api/rest/version/100/merchant/TESTSHOP';
const Origin = 'https://shop.example';

const preflight = (path: string, method: string) =>
  rig.call('OPTIONS', path, undefined, {
    authorization: null,
    headers: {
      Origin,
      'Access-Control-Request-Headers': 'authorization,content-type',
      'Access-Control-Request-Method': method,
    },
  });
const called = (path: string, password: string, body: object) =>
  rig.call('PUT', path, body, { authorization: basic('TESTSHOP', password), headers: { Origin } });
const shown = ({ headers }: { headers: Record<string, unknown> }) => headers['access-control-allow-origin'];

describe('a CORS preflight', () => {
  it.each(['/session/x', '/order/a/transaction/1'])('may PUT to %s with the credentials of a session', async (path) => {
    const { status, headers, text } = await preflight(MERCHANT + path, 'PUT');
    expect([status, text]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-allow-methods': 'PUT',
      'access-control-allow-origin': '*',
      'access-control-max-age': '7200',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  it.each([
    ['GET', '/session/x'],
    ['DELETE', '/session/x'],
    ['GET', '/order/a/transaction/1'],
    ['GET', '/order/a'],
    ['POST', '/session'],
    ['POST', '/token'],
    ['PUT', '/token/1'],
    ['POST', '/paymentOptionsInquiry'],
  ])('may not %s %s', async (method, path) => {
    const reply = await preflight(MERCHANT + path, method);
    expect([reply.status, shown(reply)]).toEqual([405, undefined]);
  });
});

describe('an answer', () => {
  it('to the session’s own id can be read by any page', async () => {
    const reply = await called(`${MERCHANT}/session/${session}`, session, { customer: { firstName: 'Ada' } });
    expect([reply.status, shown(reply)]).toEqual([200, '*']);
  });

  it('that refuses a session’s id can be read as well', async () => {
    const reply = await called(`${MERCHANT}/session/${session}`, `SESSION${'0'.repeat(24)}`, {});
    expect([reply.status, shown(reply)]).toEqual([401, '*']);
  });

  it('to a merchant’s password cannot be read: it does not belong into a page', async () => {
    const reply = await called(`${MERCHANT}/session/${session}`, PASSWORD, { customer: { firstName: 'Ada' } });
    expect([reply.status, shown(reply)]).toEqual([200, undefined]);
  });

  it('to a merchant’s password that a page of another site sends is a refusal without an effect', async () => {
    const at = `${MERCHANT}/order/from-a-page/transaction/1`;
    const replies = await Promise.all(
      ['cross-site', 'same-site'].map((site) =>
        rig.call('PUT', at, paying('PAY'), { headers: { Origin, 'Sec-Fetch-Site': site } }),
      ),
    );
    expect(replies.map((reply) => [reply.status, shown(reply)])).toEqual([
      [403, undefined],
      [403, undefined],
    ]);
    expect((await rig.api('GET', '/order/from-a-page')).status).toBe(400);
  });

  it('to a payment by the session’s id is a refusal, which the page may read', async () => {
    const reply = await called(`${MERCHANT}/order/a/transaction/1`, session, {
      apiOperation: 'PAY',
      order: { amount: 10, currency: 'EUR' },
      session: { id: session },
    });
    expect([reply.status, reply.json.error.explanation]).toEqual([401, 'Invalid credentials.']);
  });
});
