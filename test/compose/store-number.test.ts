/** A gateway whose store is not number 0: each id that its payers, merchants and acquirer see names the store. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tracedRow } from '../../src/core/processing/trace.ts';
import { storeOfId, storeOfKey } from '../../src/platform/store-ids.ts';
import { type BrowserRig, startBrowserRig } from '../browser-payments/rig.ts';
import { cardForm, hands, wordsOf } from '../checkout/hands.ts';
import { turnpike } from '../cli/turnpike.ts';

/** The last store: its keys and its code are the largest. */
const STORE = 3_843;
const CODE = 'zz';

let rig: BrowserRig;
beforeAll(async () => {
  rig = await startBrowserRig({ env: { STORE_NUMBER: `${STORE}` } });
  await rig.merchant({ id: 'KEEPER', name: 'Keeper', savedCards: {} });
});
afterAll(() => rig.close());

const its = () =>
  Object.assign(Object.create(rig) as BrowserRig, {
    api: (method: string, path: string, body?: unknown) => rig.api(method, path, body, { merchant: 'KEEPER' }),
  });
const { browse, checkout, form, post } = hands(its);
const SAVED = cardForm('01/39', { saveCard: 'on' });

async function pay(id: string) {
  const { hidden, action, cookie } = await form(id);
  const { headers } = await post(action, { ...hidden, ...SAVED }, { Cookie: cookie, Origin: rig.origin });
  return { cookie, location: String(headers.location) };
}

it('a checkout is paid under a session of the store, by messages and a support code that name it', async () => {
  const { id, order } = await checkout({ customer: { id: 'customer-1' } });
  expect(id).toMatch(/^SESSIONzz[0-9A-Za-z]{24}$/);
  const { cookie, location } = await pay(id);
  expect(cookie).toMatch(/^turnpikezz=/);
  expect(location).toBe(`/checkout/done/${id}`);
  const page = await browse(location);
  expect(wordsOf(page)).toContain('You paid €10.00');
  const [entry] = rig.host.ledger({ order });
  const traced = tracedRow(entry!.terminal!, entry!.reference, Date.parse(entry!.at));
  expect(storeOfKey(traced!.key)).toBe(STORE);
  const [code] = /[0-9A-Z]{4}-[0-9A-Z]{4}-3R3/.exec(page.text) ?? [];
  expect(await turnpike(rig.folder, ['find', `${code}`])).toMatchObject({
    code: 0,
    out: expect.stringContaining(order),
  });
  const next = await checkout({ customer: { id: 'customer-1' } });
  const [, saved = ''] = /href="\/checkout\/cards\/([^"]*)"/.exec((await form(next.id)).page.text) ?? [];
  expect(storeOfId(decodeURIComponent(saved))).toBe(STORE);
  expect((await browse(`/checkout/cards/${saved}`)).status).toBe(200);
});

it('a link, its session and its logo are of the store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-logo-'));
  const file = join(folder, 'logo.svg');
  writeFileSync(file, '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><path d="M0 0h4v2z"/></svg>');
  expect(await turnpike(rig.folder, ['merchant', 'logo', 'KEEPER', file])).toMatchObject({ code: 0 });
  rmSync(folder, { recursive: true });
  const { json } = await its().api('POST', '/link', { link: { amount: '24.00', currency: 'EUR' } });
  expect(json.link.id).toMatch(/^zz[0-9A-Za-z]{16}$/);
  const address = new URL(json.link.url).pathname;
  const logoOn = async () => /src="\/checkout\/logo\/([^"]+)"/.exec((await browse(address)).text)?.[1];
  // A profile is reloaded within a second.
  await expect.poll(logoOn, { timeout: 30_000, interval: 200 }).toMatch(/^zz[0-9a-f]{32}\.svg$/);
  const logo = await logoOn();
  expect((await browse(`/checkout/logo/${logo}`)).status).toBe(200);
  const start = /name="start" value="([^"]*)"/.exec((await browse(address)).text)?.[1] ?? '';
  const begun = await post(address, { start }, { Origin: rig.origin });
  expect(begun.headers.location).toMatch(/^\/checkout\/pay\/SESSIONzz[0-9A-Za-z]{24}$/);
});

it('a browser payment has a handle of the store, and its callbacks name the merchant', async () => {
  const { redirectUrl, retrieve } = await rig.initiate({ reference: 'TEST-SUCCEED' });
  const handle = redirectUrl.replace(`${rig.origin}/redirect/`, '');
  expect(handle).toMatch(/^zz[0-9A-Za-z]{24}$/);
  const { addresses } = await rig.browse(redirectUrl);
  expect(addresses.at(-1)).toMatch(/^https:\/\/shop\.example\/return/);
  const states = addresses.flatMap((one) => /\/return\/([^/?]+)/.exec(new URL(one).pathname)?.[1] ?? []);
  expect(states.length).toBeGreaterThan(0);
  expect(new Set(states.map(storeOfId))).toEqual(new Set([STORE]));
  expect((await retrieve()).result).toBe('SUCCESS');
  expect((await browse(`/checkout/status/${handle}`)).status).toBe(200);
  await expect.poll(() => rig.logged.join('')).toContain('"/callback/:provider/:merchant"');
});

it('a payer who returns from a provider to another process has an alias of the store', async () => {
  const { id, order } = await checkout({ order: { reference: 'TEST-SUCCEED' } });
  const { hidden, action, cookie } = await form(id);
  const sent = { ...hidden, method: 'demoWallet' };
  const { headers } = await post(action, sent, { Cookie: cookie, Origin: rig.origin });
  const away = await rig.browse(`${rig.origin}${headers.location}`, { until: /^(?!.*\/checkout\/|.*\/redirect\/)/ });
  await rig.restart();
  const { addresses } = await rig.browse(away.addresses.at(-1) ?? '');
  const [alias = ''] = addresses.flatMap((address) => /\/checkout\/done\/(SESSION\w+)/.exec(address)?.[1] ?? []);
  expect(alias).toMatch(/^SESSIONzz[0-9A-Za-z]{24}$/);
  expect(alias).not.toBe(id);
  expect((await its().api('GET', `/order/${order}`)).json.status).toBe('CAPTURED');
});

it('the code of an id is authenticated: with another one the id finds nothing', async () => {
  const { id } = await checkout();
  for (const other of [id.replace(`SESSION${CODE}`, 'SESSION'), id.replace(`SESSION${CODE}`, 'SESSION01')]) {
    expect((await browse(`/checkout/pay/${other}`)).status).toBe(404);
  }
  expect((await browse(`/checkout/pay/${id}`)).status).toBe(200);
});
