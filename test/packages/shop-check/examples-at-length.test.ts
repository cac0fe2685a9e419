/** All thirty histories against each example shop, and against each planted fault. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { openCheck, shopByCheckPage } from '../../../packages/shop-check/src/index.ts';
import { ROOT } from '../../../scripts/lib/project.mjs';
import { freePorts } from '../../support/ports.ts';
import { spawnTethered } from '../../support/tethered.ts';
import { FAULTS } from './faulty-shops.ts';
import { startKitWorld } from './kit-world.ts';
import { serveShop, TOKEN } from './served-shop.ts';

const ALL_MS_MAX = 300_000;
/** Of the shop's, which is promised on an idle machine. */
const HISTORIES_MS_MAX = 60_000;

const hasPhp = (() => {
  try {
    execFileSync('php', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe('the shop on node:http', () => {
  it('passes all thirty', { timeout: ALL_MS_MAX }, async () => {
    const check = await openCheck({ port: 0, startWorld: startKitWorld });
    const shop = await serveShop(check.settings);
    const { outcomes, ms } = await check.run(shop.checked);
    expect(outcomes.filter(({ result }) => result !== 'passed')).toEqual([]);
    expect(outcomes).toHaveLength(30);
    process.stdout.write(`thirty histories at the shop on node:http: ${ms} ms of ${HISTORIES_MS_MAX}\n`);
    await shop.close();
    await check.close();
  });
});

describe('the shop in PHP', () => {
  if (!hasPhp) {
    process.stdout.write('The shop in PHP is left out: there is no php.\n');
  }

  it.skipIf(!hasPhp)('passes all thirty', { timeout: ALL_MS_MAX }, async () => {
    const check = await openCheck({ port: 0, startWorld: startKitWorld });
    const [port = 0] = await freePorts(1);
    const orders = mkdtempSync(join(tmpdir(), 'turnpike-php-orders-'));
    const { gateway, password, notificationKey } = check.settings;
    const script = join(ROOT, 'packages', 'shop-check', 'examples', 'php', 'shop.php');
    const php = spawnTethered('php', ['-S', `127.0.0.1:${port}`, script], {
      ...process.env,
      ...{ GATEWAY: gateway, PASSWORD: password, NOTIFICATION_KEY: notificationKey },
      ...{ CHECK_TOKEN: TOKEN, ORDERS: orders, PHP_CLI_SERVER_WORKERS: '4' },
    });
    const url = `http://localhost:${port}/check`;
    await vi.waitUntil(() => fetch(url).then(() => true, () => false), { timeout: 30_000 });
    const { outcomes } = await check.run(shopByCheckPage({ url, token: TOKEN, http: { timeoutMs: 20_000 } }));
    expect(outcomes.filter(({ result }) => result !== 'passed')).toEqual([]);
    php.kill();
    await check.close();
    rmSync(orders, { recursive: true });
  });
});

describe('a shop with a fault', () => {
  it.each(Object.entries(FAULTS))('that %s makes this mistake and no other', { timeout: ALL_MS_MAX }, async (_, [Faulty, mistakes]) => {
    const check = await openCheck({ port: 0, startWorld: startKitWorld });
    const shop = await serveShop(check.settings, Faulty);
    const { outcomes } = await check.run(shop.checked);
    const found = outcomes.filter(({ result }) => result !== 'passed');
    expect([...new Set(found.map(({ mistake, sentence }) => mistake ?? sentence))]).toEqual(mistakes);
    await shop.close();
    await check.close();
  });
});
