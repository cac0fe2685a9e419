/** Headers of every answer: pages, redirections, errors, files, programs. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newOrderId, type Reply, type Rig, startRig } from '../api/rest/rig.ts';

const ORIGIN = 'https://pay.example';
const SESSION = `SESSION${'0'.repeat(24)}`;

let rig: Rig;
/** The session of an existing checkout. */
let session: string;
beforeAll(async () => {
  rig = await startRig({ PUBLIC_ORIGIN: ORIGIN, SECURITY_CONTACT: 'mailto:security@pay.example' });
  const { json } = await rig.api('POST', '/session', {
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: { operation: 'PURCHASE' },
    order: { id: newOrderId(), amount: '10.00', currency: 'EUR' },
  });
  session = json.session.id;
});
afterAll(() => rig.close());

const get = (path: string, headers = {}) => rig.call('GET', path, undefined, { authorization: null, headers });
const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: ORIGIN };

/** The request, its status, and whether the answer is a page. */
const ANSWERS: readonly (readonly [string, number, boolean, () => Promise<Reply>])[] = [
  ['an answer of the interface', 200, false, () => rig.api('GET', '/paymentOptionsInquiry')],
  ['a refusal of the interface', 401, false, () => get('/api/rest/version/100/merchant/TESTSHOP/order/x')],
  ['an unknown address of the interface', 404, false, () => get('/api/rest/nothing')],
  [
    'a method that there is not',
    405,
    false,
    () => rig.call('DELETE', '/api/rest/version/100/merchant/TESTSHOP/order/x'),
  ],
  ['a page', 404, true, () => get(`/checkout/pay/${SESSION}`)],
  ['an address that is no page', 404, true, () => get('/nothing')],
  ['an address that cannot be read', 400, true, () => get('/checkout/pay/%zz')],
  [
    'a redirection',
    303,
    false,
    () => rig.call('POST', `/checkout/pay/${session}`, 'method=card', { authorization: null, headers: form }),
  ],
  [
    'a form of another site',
    403,
    true,
    () =>
      rig.call('POST', `/checkout/pay/${SESSION}`, 'method=card', {
        authorization: null,
        headers: { ...form, Origin: 'https://evil.example' },
      }),
  ],
  ['another host', 421, true, () => get('/checkout/pay/x', { Host: 'evil.example' })],
  ['too long a body', 413, false, () => rig.api('PUT', '/order/x/transaction/1', 'x'.repeat(70_000))],
  ['an icon', 200, false, () => get('/favicon.svg')],
  ['a script for shops', 200, false, () => get('/static/checkout/checkout.min.js')],
  ['the list of scripts', 200, false, () => get('/static/scripts.json')],
  ['a field for shops', 200, true, () => get('/form/version/100/merchant/TESTSHOP/field')],
  [
    'the last page of a bank’s frame',
    200,
    true,
    () => rig.call('POST', '/checkout/authentication/x/method', 'a=b', { authorization: null }),
  ],
  ['the reference', 200, true, () => get('/docs')],
  ['its document for tools', 200, false, () => get('/docs/openapi.json')],
  ['a probe', 200, false, () => get('/healthz')],
  ['the metrics', 200, false, () => get('/metrics')],
  ['a report of a browser', 204, false, () => rig.call('POST', '/csp-report', '{}', { authorization: null })],
  ['security.txt', 200, false, () => get('/.well-known/security.txt')],
  ['keys of return receipts', 200, false, () => get('/.well-known/jwks.json')],
];

describe.each(ANSWERS)('%s', (_name, status, isPage, ask) => {
  it('is served by https alone, without content sniffing, and has a policy', async () => {
    const { headers, status: answered } = await ask();
    expect(answered).toBe(status);
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('states its character encoding', async () => {
    const type = (await ask()).headers['content-type'];
    expect(type ?? '').toMatch(isPage ? /^text\/html; charset=utf-8$/ : /^$|charset=utf-8|^image\/svg\+xml$/);
  });
});

describe('a payer’s page', () => {
  it('has each header of the list', async () => {
    const { headers } = await get(`/checkout/pay/${SESSION}`);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'reporting-endpoints': 'csp="/csp-report"',
    });
    expect(headers['permissions-policy']).toContain('payment=(self)');
    const policy = (headers['content-security-policy'] as string).split('; ');
    expect(policy.filter((directive) => !directive.startsWith('style-src'))).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
      'report-uri /csp-report',
      'report-to csp',
    ]);
    expect(policy.join()).not.toMatch(/unsafe-|\*/);
  });
});
