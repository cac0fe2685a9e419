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
  const code = await runCommand([...args, '--port', '0'], output, { startWorld });
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

describe('the command refuses', () => {
  it.each([
    [['--only', 'nothing', 'http://localhost:9/check'], /^No history is named nothing\. There are: return-once, /],
    [['ftp://shop/check'], /^The shop is to be an address with http or https\./],
    [['--seed', 'x', 'http://localhost:9/check'], /^--seed is to be a whole number\./],
    [['--ca', '/nowhere.pem', 'http://localhost:9/check'], /^\/nowhere\.pem cannot be read\./],
    [['--wrong'], /Unknown option '--wrong'/],
    [[], /^shop-check URL/],
  ])('%j', async (args, sentence) => {
    expect(await checked(...args)).toMatchObject({ code: 2, err: expect.stringMatching(sentence) });
  });
});
