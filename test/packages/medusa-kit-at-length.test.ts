// @module-tag at-length
/** The thirty histories of the conformance kit, played against a real Medusa shop with the plugin. */
import { beforeAll, describe, expect, it } from 'vitest';
import { openCheck, type Report, shopByCheckPage } from '../../packages/shop-check/src/index.ts';
import { startMedusa } from './medusa-shop.ts';
import { startKitWorld } from './shop-check/kit-world.ts';
import { canInstall, INSTALL_MS_MAX, installShop } from './shop-systems.ts';

const ALL_MS_MAX = 900_000;
const ANSWER_MS_MAX = 60_000;
const TOKEN = 'the-check-token';

/** Histories with acts of the staff at the gateway, and one without. */
const STAFF_AT_GATEWAY = ['return-once', 'notification-after-the-refund', 'part-capture', 'void-before-capture'];

let folder: string | undefined;

/** @param fault planted in the shop, as `medusa-config.js` names it */
async function played(fault?: string, only?: readonly string[]): Promise<Report> {
  const check = await openCheck({
    ...{ port: 0, startWorld: startKitWorld, timeoutMs: ANSWER_MS_MAX },
    ...(only !== undefined && { only }),
  });
  const { gateway, merchant, password, notificationKey } = check.settings;
  const shop = await startMedusa(folder ?? '', {
    ...process.env,
    ...{ NODE_ENV: 'production', GATEWAY: gateway, MERCHANT: merchant, PASSWORD: password },
    ...{ NOTIFICATION_KEY: notificationKey, CHECK_TOKEN: TOKEN, FAULT: fault },
  });
  const url = `${shop.origin}/turnpike/check`;
  try {
    return await check.run(shopByCheckPage({ url, token: TOKEN, http: { timeoutMs: ANSWER_MS_MAX } }));
  } finally {
    await shop.close();
    await check.close();
  }
}

describe.runIf(await canInstall('medusa'))('a Medusa shop with the plugin', () => {
  beforeAll(async () => {
    folder = await installShop('medusa');
  }, INSTALL_MS_MAX);

  it('passes all thirty histories', { timeout: ALL_MS_MAX }, async () => {
    const { outcomes } = await played();
    expect(outcomes.filter(({ result }) => result !== 'passed')).toEqual([]);
    expect(outcomes).toHaveLength(30);
  });

  it('is found if it takes no notice of refunds that the gateway makes', { timeout: ALL_MS_MAX }, async () => {
    const { outcomes } = await played('misses-the-refund', STAFF_AT_GATEWAY);
    const found = outcomes.filter(({ result }) => result !== 'passed');
    expect(found.map(({ history, mistake }) => [history.name, mistake])).toEqual([
      ['notification-after-the-refund', 'misses-the-refund'],
    ]);
  });
});
