import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createJsonClient, WrittenBody } from '../../src/adapters/http-json.ts';
import { createAuthority } from '../support/certificates.ts';
import { freePorts } from '../support/ports.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) {
    await cleanUp();
  }
});

interface Heard {
  readonly method: string;
  readonly headers: Record<string, unknown>;
  readonly body: string;
}

async function listening<Listener extends Pick<Server, 'listen' | 'address' | 'close' | 'once'>>(server: Listener) {
  server.listen(0, '127.0.0.1');
  await once(server as unknown as Server, 'listening');
  cleanUps.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

async function serverThat(answers: (response: ServerResponse) => void) {
  const heard: Heard[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) {
      body += chunk;
    }
    heard.push({ method: request.method ?? '', headers: request.headers, body });
    answers(response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listening(server);
  cleanUps.push(() => server.closeAllConnections());
  return { url: `http://127.0.0.1:${port}/a?b=c`, heard, connections: () => connections };
}

const get = (url: string, answerMsMax?: number) =>
  createJsonClient(answerMsMax === undefined ? {} : { answerMsMax }).call({ method: 'GET', url });

it('closes an idle kept-alive connection before the server does', async () => {
  const ended = Promise.withResolvers<void>();
  let connections = 0;
  const server = createServer((_request, response) => response.end('{}'));
  // Longer than the client keeps one, so that the client closes it.
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    connections += 1;
    socket.once('end', ended.resolve);
  });
  const url = `http://127.0.0.1:${await listening(server)}/`;
  const client = createJsonClient();
  await client.call({ method: 'GET', url });
  expect(await client.call({ method: 'GET', url })).toMatchObject({ status: 'ANSWERED' });
  expect(connections).toBe(1);
  await ended.promise;
  expect(await client.call({ method: 'GET', url })).toMatchObject({ status: 'ANSWERED' });
  expect(connections).toBe(2);
});

describe('an answer', () => {
  it('has its status, and its numbers as they were written', async () => {
    const { url, heard } = await serverThat((response) => response.writeHead(201).end('{"amount":12.50,"n":[1e3]}'));
    const body = { amount: '12.50' };
    const answer = await createJsonClient().call({
      method: 'PUT',
      url,
      headers: { 'x-own': '1', 'x-absent': undefined },
      body,
    });
    expect(answer).toEqual({ status: 'ANSWERED', code: 201, body: { amount: '12.50', n: ['1e3'] } });
    expect(heard[0]).toMatchObject({ method: 'PUT', body: '{"amount":"12.50"}' });
    expect(heard[0]?.headers).toMatchObject({ 'x-own': '1', 'content-type': 'application/json' });
    expect(heard[0]?.headers).not.toHaveProperty('x-absent');
  });

  it('may have an error status', async () => {
    const { url } = await serverThat((response) => response.writeHead(404).end('{"error":"x"}'));
    expect(await get(url)).toEqual({ status: 'ANSWERED', code: 404, body: { error: 'x' } });
  });

  it('may be a redirect, which is not followed', async () => {
    const { url, heard } = await serverThat((response) => response.writeHead(302, { location: '/' }).end('{}'));
    expect(await get(url)).toMatchObject({ status: 'ANSWERED', code: 302 });
    expect(heard).toHaveLength(1);
  });

  it('may be empty', async () => {
    const { url } = await serverThat((response) => response.writeHead(204).end());
    expect(await get(url)).toEqual({ status: 'ANSWERED', code: 204, body: {} });
  });

  it('may have 64 KiB and no more', async () => {
    const bytes = (length: number) => JSON.stringify('x'.repeat(length - 2));
    const exactly = await serverThat((response) => response.end(bytes(64 * 1024)));
    const more = await serverThat((response) => response.end(bytes(64 * 1024 + 1)));
    expect(await get(exactly.url)).toMatchObject({ status: 'ANSWERED' });
    expect(await get(more.url)).toEqual({ status: 'NO_ANSWER' });
  });

  it('may be longer for a client with a larger limit', async () => {
    const { url } = await serverThat((response) => response.end(JSON.stringify('x'.repeat(64 * 1024))));
    const client = createJsonClient({ answerBytesMax: 128 * 1024 });
    expect(await client.call({ method: 'GET', url })).toMatchObject({ status: 'ANSWERED' });
  });

  it('may be any text', async () => {
    const { url, heard } = await serverThat((response) => response.end('-----BEGIN'));
    expect(await createJsonClient().text({ method: 'GET', url })).toEqual({
      status: 'ANSWERED',
      code: 200,
      body: '-----BEGIN',
    });
    expect(heard[0]?.headers.accept).toBe('*/*');
  });

  it('reuses the previous connection', async () => {
    const { url, connections } = await serverThat((response) => response.end('{}'));
    const client = createJsonClient();
    for (let n = 0; n < 5; n += 1) {
      await client.call({ method: 'GET', url });
    }
    expect(connections()).toBe(1);
  });
});

describe('a body', () => {
  it('that is a string is sent unchanged', async () => {
    const { url, heard } = await serverThat((response) => response.end('{}'));
    const body = new WrittenBody('application/x-www-form-urlencoded', 'grant_type=é');
    await createJsonClient().call({ method: 'PATCH', url, body });
    expect(heard[0]).toMatchObject({ method: 'PATCH', body: 'grant_type=é' });
    expect(heard[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  });
});

describe('an overloaded server', () => {
  const turnedAway = async (headers: Record<string, string>, body = '<html>') => {
    const { url } = await serverThat((response) => response.writeHead(429, headers).end(body));
    return get(url);
  };

  it.each<[string, Record<string, string>, number]>([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['at once', { 'retry-after': '0' }, 0],
    ['a day, of which an hour is believed', { 'retry-after': '86400' }, 3_600_000],
    [
      'an instant of its own clock',
      { date: 'Sun, 01 Nov 2026 08:00:00 GMT', 'retry-after': 'Sun, 01 Nov 2026 08:01:30 GMT' },
      90_000,
    ],
    [
      'an instant that is over',
      { date: 'Sun, 01 Nov 2026 08:00:00 GMT', 'retry-after': 'Sun, 01 Nov 2026 07:00:00 GMT' },
      0,
    ],
  ])('did not execute the call, and gives a retry time: %s', async (_, headers, retryAfterMs) => {
    expect(await turnedAway(headers)).toEqual({ status: 'NOT_SENT', retryAfterMs });
  });

  it.each([{}, { 'retry-after': 'soon' }, { 'retry-after': '-1' }])(
    'did not execute the call, and gives no retry time: %j',
    async (headers) => {
      expect(await turnedAway(headers as Record<string, string>, '{}')).toEqual({ status: 'NOT_SENT' });
    },
  );
});

describe('the result is unknown', () => {
  it.each<[string, (response: ServerResponse) => void]>([
    ['the connection ends without an answer', (response) => response.socket?.destroy()],
    [
      'the answer ends in its middle',
      (response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{"a":', () => response.socket?.destroy());
      },
    ],
    ['the server failed', (response) => response.writeHead(500).end('{}')],
    ['the server is away for a while', (response) => response.writeHead(503).end('{}')],
    [
      'the server is away, and says until when',
      (response) => response.writeHead(503, { 'retry-after': '7' }).end('{}'),
    ],
    ['the answer is no JSON', (response) => response.end('<html>')],
    ['the answer says one thing twice', (response) => response.end('{"state":"A","state":"B"}')],
    ['the answer is not UTF-8', (response) => response.end(Buffer.from([0x22, 0xff, 0x22]))],
  ])('where %s', async (_, answers) => {
    const { url } = await serverThat(answers);
    expect(await get(url)).toEqual({ status: 'NO_ANSWER' });
  });

  it('where no answer comes within the timeout', async () => {
    const { url, heard } = await serverThat(() => undefined);
    expect(await get(url, 1_000)).toEqual({ status: 'NO_ANSWER' });
    expect(heard).toHaveLength(1);
  });

  it('where no answer comes within the call’s own timeout, shorter than the client’s', async () => {
    const { url } = await serverThat(() => undefined);
    expect(await createJsonClient().call({ method: 'GET', url, answerMsMax: 200 })).toEqual({ status: 'NO_ANSWER' });
  });

  it('where an answer starts in time and does not end in time', async () => {
    const { url } = await serverThat((response) => response.write('{'));
    expect(await get(url, 1_000)).toEqual({ status: 'NO_ANSWER' });
  });

  it('where the server does not speak HTTP', async () => {
    const port = await listening(createTcpServer((socket) => socket.end('SSH-2.0-x\r\n')) as unknown as Server);
    expect(await get(`http://127.0.0.1:${port}/`)).toEqual({ status: 'NO_ANSWER' });
  });
});

describe('the call was certainly not sent', () => {
  it('where the connection was refused', async () => {
    const [port] = await freePorts(1);
    expect(await get(`http://127.0.0.1:${port}/`)).toEqual({ status: 'NOT_SENT' });
    expect(await get(`http://localhost:${port}/`)).toEqual({ status: 'NOT_SENT' });
  });

  it.each(['nonsense', 'ftp://127.0.0.1/', '/path'])('where %s is an invalid address', async (url) => {
    expect(await get(url)).toEqual({ status: 'NOT_SENT' });
  });

  it('where the call could not be serialized', async () => {
    const { url, heard } = await serverThat((response) => response.end('{}'));
    const client = createJsonClient();
    expect(await client.call({ method: 'PUT', url, body: { amount: 1n } })).toEqual({ status: 'NOT_SENT' });
    expect(await client.call({ method: 'GET', url, headers: { a: 'b\nc' } })).toEqual({ status: 'NOT_SENT' });
    expect(heard).toEqual([]);
  });

  it('where the server’s certificate is not trusted', async () => {
    const { cert, key } = createAuthority('Nobody').issue({ name: 'p', use: 'server', hosts: ['localhost'] });
    const heard: string[] = [];
    const server = createTlsServer({ cert, key }, (request, response) => {
      heard.push(request.url ?? '');
      response.end('{}');
    });
    const port = await listening(server as unknown as Server);
    expect(await get(`https://localhost:${port}/`)).toEqual({ status: 'NOT_SENT' });
    expect(heard).toEqual([]);
  });
});
