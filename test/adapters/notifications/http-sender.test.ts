import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeFailure, NO_ADDRESS } from '../../../src/adapters/notifications/delivery-failures.ts';
import { retryAfter } from '../../../src/adapters/notifications/http-sender.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { accept, courier, NAME, parcel, raw, receiver, type Scheme, tried } from './strangers.ts';

const LIMIT_MS = 300;
const PATIENT_MS = 4_000;
/** Enough for the status on a busy machine, before the timeout cuts the rest of the answer. */
const STATUS_MS = 2_000;
const limitFor = (expected: object) => ('status' in expected && expected.status === null ? LIMIT_MS : STATUS_MS);
/** Beyond the timeout, on a busy machine. */
const LATE_MS_MAX = LIMIT_MS + 5_000;

describe.each<Scheme>(['https', 'http'])('a delivery over %s', (scheme) => {
  it('is one POST with the given body, query and exact header names', async () => {
    const { url, port, arrived } = await receiver(accept, { scheme });
    const headers = { 'webhook-id': 'ntf_1', 'X-Notification-Id': 'ntf_1', 'x-ODD-lEtTers': '~!#$%&' };
    const body = '{"name":"Zoë 🦊 \u0000 \ud800","lines":"\r\n"}';
    await courier().deliver(parcel(`${url}a%20b/c?order=1&x=%C3%A9+%26#part`, { headers, body }));
    expect(arrived).toHaveLength(1);
    expect(arrived[0]).toMatchObject({ method: 'POST', url: '/a%20b/c?order=1&x=%C3%A9+%26' });
    expect(arrived[0]!.body).toEqual(Buffer.from(body));
    const host = scheme === 'https' ? NAME : '127.0.0.1';
    const expected = { ...headers, 'Content-Length': `${Buffer.byteLength(body)}`, Host: `${host}:${port}` };
    const sent = Object.fromEntries(arrived[0]!.rawHeaders.flatMap((_, at, all) => (at % 2 ? [] : [all.slice(at)])));
    expect(sent).toEqual({ ...expected, Connection: 'keep-alive' });
  });

  it.each([200, 201, 202, 204, 299])('succeeds with %i', async (status) => {
    const { url } = await receiver((response) => response.writeHead(status, { 'Retry-After': '60' }).end(), { scheme });
    const receipt = await courier().deliver(parcel(url));
    expect(receipt).toMatchObject({ isDelivered: true, status, failure: null, isSilent: false });
    // A delivered notification needs no retry.
    expect(receipt.retryAfterMs).toBeUndefined();
  });

  it.each([400, 401, 404, 409, 410, 413, 429, 500, 503, 599, 600, 999])('fails with %i', async (status) => {
    const { url } = await receiver((response) => response.writeHead(status).end('why'), { scheme });
    expect(await courier().deliver(parcel(url))).toMatchObject({
      isDelivered: false,
      status,
      failure: `It answered ${status}.`,
      answer: 'why',
      isSilent: false,
    });
  });

  it.each([300, 301, 302, 303, 307, 308])('follows no redirect with %i', async (status) => {
    const elsewhere = await receiver(accept, { scheme });
    const { url, arrived } = await receiver(
      (response) => response.writeHead(status, { Location: elsewhere.url, Refresh: `0; url=${elsewhere.url}` }).end(),
      { scheme },
    );
    const receipt = await courier().deliver(parcel(url));
    expect(receipt).toMatchObject({ isDelivered: false, status, failure: expect.stringContaining('not followed') });
    expect(arrived).toHaveLength(1);
    expect(elsewhere.sockets).toHaveLength(0);
  });

  const OK = 'HTTP/1.1 200 OK\r\n';
  /** The parts that a receiver writes once the request has come; after undefined it stays silent. */
  const answers: [string, (string | Buffer | undefined)[], expected: object][] = [
    ['an answer without a length', [`${OK}\r\n`, 'yes'], { isDelivered: true, answer: 'yes' }],
    ['half of an answer', [`${OK}Content-Length: 100\r\n\r\n`, 'half'], { isDelivered: true, answer: 'half' }],
    [
      'a chunk that is none',
      [`${OK}Transfer-Encoding: chunked\r\n\r\n3\r\nyes\r\n`, 'zzz'],
      { isDelivered: true, answer: 'yes' },
    ],
    ['no chunk at all', [`${OK}Transfer-Encoding: chunked\r\n\r\nzzz`], { isDelivered: true, answer: '' }],
    ['half of a refusal', ['HTTP/1.1 500 No\r\nContent-Length: 100\r\n\r\n', 'half'], { status: 500, answer: 'half' }],
    ['“go on” first', ['HTTP/1.1 100 Continue\r\n\r\n', `${OK}\r\n`], { isDelivered: true, status: 200 }],
    ['early hints first', ['HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', `${OK}\r\n`], { isDelivered: true }],
    ['two answers', [`${OK}Content-Length: 0\r\n\r\nHTTP/1.1 500 No\r\n\r\n`], { isDelivered: true, status: 200 }],
    ['nothing at all, ever', [undefined], { status: null, failure: 'No answer within 0.3 s.' }],
    ['headers without an end', [`${OK}A: b\r\n`, undefined], { status: null, failure: 'No answer within 0.3 s.' }],
    ['a body without an end', [`${OK}\r\n`, 'yes', undefined], { isDelivered: true, answer: 'yes' }],
    ['nothing', [], { status: null, failure: 'The connection was closed without an answer.', isSilent: true }],
    ['half of the headers', [`${OK}A: b`], { status: null, failure: 'The connection was closed without an answer.' }],
    ['garbage', ['\0\u0001\u0002 hello'], { status: null, failure: 'The answer was not HTTP.' }],
    ['another protocol', ['SSH-2.0-OpenSSH_9.9\r\n'], { status: null, failure: 'The answer was not HTTP.' }],
    [
      'two lengths',
      [`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
      { status: null, failure: 'The answer was not HTTP.' },
    ],
    [
      'headers of 100 KB',
      [`${OK}A: ${'b'.repeat(100_000)}\r\n\r\n`],
      { status: null, failure: 'The answer was not HTTP.' },
    ],
    ['another protocol’s beginning', ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'], { status: 101 }],
  ];

  it.each(answers)('ends in time and by its status with %s', async (_, pieces, expected) => {
    const { url } = await raw(
      (socket) => {
        socket.once('data', async () => {
          for (const piece of pieces) {
            if (piece === undefined) {
              return;
            }
            socket.write(piece);
            // In separate packets.
            await new Promise((resolve) => setTimeout(resolve, 5));
          }
          socket.end();
        });
      },
      { scheme },
    );
    // On a busy machine a whole answer may take longer than the timeout of those that never end.
    const limitMs = pieces.includes(undefined) ? limitFor(expected) : PATIENT_MS;
    const receipt = await courier({ limitMs }).deliver(parcel(url));
    expect(receipt).toMatchObject({ isDelivered: false, ...expected });
    expect(receipt.durationMs).toBeLessThan(LATE_MS_MAX);
  });

  it.each([
    ['headers', '', 'X-Slow: yes\r\n', { isDelivered: false, status: null, isSilent: true }],
    ['early hints', '', 'HTTP/1.1 103 Early Hints\r\n\r\n', { isDelivered: false, status: null }],
    ['a body', '\r\n', 'drip', { isDelivered: true, status: 200, answer: expect.stringMatching(/^(?:drip)+$/) }],
    [
      'a refusal’s body',
      '\r\n',
      'drip',
      { isDelivered: false, status: 503, answer: expect.stringMatching(/^(?:drip)+$/) },
    ],
  ])('times out where %s drips', async (what, beginning, drop, expected) => {
    const first = `HTTP/1.1 ${(expected as { status: number }).status ?? 200} Slow\r\n${beginning}`;
    const { url, sockets } = await raw(
      (socket) => {
        socket.write(what === 'early hints' ? drop : first);
        const dripping = setInterval(() => socket.write(drop), 10);
        socket.on('close', () => clearInterval(dripping));
      },
      { scheme },
    );
    const limitMs = limitFor(expected);
    const receipt = await courier({ limitMs }).deliver(parcel(url));
    expect(receipt).toMatchObject(expected);
    expect(receipt.durationMs).toBeGreaterThanOrEqual(limitMs - 50);
    expect(receipt.durationMs).toBeLessThan(LATE_MS_MAX);
    await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
  });

  it('stops reading an answer of 10 MB after 64 KB', async () => {
    const total = 10 * 2 ** 20;
    let written = 0;
    const { url } = await raw(
      (socket) => {
        socket.once('data', async () => {
          socket.write(`${OK}Content-Length: ${total}\r\n\r\n`);
          const piece = Buffer.alloc(16 * 1024, 'x');
          while (written < total && socket.writable) {
            const isRoom = socket.write(piece);
            written += piece.length;
            if (!isRoom) {
              await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
            }
          }
        });
      },
      { scheme },
    );
    const sockets = tried();
    const receipt = await courier().deliver(parcel(url));
    expect(receipt).toMatchObject({ isDelivered: true, answer: 'x'.repeat(1024) });
    // A chunk from the network may be as large again.
    expect(sockets[0]!.bytesRead).toBeLessThan(3 * 64 * 1024);
    await expect.poll(() => sockets[0]!.destroyed).toBe(true);
    expect(written).toBeLessThan(total);
  });

  it('does not decompress answers', async () => {
    const bomb = gzipSync(Buffer.alloc(10 * 2 ** 20));
    expect(bomb.length).toBeLessThan(64 * 1024);
    const { url } = await receiver((response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb), {
      scheme,
    });
    const { answer, isDelivered } = await courier().deliver(parcel(url));
    expect(isDelivered).toBe(true);
    expect(answer).toBe(bomb.subarray(0, 1024).toString().replaceAll('\0', '\ufffd'));
  });
});

describe('the stored part of an answer', () => {
  it.each([
    ['all of a short one', Buffer.from('déjà vu'), 'déjà vu'],
    ['the first kilobyte of a long one', Buffer.alloc(5_000, 'a'), 'a'.repeat(1_024)],
    ['no half of a letter', Buffer.from('€'.repeat(1_000)), `${'€'.repeat(341)}\ufffd`],
    ['a replacement character for invalid text', Buffer.of(0xff, 0x41, 0xc3, 0x28), '\ufffdA\ufffd('],
    ['no end of string, which PostgreSQL takes into no text', Buffer.from('a\0b'), 'a\ufffdb'],
  ])('is %s', async (_, sent, expected) => {
    const { url } = await receiver((response) => response.end(sent));
    expect((await courier().deliver(parcel(url))).answer).toBe(expected);
  });

  it('is joined from chunks', async () => {
    const { url } = await receiver((response) => {
      for (const letter of 'abc') {
        response.write(letter.repeat(500));
      }
      response.end();
    });
    const { answer } = await courier().deliver(parcel(url));
    expect(answer).toBe('a'.repeat(500) + 'b'.repeat(500) + 'c'.repeat(24));
  });
});

describe('a receiver that asks for a pause', () => {
  const NOW = Date.UTC(2030, 0, 15, 12);
  it.each([
    ['0', 0],
    ['120', 120_000],
    ['86400', DAY_MS],
    ['86401', DAY_MS],
    ['999999999', DAY_MS],
    ['9999999999', DAY_MS],
    ['9'.repeat(400), DAY_MS],
    ['Tue, 15 Jan 2030 12:05:00 GMT', 300_000],
    ['Tue, 15 Jan 2030 11:00:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', DAY_MS],
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['soon 2099', undefined],
    ['in 5 minutes', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['0x10', undefined],
    ['１２', undefined],
    ['120, 240', undefined],
    ['2099', 2_099_000],
    ['2099-01-01', undefined],
    ['Tue, 99 Jan 2030 12:05:00 GMT', undefined],
  ])('with %j gets a pause of %j ms', (value, expected) => {
    expect(retryAfter(value, NOW)).toBe(expected);
  });

  it.each([429, 503, 302, 500])('is respected with %i', async (status) => {
    const { url } = await receiver((response) => response.writeHead(status, { 'Retry-After': '77' }).end());
    expect(await courier().deliver(parcel(url))).toMatchObject({ status, retryAfterMs: 77_000 });
  });

  it('is respected with a date', async () => {
    const until = new Date(Date.now() + 3_600_000).toUTCString();
    const { url } = await receiver((response) => response.writeHead(429, { 'Retry-After': until }).end());
    const { retryAfterMs } = await courier().deliver(parcel(url));
    expect(retryAfterMs).toBeGreaterThan(3_500_000);
    expect(retryAfterMs).toBeLessThanOrEqual(3_600_000);
  });
});

describe('a notification that cannot be sent', () => {
  const nowhere = () => courier({ resolve: async () => [] });
  const failed = { isDelivered: false, status: null, failure: expect.stringMatching(/./), isSilent: true };

  it.each([
    '',
    'nonsense',
    'https://',
    'https://[',
    'https://[fe80::1%25eth0]/',
    'https://host:99999/',
    'ftp://receiver.test/',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'wss://receiver.test/',
    `https://user:%E0%A4%A@${NAME}/`,
    `https://${'a'.repeat(70)}.test/`,
    `https://${'a.'.repeat(200)}test/`,
    `https://${NAME}/${'a'.repeat(100_000)}`,
  ])('because of its address, %j, fails without an exception', async (url) => {
    expect(await nowhere().deliver(parcel(url))).toMatchObject(failed);
  });

  it.each([
    [{ 'X-A': 'line\r\nX-B: another' }],
    [{ 'X-A': '\0' }],
    [{ 'X-A': '☃' }],
    [{ 'X A': 'blank' }],
    [{ 'X-A:': 'colon' }],
    [{ '': 'no name' }],
    [{ ÄÖ: 'letters' }],
  ])('because of its headers, %j, fails without an exception', async (headers) => {
    const { url, sockets } = await receiver();
    expect(await courier().deliver(parcel(url, { headers }))).toMatchObject(failed);
    expect(sockets).toHaveLength(0);
  });

  it('fails without an exception, for any input', async () => {
    const text = fc.string({ unit: 'binary' });
    const urls = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      text.map((any) => `https://${any}`),
    );
    const sender = nowhere();
    await fc.assert(
      fc.asyncProperty(urls, fc.dictionary(text, text), text, async (url, headers, body) => {
        expect(await sender.deliver({ url, headers, body })).toMatchObject(failed);
      }),
      { numRuns: 100 },
    );
  });

  it('goes over http only in the sandbox, to this machine', async () => {
    const { url, port, arrived } = await receiver(accept, { scheme: 'http' });
    const sockets = tried();
    expect(await courier({ loopbackPorts: undefined, allows: () => true }).deliver(parcel(url))).toMatchObject(failed);
    // TEST-NET: an address without a host, in case the check fails.
    const elsewhere = courier({ allows: () => true, limitMs: LIMIT_MS, resolve: async () => ['192.0.2.1'] });
    expect(await elsewhere.deliver(parcel(`http://${NAME}:${port}/`))).toMatchObject(failed);
    expect(sockets).toHaveLength(0);
    expect(await courier().deliver(parcel(url))).toMatchObject({ isDelivered: true });
    expect(arrived).toHaveLength(1);
  });

  it('does not reveal the address of an internal name', async () => {
    const texts = new Set<string | null>();
    for (const addresses of [[], ['10.1.2.3'], ['::1', '169.254.169.254']]) {
      const strict = courier({ loopbackPorts: undefined, resolve: async () => addresses });
      texts.add((await strict.deliver(parcel('https://vault.internal/'))).failure);
    }
    expect([...texts]).toEqual([NO_ADDRESS]);
  });

  it.each<'https' | 'http'>(['https', 'http'])('goes to the allowed ports of this machine, over %s', async (scheme) => {
    const { url, port, arrived } = await receiver(accept, { scheme });
    const sockets = tried();
    const other = courier({ loopbackPorts: new Set([port + 1, 22]) });
    for (const address of [
      url,
      `${scheme}://localhost:${port}/`,
      `${scheme}://127.0.0.1:${port}/`,
      `${scheme}://localhost/`,
    ]) {
      const failure = NO_ADDRESS;
      expect(await other.deliver(parcel(address)), address).toMatchObject({ status: null, failure, answer: '' });
    }
    expect(sockets).toHaveLength(0);
    expect(await courier({ loopbackPorts: new Set([port]) }).deliver(parcel(url))).toMatchObject({
      isDelivered: true,
    });
    expect(arrived).toHaveLength(1);
  });
});

describe('a failure is described in fixed words', () => {
  const error = (code: string, message = `connect ${code} 10.1.2.3:22 ../deps/openssl/openssl/ssl/record.c:78`) =>
    Object.assign(new Error(message), { code });

  it.each([
    ['ECONNREFUSED', 'The connection was refused.'],
    ['ECONNRESET', 'The connection was closed without an answer.'],
    ['EPIPE', 'The connection was closed without an answer.'],
    ['EHOSTUNREACH', 'The host could not be reached.'],
    ['EPROTO', 'TLS failed.'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS failed.'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'The certificate is for another name.'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'The certificate is not trusted.'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'The certificate is not trusted.'],
    ['HPE_INVALID_CONSTANT', 'The answer was not HTTP.'],
    ['EMFILE', 'The notification could not be sent.'],
    ['ERR_INVALID_CHAR', 'The notification could not be sent.'],
  ])('for %s: %s', (code, failure) => {
    expect(describeFailure(error(code))).toEqual({ failure, detail: expect.stringContaining(code) });
  });

  it('when the error has no code', () => {
    const detail = 'assert in /opt/turnpike/x.ts';
    expect(describeFailure(new Error(detail))).toEqual({ failure: 'The notification could not be sent.', detail });
  });
});
