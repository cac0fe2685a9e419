import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, INNARDS, newOrderId, PASSWORD, PUBLIC_HOST, paying, type Rig, startRig } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const MERCHANT = '/api/rest/version/100/merchant/TESTSHOP';
const AUTH = `Authorization: ${basic('TESTSHOP', PASSWORD)}`;
/** A request as text: lines, an empty line, a body. */
const lines = (...texts: string[]) => `${texts.join('\r\n')}\r\n\r\n`;
const statusOf = (text: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
const bodyOf = (text: string) => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4));

describe('the host', () => {
  it.each([
    ['another host', ['Host: evil.example']],
    ['another port', ['Host: localhost:8081']],
    ['no port', ['Host: localhost']],
    ['an empty one', ['Host: ']],
    ['user information', ['Host: a@localhost:8080']],
    ['two hosts', [`Host: ${PUBLIC_HOST}`, 'Host: evil.example']],
    ['twice the right one', [`Host: ${PUBLIC_HOST}`, `Host: ${PUBLIC_HOST}`]],
  ])('%s is answered with 421 in JSON, and reflected nowhere', async (_what, headers) => {
    const answer = await rig.raw(lines(`GET ${MERCHANT}/order/x HTTP/1.1`, ...headers, AUTH, 'Connection: close'));
    expect(statusOf(answer)).toBe(421);
    expect(bodyOf(answer)).toMatchObject({ error: { cause: 'INVALID_REQUEST' }, result: 'ERROR' });
    expect(answer).not.toContain('evil.example');
  });

  it('an address with a scheme and a host is answered with 421 in JSON', async () => {
    const answer = await rig.raw(
      lines(`GET http://${PUBLIC_HOST}${MERCHANT}/order/x HTTP/1.1`, `Host: ${PUBLIC_HOST}`, AUTH, 'Connection: close'),
    );
    expect(statusOf(answer)).toBe(421);
    expect(bodyOf(answer).result).toBe('ERROR');
  });

  it.each(['http://evil.example/', 'http://evil.example/checkout/pay/x', 'http://evil.example/%zz', '*'])(
    'an address that is not a path, %s, is answered with 421 in JSON',
    async (address) => {
      const answer = await rig.raw(
        lines(`OPTIONS ${address} HTTP/1.1`, `Host: ${PUBLIC_HOST}`, AUTH, 'Connection: close'),
      );
      expect(statusOf(answer)).toBe(421);
      expect(bodyOf(answer).result).toBe('ERROR');
      expect(answer).not.toContain('evil.example');
    },
  );

  it('another host is refused before an address that cannot be read', async () => {
    const { status } = await rig.call('GET', '/checkout/pay/%zz', undefined, { headers: { Host: 'evil.example' } });
    expect(status).toBe(421);
  });

  it('a payer’s page is refused at another host with 421 too', async () => {
    const { status } = await rig.call('GET', `/checkout/pay/SESSION${'a'.repeat(24)}`, undefined, {
      headers: { Host: 'evil.example' },
    });
    expect(status).toBe(421);
  });

  it('a request without a host is refused', async () => {
    expect(statusOf(await rig.raw(lines(`GET ${MERCHANT}/order/x HTTP/1.1`, 'Connection: close')))).toBe(400);
  });

  it('is not read from X-Forwarded-Host or Forwarded', async () => {
    const headers = {
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'https',
      Forwarded: 'host=evil.example;proto=https',
    };
    const body = {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'PURCHASE' },
      order: { id: newOrderId(), amount: '1', currency: 'EUR' },
    };
    const reply = await rig.api('POST', '/session', body, { headers });
    expect(reply.status).toBe(201);
    expect(reply.json.checkout.url).toMatch(new RegExp(`^http://${PUBLIC_HOST}/checkout/pay/SESSION`));
    expect(reply.text + JSON.stringify(reply.headers)).not.toContain('evil.example');
  });

  it('is compared without case, and probes answer under any', async () => {
    const named = (host: string, path: string) => rig.call('GET', path, undefined, { headers: { Host: host } });
    expect((await named('LOCALHOST:8080', '/api/rest/version/100/information')).status).toBe(200);
    expect((await named('10.0.0.1', '/healthz')).json).toEqual({ status: 'ok' });
    expect((await named('10.0.0.1', '/readyz')).status).toBe(200);
  });
});

describe('malformed HTTP', () => {
  it.each([
    ['no request line', 'hello\r\n\r\n'],
    ['a space in the address', lines('GET /a b HTTP/1.1', `Host: ${PUBLIC_HOST}`)],
    ['another protocol', lines('GET / HTTP/9.9', `Host: ${PUBLIC_HOST}`)],
    ['a method that is none', lines('STEAL / HTTP/1.1', `Host: ${PUBLIC_HOST}`)],
    ['a header without a name', lines('GET / HTTP/1.1', `Host: ${PUBLIC_HOST}`, ': x')],
    ['a space before the colon', lines('GET / HTTP/1.1', `Host: ${PUBLIC_HOST}`, 'X-A : x')],
    ['a control character in a header', lines('GET / HTTP/1.1', `Host: ${PUBLIC_HOST}`, 'X-A: a\u0000b')],
    [
      'two lengths',
      lines(
        `PUT ${MERCHANT}/order/a/transaction/1 HTTP/1.1`,
        `Host: ${PUBLIC_HOST}`,
        'Content-Length: 2',
        'Content-Length: 3',
      ),
    ],
    [
      'a length and chunks',
      lines(
        `PUT ${MERCHANT}/order/a/transaction/1 HTTP/1.1`,
        `Host: ${PUBLIC_HOST}`,
        'Content-Length: 2',
        'Transfer-Encoding: chunked',
      ),
    ],
    [
      'a negative length',
      lines(`PUT ${MERCHANT}/order/a/transaction/1 HTTP/1.1`, `Host: ${PUBLIC_HOST}`, 'Content-Length: -1'),
    ],
    [
      'a chunk without a size',
      `${lines(`PUT ${MERCHANT}/order/a/transaction/1 HTTP/1.1`, `Host: ${PUBLIC_HOST}`, AUTH, 'Transfer-Encoding: chunked')}zz\r\n`,
    ],
    [
      'chunks of HTTP/1.0, which has none',
      `${lines(`POST ${MERCHANT}/session HTTP/1.0`, `Host: ${PUBLIC_HOST}`, AUTH, 'Connection: keep-alive', 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`,
    ],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001'],
  ])('%s is 400 in JSON, and the connection ends', async (_what, text) => {
    const answer = await rig.raw(text);
    expect(statusOf(answer)).toBe(400);
    expect(bodyOf(answer)).toMatchObject({ error: { cause: 'INVALID_REQUEST' }, result: 'ERROR' });
    expect(answer).not.toMatch(INNARDS);
  });

  it('is answered with a support code, which the log has without any of the input', async () => {
    const answer = await rig.raw(lines('GET / HTTP/1.1', `Host: ${PUBLIC_HOST}`, 'X-A : canary-of-a-header'));
    const { supportCode } = bodyOf(answer).error;
    const found = () => rig.logged.filter((each) => each.includes(supportCode));
    await expect.poll(found).toHaveLength(1);
    expect(JSON.parse(found()[0]!)).toMatchObject({ status: 400, code: expect.stringMatching(/^HPE_/) });
    expect(rig.logged.join('')).not.toContain('canary-of-a-header');
  });

  it('headers of more than 16 KB are 431 in JSON', async () => {
    const answer = await rig.raw(lines('GET / HTTP/1.1', `Host: ${PUBLIC_HOST}`, `X-A: ${'a'.repeat(17_000)}`));
    expect(statusOf(answer)).toBe(431);
    expect(bodyOf(answer).result).toBe('ERROR');
  });

  it('the gateway answers the next request', async () => {
    expect((await rig.call('GET', '/api/rest/version/100/information')).status).toBe(200);
  });
});

describe('bodies that are too large', () => {
  const path = () => `/order/${newOrderId()}/transaction/1`;

  it.each([
    ['with a length', {}],
    ['in chunks', { 'Transfer-Encoding': 'chunked' }],
  ])('64 KB and one byte %s are 413 in JSON', async (_what, headers) => {
    const reply = await rig.api('PUT', path(), 'x'.repeat(65_537), { headers });
    expect(reply.status).toBe(413);
    expect(reply.json.error.explanation).toContain('65536');
  });

  it('64 KB are read', async () => {
    const body = JSON.stringify(paying('PAY', { ignored: '' }));
    const reply = await rig.api(
      'PUT',
      path(),
      body.replace('"ignored":""', `"ignored":"${'x'.repeat(65_536 - body.length)}"`),
    );
    expect(reply.status).toBe(201);
    expect(reply.headers['x-ignored-fields']).toBe('ignored');
  });

  it('a body shorter than its length ends the connection instead of waiting without end', async () => {
    const answer = await rig.raw(
      lines(
        `PUT ${MERCHANT}${path()} HTTP/1.1`,
        `Host: ${PUBLIC_HOST}`,
        AUTH,
        'Content-Length: 1000000000',
        'Connection: close',
      ),
    );
    expect(statusOf(answer)).toBe(413);
  });
});

describe('methods', () => {
  const SESSION = `${MERCHANT}/session`;
  it.each([
    ['POST', `${MERCHANT}/order/a/transaction/1`, 'PUT, GET'],
    ['DELETE', `${MERCHANT}/order/a/transaction/1`, 'PUT, GET'],
    ['PATCH', `${MERCHANT}/order/a/transaction/1`, 'PUT, GET'],
    ['PUT', `${MERCHANT}/order/a`, 'GET'],
    ['GET', SESSION, 'POST'],
    ['DELETE', `${SESSION}/x`, 'PUT, GET'],
    ['POST', '/api/rest/version/100/information', 'GET'],
    ['OPTIONS', `${MERCHANT}/order/a/transaction/1`, 'PUT, GET'],
    ['OPTIONS', SESSION, 'POST'],
    ['OPTIONS', '/api/rest/version/100/information', 'GET'],
  ])('%s %s is 405 with Allow', async (method, path, allow) => {
    const reply = await rig.call(method, path);
    expect(reply.status).toBe(405);
    expect(String(reply.headers.allow).split(', ').sort()).toEqual(allow.split(', ').sort());
    expect(reply.json).toMatchObject({ error: { cause: 'INVALID_REQUEST' }, result: 'ERROR' });
  });

  it.each(['OPTIONS', 'TRACE', 'HEAD'])('%s reaches no route and shows nothing', async (method) => {
    const reply = await rig.call(method, `${MERCHANT}/order/a`, undefined, { authorization: null });
    expect([400, 401, 404, 405]).toContain(reply.status);
    expect(reply.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('addresses', () => {
  it.each([
    '/api/rest/version/100/merchant/TESTSHOP',
    '/api/nothing',
    '/api/',
    `${MERCHANT}/order//transaction/1/x`,
    `${MERCHANT}/orders/a`,
  ])('an unknown address, %s, is 404 in JSON', async (path) => {
    const reply = await rig.call('GET', path);
    expect(reply.status).toBe(404);
    expect(reply.json.result).toBe('ERROR');
  });

  it.each([
    '/view/pay',
    '/_image?href=x',
    '/_actions/x',
    '/_server-islands/x',
    '/dist/server/entry.mjs',
    '/package.json',
    '/_astro/../server/entry.mjs',
    '/_astro/%2e%2e/server/entry.mjs',
    '/.env',
    '//evil.example/',
  ])('an unknown address, %s, is 404', async (path) => {
    const reply = await rig.call('GET', path);
    expect(reply.status).toBe(404);
    expect(reply.text).not.toMatch(INNARDS);
  });

  it.each(['%', '%zz', '%E0%A4', '%ff', '%c0%af'])('an id that is wrongly encoded, %s, is 400 in JSON', async (id) => {
    const reply = await rig.api('GET', `/order/${id}`);
    expect(reply.status).toBe(400);
    expect(reply.json.result).toBe('ERROR');
  });

  it.each([
    ['order', `/order/${'a'.repeat(5_000)}`, 'order.id'],
    ['transaction', `/order/a/transaction/${'%41'.repeat(2_000)}`, 'transaction.id'],
    ['session', `/session/${'a'.repeat(5_000)}`, 'session.id'],
  ])('an id of an %s that is far too long is refused by its name', async (_what, path, field) => {
    const reply = await rig.api('GET', path);
    expect([reply.status, reply.json.error?.field]).toEqual([400, field]);
  });

  it('a merchant’s id that is far too long is answered as unknown', async () => {
    const reply = await rig.api('GET', '/order/a', undefined, { merchant: 'A'.repeat(5_000) });
    expect(reply.status).toBe(401);
  });

  it('a page whose session’s id is far too long is not found', async () => {
    const reply = await rig.call('GET', `/checkout/pay/${'a'.repeat(5_000)}`);
    expect([reply.status, reply.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it('an address that cannot be read leaves its line in the log', async () => {
    const { json } = await rig.call('GET', '/api/rest/%zz');
    const found = () => rig.logged.filter((each) => each.includes(json.error.supportCode));
    await expect.poll(found).toHaveLength(1);
    expect(JSON.parse(found()[0]!)).toMatchObject({ method: 'GET', status: 400 });
  });

  it('an encoded address of the interface is answered in JSON, or not at all', async () => {
    const reply = await rig.call('GET', '/%61pi/rest/version/100/merchant/TESTSHOP/order/nobody');
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.json.result).toBe('ERROR');
  });

  it.each(['/session/', '/order/nobody/', '/order/nobody/transaction/1/'])(
    'a slash at the end of %s is accepted',
    async (path) => {
      const reply = await rig.api(path === '/session/' ? 'POST' : 'GET', path);
      expect(reply.status).toBe(path === '/session/' ? 201 : 400);
      if (path !== '/session/') {
        expect(reply.json.error.explanation).toContain("'nobody'");
      }
    },
  );

  it('a fragment in the request line does not change the id', async () => {
    const [order, other] = [newOrderId(), newOrderId()];
    await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'));
    const answer = await rig.raw(
      lines(`GET ${MERCHANT}/order/${other}#/../${order} HTTP/1.1`, `Host: ${PUBLIC_HOST}`, AUTH, 'Connection: close'),
    );
    expect(statusOf(answer)).toBe(400);
    expect(answer).not.toContain('totalCapturedAmount');
  });

  it('a query is ignored', async () => {
    expect((await rig.call('GET', '/api/rest/version/100/information?a=1&a=2')).status).toBe(200);
  });
});

describe('headers of answers', () => {
  it.each([
    ['a success', 'GET', '/api/rest/version/100/information'],
    ['a refusal', 'GET', `${MERCHANT}/order/nobody`],
    ['nothing there', 'GET', '/api/x'],
  ])('%s is JSON that no cache keeps and no page frames', async (_what, method, path) => {
    const { headers } = await rig.call(method, path);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    for (const name of ['x-powered-by', 'server', 'access-control-allow-origin', 'set-cookie']) {
      expect(headers[name]).toBeUndefined();
    }
  });

  it('every error has a support code that the log finds', async () => {
    const { json } = await rig.api('GET', '/order/nobody');
    expect(json.error.supportCode).toMatch(/^[\w-]{8,}$/);
    // The line is written after the answer has left.
    await expect.poll(() => rig.logged.join('')).toContain(json.error.supportCode);
  });

  it('the log has patterns in place of ids', async () => {
    const { json } = await rig.api('GET', '/order/secret-order-id');
    const line = () => rig.logged.find((each) => each.includes(json.error.supportCode));
    await expect.poll(line).toContain('/order/:order');
    expect(JSON.parse(line() ?? '{}')).toMatchObject({ merchant: 'TESTSHOP', order: 'secret-order-id' });
    expect(rig.logged.join('')).not.toContain('/order/secret-order-id');
  });
});
