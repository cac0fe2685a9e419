/** Every page of the console, from the table of its addresses: accessible, narrow enough, and reached by keyboard. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONSOLE_ROUTES, type ConsoleRouteName, consoleAddress } from '../../src/console/index.ts';
import type { SettlingHost } from '../../src/sandbox/acquirer/host.ts';
import { settlementFile } from '../../src/sandbox/acquirer/settlement-file.ts';
import { paying, type Rig, startRig } from '../api/rest/rig.ts';
import { keptBrowser } from '../browser.ts';
import { turnpike } from '../cli/turnpike.ts';
import { freePorts } from '../support/ports.ts';
import { findings, findingsInTheDark } from '../web/pages/axe.ts';
import { enrolled, invitationPath } from './person.ts';

const TOKEN = 'e'.repeat(43);
const MERCHANT = 'TESTSHOP';

/** Addresses that show no page of the console, or only within a sign-in, where the journey looks at them. */
const NO_PAGES: ReadonlySet<ConsoleRouteName> = new Set<ConsoleRouteName>([
  ...(['code', 'openId', 'openIdReturn'] as const),
  // Files, a picture, and a payer's page.
  ...(['orderFile', 'disputesFile', 'payoutFile', 'brandingLogo', 'brandingPreview'] as const),
  // They lead to the list of orders.
  ...(['merchant', 'view'] as const),
]);
const PAGES = (Object.keys(CONSOLE_ROUTES) as ConsoleRouteName[]).filter(
  (name) => CONSOLE_ROUTES[name].takes !== 'FORM' && !NO_PAGES.has(name),
);

let rig: Rig;
let origin: string;
let addresses: ReadonlyMap<ConsoleRouteName, string>;
let inside: BrowserContext;
let outside: BrowserContext;
beforeAll(async () => {
  const [port] = await freePorts(1);
  origin = `http://localhost:${port}`;
  const profile = { notification: { url: 'http://localhost:1024/', secret: 'a-secret' } };
  const env = { PORT: `${port}`, PUBLIC_ORIGIN: origin, SANDBOX_CONSOLE_TOKEN: TOKEN };
  rig = await startRig(env, 1, 'trace', { profile });
  addresses = await filled();
  const { client } = await enrolled(rig, ['--role', 'operator'], { origin });
  const [name = '', value = ''] = client.cookie.split('=', 2);
  const browser = await keptBrowser();
  [inside, outside] = [await browser.newContext(), await browser.newContext()];
  await inside.addCookies([{ name, value, url: origin }]);
});
afterAll(async () => {
  await Promise.all([inside.close(), outside.close()]);
  await rig.close();
});

/** A merchant with a row on each list, beside another one. @returns the address of each page */
async function filled(): Promise<ReadonlyMap<ConsoleRouteName, string>> {
  await rig.merchant({ id: 'OTHERSHOP', name: 'Other Shop' });
  await rig.api('PUT', '/order/ORDER-1/transaction/1', paying('PAY'));
  await rig.api('PUT', '/order/ORDER-2/transaction/1', paying('PAY'));
  const { settlement } = rig.host as SettlingHost;
  for (const [id, days] of [
    ['ORDER-1', 2],
    ['ORDER-2', -1],
  ] as const) {
    const respondBy = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    settlement.dispute({ merchant: MERCHANT, order: id, kind: 'CHARGEBACK', respondBy }, Date.now());
  }
  const file = join(rig.folder, 'settlement.csv');
  writeFileSync(file, settlementFile(settlement.batch(settlement.close(undefined, Date.now()))));
  await turnpike(rig.folder, ['settlement', 'import', file], { DATABASE_URL: rig.databaseUrl });
  const [{ key: payout }] = (await rig.rows('select key from settlement_payout')) as [{ key: number }];
  const [{ id: notification }] = (await rig.api('GET', '/order/ORDER-1/notification')).json.notification;
  const { json } = await rig.api('POST', '/link', { link: { currency: 'EUR', amount: '5.00' } });
  const interaction = { operation: 'PURCHASE', returnUrl: 'https://shop.example/back' };
  const order = { id: 'ORDER-3', amount: '5.00', currency: 'EUR' };
  await rig.api('POST', '/session', { apiOperation: 'INITIATE_CHECKOUT', interaction, order });
  const [{ key: checkout }] = (await rig.rows('select key from session')) as [{ key: number }];
  const token = (await invitationPath(rig, 'invite', 'new@shop.example', '--merchant', MERCHANT, '--role', 'viewer'))
    .split('/')
    .at(-1);
  const ids = { merchant: MERCHANT, order: 'ORDER-1', payout: `${payout}`, notification, link: json.link?.id };
  const more = { checkout: `${checkout}` };
  return new Map(
    PAGES.map((name) => [name, consoleAddress(name, { ...ids, ...more, token: name === 'link' ? TOKEN : `${token}` })]),
  );
}

/** The page in 320 pixels and in both schemes, and its controls by the key Tab alone. */
async function problemsOf(page: Page): Promise<string[]> {
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  const found = [...(await findings(page)), ...(await findingsInTheDark(page))];
  await page.emulateMedia({ colorScheme: 'light' });
  const missed = await missedByKeyboard(page);
  return [...found, ...(isWide ? ['too wide'] : []), ...missed.map((one) => `not reached by keyboard: ${one}`)];
}

const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary';

/** Tab reaches one of a group of radio buttons, and the arrow keys the others. */
async function missedByKeyboard(page: Page): Promise<string[]> {
  const count = await page.evaluate((controls) => {
    document.addEventListener('focusin', ({ target }) => (target as Element).setAttribute('data-reached', ''));
    return document.querySelectorAll(controls).length;
  }, CONTROLS);
  for (let pressed = 0; pressed <= count; pressed += 1) {
    await page.keyboard.press('Tab');
  }
  return page.evaluate(
    (controls) =>
      [...document.querySelectorAll(controls)]
        .filter((one) => one.checkVisibility() && one.closest('[inert]') === null)
        .filter((one) => !one.hasAttribute('data-reached') && one.getAttribute('type') !== 'radio')
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    CONTROLS,
  );
}

it.each(PAGES)('%s is accessible in both schemes, fits 320 pixels, and is reached by keyboard', async (route) => {
  const page = await (CONSOLE_ROUTES[route].access === 'ANYONE' ? outside : inside).newPage();
  await page.setViewportSize({ width: 320, height: 700 });
  const answer = await page.goto(origin + addresses.get(route));
  expect([answer?.status(), new URL(page.url()).pathname]).toEqual([200, addresses.get(route)]);
  expect(await problemsOf(page)).toEqual([]);
  await page.close();
});
