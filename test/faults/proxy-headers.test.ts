/**
 * The files in `deploy/proxies/`, each in front of one gateway process: TLS, certificates of merchants, the address of
 * the caller, the operator's addresses, and the away page.
 */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../src/adapters/store/store.ts';
import { createAuthority } from '../support/certificates.ts';
import { freePorts } from '../support/ports.ts';
import { type Stack, startStack } from '../support/stack.ts';
import { checkNginx, PROXIES, type RunningProxy, startProxy } from './proxies.ts';

/** Another address of this machine than the proxies'. */
const CALLER = '127.0.0.2';
const MERCHANT = 'CERTSHOP';
const ORDER = `/api/rest/version/100/merchant/${MERCHANT}/order/ORDER-1`;

let stack: Stack;
let port: number;
beforeAll(async () => {
  [port = 0] = await freePorts(1);
  const proxies = '127.0.0.1';
  const env = { TRUSTED_PROXIES: proxies, CLIENT_CERT_PROXIES: proxies };
  stack = await startStack({ balancerPort: port, isBalancerTls: true, env });
});
afterAll(() => stack.close());

async function call(
  { ca }: RunningProxy,
  path: string,
  { headers, ...options }: RequestOptions = {},
): Promise<{ readonly status: number; readonly headers: IncomingMessage['headers']; readonly text: string }> {
  const own = { host: '127.0.0.1', port, servername: 'localhost', localAddress: CALLER, ca, agent: false, path };
  const sent = request({ ...own, headers: { Host: `localhost:${port}`, ...headers }, ...options });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, text: await textOf(response) };
}

async function admit(certificate: string): Promise<void> {
  const store = await openStore(`sqlite:${stack.storeFile}`, { owner: false });
  await store.merchants.put({ id: MERCHANT, name: 'Certificates', certificates: [certificate] }, Date.now());
  await store.close();
}

for (const [name, proxy] of Object.entries(PROXIES)) {
  it.skipIf(proxy.program === undefined)(
    `${name} forwards the caller's own certificate and address, and hides the metrics`,
    async () => {
      const running = await startProxy(proxy, stack.gateways, port);
      try {
        const shop = running.clients.issue({ name: 'shop', use: 'client' });
        await admit(shop.fingerprint);
        const certificate = { cert: shop.cert, key: shop.key };
        const forged = { 'Client-Cert': `:${shop.der.toString('base64')}:` };
        const statusOf = async (options: RequestOptions) => (await call(running, ORDER, options)).status;
        // The order does not exist.
        await expect.poll(() => statusOf(certificate)).toBe(400);
        expect(await statusOf({ headers: forged })).toBe(401);
        const other = createAuthority('Others').issue({ name: 'shop', use: 'client' });
        expect(await statusOf({ cert: other.cert, key: other.key }).catch(() => 'refused')).toBeOneOf([400, 'refused']);

        const headers = { Authorization: 'Basic eDp5', 'X-Forwarded-For': '192.0.2.1', Forwarded: 'for=192.0.2.2' };
        expect(await statusOf({ headers })).toBe(401);
        const { output } = stack.gateway;
        await expect.poll(() => output().split('\n').at(-2)).toContain(`"from":"${CALLER}"`);
        expect(output()).not.toContain('192.0.2.');

        expect((await call(running, '/metrics')).status).toBe(404);
        expect((await call(running, '/docs/errors')).status).toBe(200);
      } finally {
        await running.close();
      }
    },
  );
}

for (const [name, proxy] of Object.entries(PROXIES)) {
  it.skipIf(proxy.program === undefined)(`${name} answers with the away page while no process answers`, async () => {
    const running = await startProxy(proxy, stack.gateways, port);
    await stack.gateway.kill();
    try {
      const { status, headers, text } = await call(running, '/checkout/pay/SESSION1');
      expect([502, 503]).toContain(status);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '10' });
      expect(headers['content-type']).toContain('text/html');
      expect(text).toContain('please don’t pay again');
    } finally {
      await running.close();
      await stack.gateway.start();
    }
  });
}

it.skipIf(PROXIES.nginx?.program === undefined)("nginx accepts the example's own addresses", async () => {
  expect(await checkNginx()).toMatchObject({ status: 0 });
});
