/** Access tokens: one request for many callers, renewed before they expire, and once where PayPal rejects one. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createJsonClient } from '../../../../src/adapters/http-json.ts';
import { PayPalAccessTokens } from '../../../../src/adapters/providers/paypal/access-tokens.ts';
import { PayPalClient } from '../../../../src/adapters/providers/paypal/paypal-client.ts';
import { created, rigWith, told } from './rig.ts';

const accountOf = (clientId: string, clientSecret = 'secret-of-it') => ({
  merchantId: 'TESTSHOP',
  members: { clientId, clientSecret, webhookId: 'W1' },
});
const SHOP = accountOf('client-of-shop');

interface Heard {
  readonly path: string;
  readonly authorization: string;
  readonly body: string;
}

interface Server {
  readonly api: string;
  readonly heard: Heard[];
  /** The lifetime of tokens, in seconds. */
  lastsSeconds: number;
  /** Answers in place of a token. */
  tokenAnswer: ((response: ServerResponse) => void) | undefined;
  /** The API's status for a token. */
  statusOf: (token: string) => number;
  clock: number;
}

async function openServer(): Promise<Server> {
  const self: Server = {
    api: '',
    heard: [],
    lastsSeconds: 3_600,
    tokenAnswer: undefined,
    statusOf: () => 200,
    clock: 0,
  };
  let given = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) {
      body += chunk;
    }
    const { url: path = '', headers } = request;
    self.heard.push({ path, authorization: headers.authorization ?? '', body });
    if (path !== '/v1/oauth2/token') {
      const status = self.statusOf(headers.authorization?.slice('Bearer '.length) ?? '');
      response.writeHead(status).end('{}');
    } else if (self.tokenAnswer !== undefined) {
      self.tokenAnswer(response);
    } else {
      given += 1;
      response.end(JSON.stringify({ access_token: `T${given}`, expires_in: self.lastsSeconds, token_type: 'Bearer' }));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(self, { api: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

const tokensOf = (server: Server) =>
  new PayPalAccessTokens({ client: createJsonClient(), api: server.api, elapsed: () => server.clock });
const asked = (server: Server) => server.heard.filter(({ path }) => path === '/v1/oauth2/token');

describe('a token', () => {
  it('is requested with the account’s credentials', async () => {
    const server = await openServer();
    expect(await tokensOf(server).of(SHOP)).toEqual({ status: 'TOKEN', token: 'T1' });
    expect(server.heard).toEqual([
      {
        path: '/v1/oauth2/token',
        authorization: `Basic ${Buffer.from('client-of-shop:secret-of-it').toString('base64')}`,
        body: 'grant_type=client_credentials',
      },
    ]);
  });

  it('is requested once for many concurrent callers, and cached', async () => {
    const server = await openServer();
    const tokens = tokensOf(server);
    const got = await Promise.all(Array.from({ length: 50 }, () => tokens.of(SHOP)));
    expect(new Set(got.map((one) => JSON.stringify(one))).size).toBe(1);
    await tokens.of(SHOP);
    expect(asked(server)).toHaveLength(1);
  });

  it('is separate for each account, and for each secret of it', async () => {
    const server = await openServer();
    const tokens = tokensOf(server);
    await tokens.of(SHOP);
    expect(await tokens.of(accountOf('client-of-other'))).toMatchObject({ token: 'T2' });
    expect(await tokens.of(accountOf('client-of-shop', 'new-secret'))).toMatchObject({ token: 'T3' });
    expect(await tokens.of(SHOP)).toMatchObject({ token: 'T1' });
  });

  it.each([
    [32_400, 32_400 - 300],
    [100, 90],
  ])('of %i seconds is renewed after %i', async (lastsSeconds, renewed) => {
    const server = await openServer();
    server.lastsSeconds = lastsSeconds;
    const tokens = tokensOf(server);
    await tokens.of(SHOP);
    server.clock = renewed * 1_000 - 1;
    expect(await tokens.of(SHOP)).toMatchObject({ token: 'T1' });
    server.clock = renewed * 1_000;
    expect(await tokens.of(SHOP)).toMatchObject({ token: 'T2' });
  });

  it('that cannot be renewed is used until it expires, and no longer', async () => {
    const server = await openServer();
    const tokens = tokensOf(server);
    await tokens.of(SHOP);
    server.tokenAnswer = (response) => response.writeHead(503).end('{}');
    server.clock = 3_500_000;
    expect(await tokens.of(SHOP)).toMatchObject({ token: 'T1' });
    server.clock = 3_600_000;
    expect(await tokens.of(SHOP)).toEqual({ status: 'NOT_SENT' });
    server.tokenAnswer = undefined;
    expect(await tokens.of(SHOP)).toMatchObject({ token: 'T2' });
  });

  it('that was dropped is requested again, and a newer one stays', async () => {
    const server = await openServer();
    const tokens = tokensOf(server);
    await tokens.of(SHOP);
    tokens.drop(SHOP, 'T1');
    expect(await tokens.of(SHOP)).toMatchObject({ token: 'T2' });
    tokens.drop(SHOP, 'T1');
    expect(await tokens.of(SHOP)).toMatchObject({ token: 'T2' });
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['the account is not known', (response) => response.writeHead(401).end('{"error":"invalid_client"}')],
    ['PayPal fails', (response) => response.writeHead(500).end('{}')],
    ['the answer is no JSON', (response) => response.end('<html>')],
    ['the answer has no token', (response) => response.end('{"expires_in":3600}')],
    ['the token would be another header', (response) => response.end('{"access_token":"a\\r\\nx: y","expires_in":1}')],
    ['its lifetime is unknown', (response) => response.end('{"access_token":"T","expires_in":"soon"}')],
    ['the connection is cut', (response) => response.socket?.destroy()],
    ['the answer has 10 MB', (response) => response.end(JSON.stringify({ access_token: 'x'.repeat(10_000_000) }))],
    ['the answer is a redirect', (response) => response.writeHead(302, { location: '/x' }).end('{}')],
  ])('is missing where %s: no call was made with it', async (_, tokenAnswer) => {
    const server = await openServer();
    server.tokenAnswer = tokenAnswer;
    expect(await tokensOf(server).of(SHOP)).toEqual({ status: 'NOT_SENT' });
  });
});

describe('a call', () => {
  const call = (server: Server) =>
    new PayPalClient({ api: server.api, elapsed: () => server.clock })
      .turn(SHOP)
      .call({ method: 'GET', path: '/v2/x' });

  it('whose token PayPal rejects is repeated with a new one', async () => {
    const server = await openServer();
    server.statusOf = (token) => (token === 'T1' ? 401 : 200);
    expect(await call(server)).toEqual({ status: 'ANSWERED', code: 200, body: {} });
    expect(server.heard.map(({ path }) => path)).toEqual(['/v1/oauth2/token', '/v2/x', '/v1/oauth2/token', '/v2/x']);
  });

  it('is made twice at most: PayPal did not execute it', async () => {
    const server = await openServer();
    server.statusOf = () => 401;
    expect(await call(server)).toEqual({ status: 'NOT_SENT' });
    expect(server.heard).toHaveLength(4);
  });

  it('that is redirected has no answer: PayPal sends no redirects', async () => {
    const server = await openServer();
    server.statusOf = () => 307;
    expect(await call(server)).toEqual({ status: 'NO_ANSWER' });
  });
});

describe('at the simulator', () => {
  it('a token that expires in the middle is renewed, and no call is lost', async () => {
    const rig = await rigWith();
    const { asked } = await created(rig);
    rig.standIn.paypal.setFault({ mode: 'TOKEN_EXPIRED', operation: 'orders.get', count: 1 });
    expect(told(await rig.adapter.state(asked))).toBe('OPEN');
  });

  it('a token that expires too soon is renewed', async () => {
    const rig = await rigWith();
    const { asked } = await created(rig);
    rig.standIn.paypal.setAhead(2.5 * 3_600_000);
    rig.standIn.paypal.accounts.expireTokens();
    expect(told(await rig.adapter.state(asked))).toBe('OPEN');
  });

  it('a wrong secret is refused', async () => {
    const rig = await rigWith();
    const { asked } = await created(rig);
    const wrong = { ...asked.account, members: { ...asked.account.members, clientSecret: 'wrong-secret' } };
    expect(await rig.adapter.state({ ...asked, account: wrong })).toEqual({ status: 'NOT_SENT' });
  });

  it('an account that the merchant no longer has is refused', async () => {
    const rig = await rigWith();
    const { asked } = await created(rig);
    expect(await rig.adapter.state({ ...asked, account: { merchantId: 'TESTSHOP', members: {} } })).toEqual({
      status: 'NOT_SENT',
    });
  });
});
