/** Browsers' CSP reports: counted and logged by the violated directive, without data about the payer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rig, startRig } from '../../api/rest/rig.ts';
import { keptBrowser } from '../../browser.ts';

const SECRET = 'SESSION0123456789abcdefghijklmn';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => rig.close());

let addresses = 0;
/** An address of a network that has sent no request yet. */
function newAddress(): string {
  addresses += 1;
  return `192.0.${addresses >> 8}.${addresses & 255}`;
}
const send = async (body: unknown, from = newAddress()) =>
  rig.call('POST', '/csp-report', body, {
    authorization: null,
    headers: { 'Content-Type': 'application/reports+json', 'X-Forwarded-For': from },
  });
const counted = async (directive: string) => {
  const { text } = await rig.call('GET', '/metrics');
  return Number(
    new RegExp(`^turnpike_policy_reports_total\\{directive="${directive}"\\} (\\d+)$`, 'm').exec(text)?.[1],
  );
};
const lines = () => rig.logged.filter((line) => line.includes('"directive"')).map((line) => JSON.parse(line));
const older = (directive: string, blocked: string) => ({
  'csp-report': {
    'document-uri': `https://pay.example/checkout/pay/${SECRET}`,
    'effective-directive': directive,
    'blocked-uri': blocked,
    'script-sample': '5123450000000008',
    'original-policy': "default-src 'none'",
  },
});
const newer = (directive: string, blocked: string) => ({
  type: 'csp-violation',
  url: `https://pay.example/checkout/pay/${SECRET}`,
  body: { effectiveDirective: directive, blockedURL: blocked, sample: '5123450000000008' },
});

describe('a report', () => {
  it.each([
    ['application/csp-report', (directive: string, blocked: string) => older(directive, blocked)],
    ['application/reports+json', (directive: string, blocked: string) => [newer(directive, blocked)]],
  ] as const)('as %s is counted by its directive, and logged with the origin that was refused', async (_type, made) => {
    const before = await counted('img-src');
    const blocked = `https://evil-${_type.length}.example`;
    expect((await send(made('img-src', `${blocked}/p.gif?${SECRET}`))).status).toBe(204);
    expect(await counted('img-src')).toBe(before + 1);
    expect(lines().at(-1)).toMatchObject({ directive: 'img-src', blocked });
    expect(rig.logged.join()).not.toContain(SECRET);
    expect(rig.logged.join()).not.toContain('5123450000000008');
  });

  it('names a source without an address by its keyword, and an unknown one as other', async () => {
    for (const [directive, blocked] of [
      ['script-src-attr', 'inline'],
      ['connect-src', 'https://5123450000000008/'],
      ['frame-src', `chrome-extension://${SECRET}`],
      ['made-up-by-a-stranger', 'data'],
    ] as const) {
      await send(older(directive, blocked));
    }
    expect(
      lines()
        .slice(-4)
        .map(({ directive, blocked }) => [directive, blocked]),
    ).toEqual([
      ['script-src-attr', 'inline'],
      ['connect-src', 'other'],
      ['frame-src', 'other'],
      ['other', 'data'],
    ]);
  });

  it('that is repeated is counted, without a second line', async () => {
    const before = await counted('font-src');
    for (let times = 0; times < 5; times += 1) {
      await send(older('font-src', 'https://fonts.example/a.woff'));
    }
    expect(await counted('font-src')).toBe(before + 5);
    expect(lines().filter(({ directive }) => directive === 'font-src')).toHaveLength(1);
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{"csp-report":'],
    ['a number', '7'],
    ['null', 'null'],
    ['other reports', JSON.stringify([{ type: 'deprecation', body: {} }, null, 7])],
    ['members that are no texts', JSON.stringify({ 'csp-report': { 'effective-directive': 7, 'blocked-uri': {} } })],
  ])('that is %s is answered like any other', async (_what, body) => {
    const { status, text } = await send(body);
    expect([status, text]).toEqual([204, '']);
  });

  it('too long to be one is refused', async () => {
    expect((await send('x'.repeat(17 * 1024))).status).toBe(413);
  });

  it('from an address that sends more than a browser does is not read, and other addresses are not affected', async () => {
    const before = await counted('base-uri');
    for (let times = 0; times < 60; times += 1) {
      expect((await send(older('base-uri', 'https://x.example'), '198.51.100.7')).status).toBe(204);
    }
    const taken = (await counted('base-uri')) - before;
    expect(taken).toBeGreaterThanOrEqual(20);
    expect(taken).toBeLessThan(40);
    await send(older('base-uri', 'https://x.example'), '198.51.100.8');
    expect(await counted('base-uri')).toBe(before + taken + 1);
  });

  it('with more than ten violations is read up to the tenth', async () => {
    const before = await counted('style-src');
    await send(Array.from({ length: 50 }, () => newer('style-src', 'inline')));
    expect(await counted('style-src')).toBe(before + 10);
  });

  it('does not fill the log, for any number of different ones', async () => {
    const before = lines().length;
    for (let n = 0; n < 120; n += 1) {
      await send(older('form-action', `https://host-${n}.example`));
    }
    expect(lines().length - before).toBeLessThanOrEqual(60);
  });
});

it('a report is sent by a browser when a script was injected into the page', async () => {
  const context = await (await keptBrowser()).newContext();
  const page = await context.newPage();
  const sent: string[] = [];
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/csp-report') {
      sent.push(route.request().postData() ?? '');
      return route.fulfill({ status: 204 });
    }
    const answer = await rig.call('GET', `/checkout/pay/${SECRET}`, undefined, {
      authorization: null,
      headers: { 'Accept-Encoding': 'identity' },
    });
    const policy = answer.headers['content-security-policy'] as string;
    // Playwright shows only the older form to a route.
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.replace('; report-to csp', ''),
    };
    return route.fulfill({ headers, body: answer.text.replace('</main>', '<script>alert(1)</script></main>') });
  });
  await page.goto('http://localhost:8080/checkout/pay/x');
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  const before = await counted('script-src-elem');
  await send(sent[0] ?? '');
  expect(await counted('script-src-elem')).toBe(before + 1);
  await context.close();
});
