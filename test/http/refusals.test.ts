/** The listener's refusals: uniform, cheap, and without filling the log. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, PUBLIC_HOST, type Rig, startRig } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ PUBLIC_ORIGIN: `https://${PUBLIC_HOST}` });
});
afterAll(() => rig.close());

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const headOf = (answer: string) => answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase();
const get = (path: string, host: string = PUBLIC_HOST, ...more: string[]) =>
  rig.raw([`GET ${path} HTTP/1.1`, `Host: ${host}`, ...more, 'Connection: close', '', ''].join('\r\n'));
const lineWith = (text: string) => rig.logged.filter((line) => line.includes(text));

const MALFORMED = [
  'localhost:8080@evil.example',
  'localhost:8080.evil.example',
  'a b',
  '[::1',
  'localhost:99999',
  '<script>alert(1)</script>',
  'localhost:8080?x',
  'localhost:8080/x',
  'localhost:8080#x',
  '%00',
  '',
  'user:pw@x',
  'localhost:8080,evil.example',
  '..',
  'evil.example',
];

describe('a malformed host', () => {
  it.each(MALFORMED)('%j is 421 at every address', async (host) => {
    const before = rig.logged.length;
    for (const path of [
      '/docs',
      '/checkout/pay/x',
      '/nowhere',
      '/redirect/x',
      '/api/x',
      '/_astro/x',
      '/checkout/%zz',
    ]) {
      const answer = await get(path, host);
      expect([path, statusOf(answer)]).toEqual([path, 421]);
      expect(headOf(answer)).toContain('http/1.1 421 misdirected request');
      expect(answer).not.toMatch(/evil\.example|<script>alert/);
    }
    await expect.poll(() => rig.logged.length).toBeGreaterThan(before);
    const lines = rig.logged.slice(before);
    expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    expect(lines.join('')).not.toMatch(/evil\.example|<script>|stack/);
  });
});

describe('every answer', () => {
  const SESSION = `/checkout/pay/SESSION${'a'.repeat(24)}`;
  it.each([
    ['a page', '/docs', PUBLIC_HOST],
    ['no page', SESSION, PUBLIC_HOST],
    ['nothing there', '/nowhere', PUBLIC_HOST],
    ['another host', '/docs', 'evil.example'],
    ['an address that cannot be read', '/checkout/%zz', PUBLIC_HOST],
    ['a program’s', '/api/rest/version/100/information', PUBLIC_HOST],
    ['a refusal of a program', '/api/rest/version/100/merchant/TESTSHOP/order/x', PUBLIC_HOST],
    ['nothing there for a program', '/api/x', PUBLIC_HOST],
    ['the reference for programs', '/docs/openapi.json', PUBLIC_HOST],
    ['an icon', '/favicon.svg', PUBLIC_HOST],
    ['a redirect', `/checkout/done/SESSION${'a'.repeat(24)}`, PUBLIC_HOST],
    ['a return without a payment', '/return/x', PUBLIC_HOST],
    ['a probe', '/readyz', PUBLIC_HOST],
    ['the metrics', '/metrics', PUBLIC_HOST],
  ])('has its policy, its type and its transport: %s', async (_what, path, host) => {
    const head = headOf(await get(path, host));
    expect(head).toContain('x-content-type-options: nosniff');
    expect(head).toContain('content-security-policy: default-src');
    expect(head).toContain('strict-transport-security: max-age=63072000');
    // A charset for text only, and a policy against framing for every answer.
    const type = /^content-type: (.*)$/m.exec(head)?.[1] ?? '';
    expect(type).toMatch(/^(?:(?:text\/|[a-z]+\/[a-z]+\+xml|application\/json).*; charset=utf-8)?$/);
    expect(head).toMatch(/frame-ancestors 'none'/);
    const [, status, reason] = /^http\/1\.1 (\d+) (.*)$/m.exec(head) ?? [];
    const REASONS: Record<string, string> = {
      '200': 'ok',
      '303': 'see other',
      '400': 'bad request',
      '401': 'unauthorized',
      '404': 'not found',
      '421': 'misdirected request',
    };
    expect(reason).toBe(REASONS[status!]);
  });

  it('has these headers where HTTP itself is malformed', async () => {
    const head = headOf(await rig.raw('nonsense\r\n\r\n'));
    expect(head).toContain('x-content-type-options: nosniff');
    expect(head).toContain('content-security-policy: default-src');
    expect(head).toContain('strict-transport-security: max-age=63072000');
  });
});

describe('an error page', () => {
  it('is complete, in the payer’s language, with a support code of its own', async () => {
    const [one, other] = [
      await get('/checkout/nowhere', PUBLIC_HOST, 'Accept-Language: de'),
      await get('/checkout/nowhere', PUBLIC_HOST, 'Accept-Language: de'),
    ];
    expect(one).toContain('<html lang="de"');
    const codes = [one, other].map((page) => /[0-9a-hjkmnp-tv-z]{12}/.exec(page.slice(page.indexOf('</h1>')))?.[0]);
    expect(codes[0]).not.toBe(codes[1]);
    for (const code of codes) {
      await expect.poll(() => lineWith(code!)).toHaveLength(1);
    }
  });

  it('has no body for HEAD', async () => {
    const answer = await rig.raw(`HEAD /nowhere HTTP/1.1\r\nHost: ${PUBLIC_HOST}\r\nConnection: close\r\n\r\n`);
    expect([statusOf(answer), answer.split('\r\n\r\n')[1]]).toEqual([404, '']);
  });
});

describe('the log', () => {
  it('counts repeats of a refusal instead of repeating it', async () => {
    // The gateway of the other tests is still summing up their refusals.
    const flooded = await startRig({ PUBLIC_ORIGIN: `https://${PUBLIC_HOST}` });
    const flood = ['GET /checkout/pay/flood HTTP/1.1', 'Host: flood.example', 'Connection: close', '', ''].join('\r\n');
    await Promise.all(Array.from({ length: 300 }, () => flooded.raw(flood)));
    const lines = () => flooded.logged.map((line) => JSON.parse(line)).filter(({ status }) => status === 421);
    // The gateway's shutdown ends the summary interval; on a busy machine there was an earlier one.
    await flooded.close();
    expect(lines().reduce((sum, { repeats = 1 }) => sum + repeats, 0)).toBe(300);
    expect(lines().some(({ repeats, from }) => repeats > 1 && from === '127.0.0.1')).toBe(true);
    expect(lines().length).toBeLessThan(100);
  });

  it('lists every error of an authenticated caller, with its name and address', async () => {
    const replies = await Promise.all(Array.from({ length: 60 }, () => rig.api('GET', '/order/nobody')));
    for (const { json } of replies) {
      await expect.poll(() => lineWith(json.error.supportCode)).toHaveLength(1);
      const [line = ''] = lineWith(json.error.supportCode);
      expect(JSON.parse(line)).toMatchObject({ merchant: 'TESTSHOP', from: '127.0.0.1' });
    }
  });

  it('has no stack trace of deliberate refusals', async () => {
    const burst = () => Promise.all(Array.from({ length: 60 }, () => get('/docs/search?q=x')));
    const line = () => rig.logged.map((one) => JSON.parse(one)).find(({ status, err }) => status === 503 && err);
    // However busy the machine, one burst arrives within a second. While refusals of earlier tests are summed up, a
    // refusal has no line of its own.
    const isLogged = async () => (await burst()).map(statusOf).includes(503) && line() !== undefined;
    await expect.poll(isLogged, { timeout: 40_000, interval: 200 }).toBe(true);
    expect(line().err.message).toBe('Too many ask at once. Ask again.');
    expect(line().err.stack).toBe('');
  });

  it('counts malformed requests as well', async () => {
    const before = rig.logged.length;
    await Promise.all(Array.from({ length: 100 }, () => rig.raw('nonsense\r\n\r\n')));
    expect(rig.logged.length - before).toBeLessThan(50);
  });
});

it('guesses at passwords are counted as refusals', async () => {
  const before = rig.logged.length;
  const order = '/api/rest/version/100/merchant/TESTSHOP/order/x';
  await Promise.all(
    Array.from({ length: 60 }, () => get(order, PUBLIC_HOST, `Authorization: ${basic('OTHER', 'wrong')}`)),
  );
  expect(rig.logged.length - before).toBeLessThan(50);
});

it('refusals beyond a hundred a second of one address wait, and other addresses do not', async () => {
  const waits = await startRig({ TRUSTED_PROXIES: '127.0.0.1' });
  const asked = async (from: string, path: string) => {
    const began = performance.now();
    const { status } = await waits.call('GET', path, undefined, { headers: { 'X-Forwarded-For': from } });
    return { status, ms: performance.now() - began };
  };
  const flood = Promise.all(Array.from({ length: 400 }, () => asked('203.0.113.1', '/nowhere')));
  const known = await Promise.all(
    Array.from({ length: 20 }, () =>
      waits.api('GET', '/order/nobody', undefined, { headers: { 'X-Forwarded-For': '203.0.113.1' } }),
    ),
  );
  const answers = await flood;
  expect(known.map(({ status }) => status)).toEqual(Array(20).fill(400));
  expect(answers.every(({ status }) => status === 404)).toBe(true);
  // A delayed refusal takes longer than an immediate one, however busy the machine is.
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeGreaterThan(950);
  const others = await Promise.all(
    Array.from({ length: 3 }, (_, index) => asked(`203.0.113.${index + 2}`, '/nowhere')),
  );
  expect(others.map(({ status }) => status)).toEqual([404, 404, 404]);
  await waits.close();
});

it('refusals that a client pipelines on a connection close it', async () => {
  const waits = await startRig();
  const one = `GET /api/nowhere HTTP/1.1\r\nHost: ${PUBLIC_HOST}\r\n\r\n`;
  const answers = await waits.raw(one.repeat(500));
  const statuses = answers.match(/HTTP\/1\.1 404/g) ?? [];
  // A hundred or a few more at once, one that waited, and one that says that the connection ends.
  expect(statuses.length).toBeGreaterThan(100);
  expect(statuses.length).toBeLessThan(300);
  expect(answers.slice(answers.lastIndexOf('HTTP/1.1 404')).toLowerCase()).toContain('\r\nconnection: close\r\n');
  await waits.close();
});
