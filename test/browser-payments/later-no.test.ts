/**
 * The demo providers decide once: the payer's page shows a payment as paid from then on, and not while the result is
 * pending.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { notificationsOf } from './order-notifications.ts';
import { type BrowserRig, startBrowserRig } from './rig.ts';

let rig: BrowserRig;
beforeAll(async () => {
  rig = await startBrowserRig({ speed: 20 });
});
afterAll(() => rig.close());

it.each([
  ['demoWallet', 'TEST-SUCCESS-INIT', 'SUCCESS', true],
  ['demoWallet', 'TEST-FAIL-INIT', 'FAILURE', false],
  ['demoBank', 'TEST-SUCCESS-INIT', 'SUCCESS', true],
] as const)('for %s and %s, the page and the order agree at each poll', async (provider, reference, result, isPaid) => {
  const initiated = await rig.initiate({ provider, reference, order: { notificationUrl: 'http://localhost:9/told' } });
  const saysPaid = async () => {
    const page = await fetch(initiated.redirectUrl.replace('/redirect/', '/checkout/status/'));
    const heading = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(await page.text())?.[1] ?? '';
    return /paid/i.test(heading.replace(/<[^>]*>/g, ''));
  };
  expect(await saysPaid()).toBe(false);
  expect(await notificationsOf(rig, initiated.orderId)).toBe(0);
  const looks: [boolean, string][] = [];
  await expect
    .poll(
      async () => {
        // The order is read after the page: a page is never ahead of the order.
        looks.push([await saysPaid(), (await initiated.retrieve()).result]);
        return looks.at(-1)?.[1];
      },
      { timeout: 20_000 },
    )
    .toBe(result);
  expect(looks.filter(([paid, now]) => paid && now !== 'SUCCESS')).toEqual([]);
  expect(await saysPaid()).toBe(isPaid);
  expect(await notificationsOf(rig, initiated.orderId)).toBe(1);
});
