/** Shops that cannot be checked: each gets one sentence, and exit code 2. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../../packages/shop-check/src/command.ts';
import type { World } from '../../../packages/shop-check/src/index.ts';
import { BAD_SHOPS, openBadShop, openUntrustedShop } from './bad-shops.ts';

/** No history begins, so no gateway is needed. */
const startWorld = async (): Promise<World> => ({
  origin: 'http://localhost:9',
  merchant: 'TESTSHOP',
  password: 'none',
  later: async () => undefined,
  settled: async () => undefined,
  close: async () => undefined,
});

async function checked(...args: readonly string[]) {
  const written = { out: '', err: '' };
  const output = {
    out: (text: string) => {
      written.out += text;
    },
    err: (text: string) => {
      written.err += text;
    },
  };
  const code = await runCommand(['--port', '0', '--settle', '0', ...args], output, { startWorld });
  return { code, ...written };
}

describe('a check page that', () => {
  it.concurrent.each(Object.entries(BAD_SHOPS))('%s gets a sentence', async (what, [answer, sentence]) => {
    const shop = await openBadShop(answer);
    const { code, err } = await checked(shop.url, '--timeout', what === 'never answers' ? '1' : '60');
    expect([code, err]).toEqual([2, expect.stringMatching(sentence)]);
    expect(err.trim()).not.toContain('\n');
    await shop.close();
  });

  it('has a certificate that nobody trusts gets a sentence, and is asked with --ca', async () => {
    const shop = await openUntrustedShop((_, response) => response.end('fine'));
    expect((await checked(shop.url)).err).toMatch(/^The certificate of localhost:\d+ is not trusted/);
    const folder = mkdtempSync(join(tmpdir(), 'turnpike-shop-check-'));
    const file = join(folder, 'ca.pem');
    writeFileSync(file, shop.authority);
    expect((await checked(shop.url, '--ca', file)).err).toContain('answers no JSON: fine');
    rmSync(folder, { recursive: true });
    await shop.close();
  });

  it('has no server gets a sentence', async () => {
    const shop = await openBadShop(() => undefined);
    await shop.close();
    expect(await checked(shop.url)).toMatchObject({ code: 2, err: expect.stringMatching(/^Nothing listens at http/) });
  });
});

it('a token goes to the shop, and not to another site to which its page redirects', async () => {
  const tokens: (string | undefined)[] = [];
  const shop = await openBadShop(({ headers, socket, url }, response) => {
    tokens.push(headers.authorization);
    const elsewhere = `http://127.0.0.1:${socket.localPort}/there`;
    response.writeHead(url === '/there' ? 500 : 307, { location: url === '/check' ? '/check/' : elsewhere }).end();
  });
  await checked(shop.url, '--token', 'T');
  expect(tokens).toEqual(['Bearer T', 'Bearer T', undefined]);
  await shop.close();
});

it('a certificate that is none gets a sentence', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-shop-check-'));
  const file = join(folder, 'ca.pem');
  writeFileSync(file, '-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n');
  const { code, err } = await checked('https://localhost:9/check', '--ca', file);
  expect([code, err]).toEqual([2, expect.stringMatching(/^(?:Nothing|The certificate) .*\n$/)]);
  rmSync(folder, { recursive: true });
});

it('a limit that Node’s timers do not have is a long one', async () => {
  const shop = await openBadShop((_, response) => response.end('fine'));
  expect((await checked(shop.url, '--timeout', '999999999')).err).toContain('answers no JSON: fine');
  await shop.close();
});

describe('the command refuses', () => {
  it.each([
    [['--only', 'nothing', 'http://localhost:9/check'], /^No history is named nothing\. There are: return-once, /],
    [['ftp://shop/check'], /^The shop is to be an address with http or https\./],
    [['--seed', 'x', 'http://localhost:9/check'], /^--seed is to be a whole number from 0 to /],
    [['--ca', '/nowhere.pem', 'http://localhost:9/check'], /^\/nowhere\.pem cannot be read\./],
    [['--timeout', '0', 'http://localhost:9/check'], /^--timeout is to be a whole number from 1 to /],
    [['--port', '99999', 'http://localhost:9/check'], /^--port is to be a whole number from 0 to 65535\./],
    [['--token', 'a b', 'http://localhost:9/check'], /^--token is to be of letters/],
    [['--junit', '/nowhere/report.xml', 'http://localhost:9/check'], /^\/nowhere\/report\.xml cannot be written\./],
    [['--wrong'], /Unknown option '--wrong'/],
    [[], /^shop-check URL/],
  ])('%j', async (args, sentence) => {
    expect(await checked(...args)).toMatchObject({ code: 2, err: expect.stringMatching(sentence) });
  });
});
