/**
 * OAuth client credentials: one token for many callers, renewed before it expires, and once where the API refuses it.
 */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createJsonClient } from '../../../src/adapters/http-json.ts';
import { AccessTokens, type ClientCredentials } from '../../../src/adapters/providers/access-tokens.ts';
import { OAuthClient } from '../../../src/adapters/providers/oauth-client.ts';

const TOKEN_PATH = '/oauth/token';
const client = createJsonClient();

interface Heard {
  readonly path: string;
  readonly authorization: string;
  readonly body: string;
}

interface Server {
  readonly api: string;
  /** The credentials of a shop at this server. */
  readonly shop: ClientCredentials;
  readonly heard: Heard[];
  /** The lifetime of tokens, in seconds. */
  lastsSeconds: number;
  /** Answers in place of a token. */
  tokenAnswer: ((response: ServerResponse) => void) | undefined;
  /** The API's status for a token. */
  statusOf: (token: string) => number;
  /** Headers of the API's answers. */
  headers: Readonly<Record<string, string>>;
  clock: number;
}

async function openServer(): Promise<Server> {
  const self: Server = {
    api: '',
    shop: { client, tokenAddress: '', clientId: 'client-of-shop', clientSecret: 'secret-of-it' },
    heard: [],
    lastsSeconds: 3_600,
    tokenAnswer: undefined,
    statusOf: () => 200,
    headers: {},
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
    if (path !== TOKEN_PATH) {
      const status = self.statusOf(headers.authorization?.slice('Bearer '.length) ?? '');
      response.writeHead(status, self.headers).end('{}');
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
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(self, { api, shop: { ...self.shop, tokenAddress: api + TOKEN_PATH } });
}

const tokensOf = (server: Server) => new AccessTokens(() => server.clock);
const asked = (server: Server) => server.heard.filter(({ path }) => path === TOKEN_PATH);

describe('a token', () => {
  it('is requested with the account’s credentials and its scope', async () => {
    const server = await openServer();
    const tokens = tokensOf(server);
    expect(await tokens.of(server.shop)).toEqual({ status: 'TOKEN', token: 'T1' });
    await tokens.of({ ...server.shop, clientId: 'other', scope: 'cob.read cob.write' });
    expect(server.heard[1]?.body).toBe('grant_type=client_credentials&scope=cob.read+cob.write');
    expect(server.heard.slice(0, 1)).toEqual([
      {
        path: TOKEN_PATH,
        authorization: `Basic ${Buffer.from('client-of-shop:secret-of-it').toString('base64')}`,
        body: 'grant_type=client_credentials',
      },
    ]);
  });

  it('is requested once for many concurrent callers, and cached', async () => {
    const server = await openServer();
    const tokens = tokensOf(server);
    const got = await Promise.all(Array.from({ length: 50 }, () => tokens.of(server.shop)));
    expect(new Set(got.map((one) => JSON.stringify(one))).size).toBe(1);
    await tokens.of(server.shop);
    expect(asked(server)).toHaveLength(1);
  });

  it('is separate for each account, and for each secret of it', async () => {
    const server = await openServer();
    const tokens = tokensOf(server);
    await tokens.of(server.shop);
    expect(await tokens.of({ ...server.shop, clientId: 'client-of-other' })).toMatchObject({ token: 'T2' });
    expect(await tokens.of({ ...server.shop, clientSecret: 'new-secret' })).toMatchObject({ token: 'T3' });
    expect(await tokens.of(server.shop)).toMatchObject({ token: 'T1' });
  });

  it.each([
    [32_400, 32_400 - 300],
    [100, 90],
  ])('of %i seconds is renewed after %i', async (lastsSeconds, renewed) => {
    const server = await openServer();
    server.lastsSeconds = lastsSeconds;
    const tokens = tokensOf(server);
    await tokens.of(server.shop);
    server.clock = renewed * 1_000 - 1;
    expect(await tokens.of(server.shop)).toMatchObject({ token: 'T1' });
    server.clock = renewed * 1_000;
    expect(await tokens.of(server.shop)).toMatchObject({ token: 'T2' });
  });

  it('that cannot be renewed is used until it expires, and no longer', async () => {
    const server = await openServer();
    const tokens = tokensOf(server);
    await tokens.of(server.shop);
    server.tokenAnswer = (response) => response.writeHead(503).end('{}');
    server.clock = 3_500_000;
    expect(await tokens.of(server.shop)).toMatchObject({ token: 'T1' });
    server.clock = 3_600_000;
    expect(await tokens.of(server.shop)).toEqual({ status: 'NOT_SENT' });
    server.tokenAnswer = undefined;
    expect(await tokens.of(server.shop)).toMatchObject({ token: 'T2' });
  });

  it('that was dropped is requested again, and a newer one stays', async () => {
    const server = await openServer();
    const tokens = tokensOf(server);
    await tokens.of(server.shop);
    tokens.drop(server.shop, 'T1');
    expect(await tokens.of(server.shop)).toMatchObject({ token: 'T2' });
    tokens.drop(server.shop, 'T1');
    expect(await tokens.of(server.shop)).toMatchObject({ token: 'T2' });
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['the account is not known', (response) => response.writeHead(401).end('{"error":"invalid_client"}')],
    ['the provider fails', (response) => response.writeHead(500).end('{}')],
    ['the answer is no JSON', (response) => response.end('<html>')],
    ['the answer has no token', (response) => response.end('{"expires_in":3600}')],
    ['the token would be another header', (response) => response.end('{"access_token":"a\\r\\nx: y","expires_in":1}')],
    ['its lifetime is unknown', (response) => response.end('{"access_token":"T","expires_in":"soon"}')],
    ['the connection is cut', (response) => response.socket?.destroy()],
    ['the answer has 10 MB', (response) => response.end(JSON.stringify({ access_token: 'x'.repeat(10_000_000) }))],
    ['the answer is a redirect', (response) => response.writeHead(302, { location: '/x' }).end('{}')],
  ])('is not available where %s, and no call is made without it', async (_, tokenAnswer) => {
    const server = await openServer();
    server.tokenAnswer = tokenAnswer;
    expect(await tokensOf(server).of(server.shop)).toEqual({ status: 'NOT_SENT' });
  });
});

describe('a call', () => {
  const clientOf = (server: Server, answerMsMax?: number) =>
    new OAuthClient({ elapsed: () => server.clock, answerMsMax });
  const get = (server: Server) => ({ method: 'GET', url: `${server.api}/x` }) as const;

  it('whose token the API refuses is repeated with a new one', async () => {
    const server = await openServer();
    server.statusOf = (token) => (token === 'T1' ? 401 : 200);
    const call = clientOf(server).turn(server.shop);
    expect(await call(get(server))).toEqual({ status: 'ANSWERED', code: 200, body: {} });
    expect(server.heard.map(({ path }) => path)).toEqual([TOKEN_PATH, '/x', TOKEN_PATH, '/x']);
    expect(server.heard.at(-1)?.authorization).toBe('Bearer T2');
  });

  it('is sent twice at most while the API rejects its token, and counts as not executed', async () => {
    const server = await openServer();
    server.statusOf = () => 401;
    expect(await clientOf(server).turn(server.shop)(get(server))).toEqual({ status: 'NOT_SENT' });
    expect(server.heard).toHaveLength(4);
  });

  it('that is redirected counts as unanswered, since such an API sends no redirects', async () => {
    const server = await openServer();
    server.statusOf = () => 307;
    expect(await clientOf(server).turn(server.shop)(get(server))).toEqual({ status: 'NO_ANSWER' });
  });

  it('is not sent without an account, or after the deadline of its turn', async () => {
    const server = await openServer();
    const oauth = clientOf(server, 1_000);
    expect(await oauth.turn(undefined)(get(server))).toEqual({ status: 'NOT_SENT' });
    const call = oauth.turn(server.shop);
    await call(get(server));
    server.clock = 1_000;
    expect(await call(get(server))).toEqual({ status: 'NOT_SENT' });
    expect(server.heard.map(({ path }) => path)).toEqual([TOKEN_PATH, '/x']);
  });

  it.each([
    ['10', 10_000],
    ['3600', 300_000],
  ])('is withheld for a Retry-After of %s s, at most five minutes, for that account alone', async (after, pauseMs) => {
    const server = await openServer();
    const oauth = clientOf(server);
    server.statusOf = () => 429;
    server.headers = { 'retry-after': after };
    const call = () => oauth.turn(server.shop)(get(server));
    expect(await call()).toEqual({ status: 'NOT_SENT', retryAfterMs: Number(after) * 1_000 });
    server.statusOf = () => 200;
    server.clock = pauseMs - 1;
    expect(await call()).toEqual({ status: 'NOT_SENT', retryAfterMs: 1 });
    const other = oauth.turn({ ...server.shop, clientId: 'client-of-other' });
    expect(await other(get(server))).toMatchObject({ status: 'ANSWERED' });
    server.clock = pauseMs;
    expect(await call()).toMatchObject({ status: 'ANSWERED' });
  });

  it('is withheld where the token’s address asks for a pause', async () => {
    const server = await openServer();
    server.tokenAnswer = (response) => response.writeHead(429, { 'retry-after': '10' }).end('{}');
    const call = clientOf(server).turn(server.shop);
    expect(await call(get(server))).toEqual({ status: 'NOT_SENT', retryAfterMs: 10_000 });
    server.clock = 4_000;
    expect(await call(get(server))).toEqual({ status: 'NOT_SENT', retryAfterMs: 6_000 });
    expect(server.heard).toHaveLength(1);
  });
});
