/** PayPal's own addresses: payers are redirected, and certificates read, only there. */
import { describe, expect, it } from 'vitest';
import { PAYPAL_SITES, simulatorSite } from '../../../../src/adapters/providers/paypal/paypal-sites.ts';

const { live, sandbox } = PAYPAL_SITES;
const simulator = simulatorSite('http://127.0.0.1:8090');
const CERT = '/v1/notifications/certs/CERT-360caa42-fca2a594-5edc0ebc';

describe('a certificate', () => {
  it.each([
    [live, `https://api.paypal.com${CERT}`],
    [live, `https://api-m.paypal.com${CERT}`],
    [sandbox, `https://api.sandbox.paypal.com${CERT}`],
    [simulator, `http://127.0.0.1:8090/providers/paypal${CERT}`],
  ])('is read from PayPal’s own addresses %#', (site, url) => {
    expect(site.isCertificate(new URL(url))).toBe(true);
  });

  it.each([
    `http://api.paypal.com${CERT}`,
    `https://api.sandbox.paypal.com${CERT}`,
    `https://api.paypal.com:8443${CERT}`,
    `https://api.paypal.com.evil.example${CERT}`,
    `https://evil.example/api.paypal.com${CERT}`,
    `https://evil.example#@api.paypal.com${CERT}`,
    `https://api.paypal.com@evil.example${CERT}`,
    `https://user:word@api.paypal.com${CERT}`,
    `https://www.paypal.com${CERT}`,
    `https://api.paypal.com${CERT}?to=https://evil.example`,
    `https://api.paypal.com${CERT}#x`,
    'https://api.paypal.com/v1/notifications/certs/',
    'https://api.paypal.com/v1/notifications/certs/a/../../../oauth2/token',
    'https://api.paypal.com/v1/notifications/certs/%2e%2e%2fx',
    `https://api.paypal.com//v1/notifications/certs/CERT-1`,
    `file:///v1/notifications/certs/CERT-1`,
    `https://169.254.169.254${CERT}`,
    `https://[::1]${CERT}`,
    `https://localhost${CERT}`,
  ])('is not read from %s', (url) => {
    expect(live.isCertificate(new URL(url))).toBe(false);
  });

  it('of the simulator is read from the simulator only', () => {
    for (const url of [
      `http://127.0.0.1:8091/providers/paypal${CERT}`,
      `http://localhost:8090/providers/paypal${CERT}`,
      `http://127.0.0.1:8090${CERT}`,
      `https://api.paypal.com${CERT}`,
      `http://x@127.0.0.1:8090/providers/paypal${CERT}`,
      'http://127.0.0.1:8090/providers/paypal/v1/notifications/certs/../../checkoutnow',
    ]) {
      expect(simulator.isCertificate(new URL(url)), url).toBe(false);
    }
  });
});

describe('a simulator at another API address', () => {
  const apart = simulatorSite('http://127.0.0.1:9000', 'http://127.0.0.1:8090');

  it('keeps its own pages and certificates', () => {
    expect(apart.api).toBe('http://127.0.0.1:9000/providers/paypal');
    expect(apart.isPage(new URL('http://127.0.0.1:8090/providers/paypal/checkoutnow'))).toBe(true);
    expect(apart.isPage(new URL('http://127.0.0.1:9000/providers/paypal/checkoutnow'))).toBe(false);
    expect(apart.isCertificate(new URL(`http://127.0.0.1:8090/providers/paypal${CERT}`))).toBe(true);
    expect(apart.anchors).toEqual({ url: 'http://127.0.0.1:8090/providers/paypal/ca.pem' });
  });
});

it('refusals can be forced at the simulator and at PayPal’s sandbox, and not in production', () => {
  expect([simulator.isForTests, sandbox.isForTests, live.isForTests]).toEqual([true, true, false]);
});

describe('a payer’s page', () => {
  it('is PayPal’s own', () => {
    expect(live.isPage(new URL('https://www.paypal.com/checkoutnow?token=1'))).toBe(true);
    expect(sandbox.isPage(new URL('https://www.sandbox.paypal.com/checkoutnow?token=1'))).toBe(true);
    expect(simulator.isPage(new URL('http://127.0.0.1:8090/providers/paypal/checkoutnow?token=1'))).toBe(true);
  });

  it.each([
    'http://www.paypal.com/checkoutnow?token=1',
    'https://www.paypal.com.evil.example/checkoutnow',
    'https://www.sandbox.paypal.com/checkoutnow',
    'https://evil.example/checkoutnow',
    'https://www.paypal.com@evil.example/',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('is not %s', (url) => {
    expect(live.isPage(new URL(url))).toBe(false);
  });
});
