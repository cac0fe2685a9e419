// @module-tag at-length
/** The thirty histories of the conformance kit, played against a real Vendure shop with the plugin. */
import { beforeAll, describe, expect, it } from 'vitest';
import { openCheck, type Report, shopByCheckPage } from '../../packages/shop-check/src/index.ts';
import { startKitWorld } from './shop-check/kit-world.ts';
import { canInstall, INSTALL_MS_MAX, installShop } from './shop-systems.ts';
import { startVendure } from './vendure-shop.ts';

const ALL_MS_MAX = 900_000;
const ANSWER_MS_MAX = 60_000;
const TOKEN = 'the-check-token';

let folder: string | undefined;

/** @param fault planted in the shop, as `shop.mjs` names it */
async function played(fault?: string, only?: readonly string[]): Promise<Report> {
  const check = await openCheck({
    ...{ port: 0, startWorld: startKitWorld, timeoutMs: ANSWER_MS_MAX },
    ...(only !== undefined && { only }),
  });
  const { gateway, merchant, password, notificationKey } = check.settings;
  const shop = await startVendure(folder ?? '', {
    ...process.env,
    ...{ NODE_ENV: 'production', GATEWAY: gateway, MERCHANT: merchant, PASSWORD: password, OPERATION: 'PURCHASE' },
    ...{ NOTIFICATION_KEY: notificationKey, CHECK_TOKEN: TOKEN, FAULT: fault },
  });
  const url = `${shop.origin}/turnpike/check`;
  const report = await check.run(shopByCheckPage({ url, token: TOKEN, http: { timeoutMs: ANSWER_MS_MAX } }));
  await shop.close();
  await check.close();
  return report;
}

describe.runIf(await canInstall('vendure'))('a Vendure shop with the plugin', () => {
  beforeAll(async () => {
    folder = await installShop('vendure');
  }, INSTALL_MS_MAX);

  it('passes all thirty histories', { timeout: ALL_MS_MAX }, async () => {
    const { outcomes } = await played();
    expect(outcomes.filter(({ result }) => result !== 'passed')).toEqual([]);
    expect(outcomes).toHaveLength(30);
  });

  it('is found if it takes the amount of the order for that of the payment', { timeout: ALL_MS_MAX }, async () => {
    const { outcomes } = await played('amount-unchecked');
    const found = outcomes.filter(({ result }) => result !== 'passed');
    expect(found.map(({ history, mistake }) => [history.name, mistake])).toEqual([
      ['amount-changed-in-another-tab', 'amount-unchecked'],
    ]);
  });
});
