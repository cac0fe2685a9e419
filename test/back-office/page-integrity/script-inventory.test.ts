/**
 * The committed inventory equals the build, and the scripts that a browser ran on every page: in both directions, by
 * the bytes that the browser itself had.
 */
import { hash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  FIELD_PAGE,
  inventoryText,
  METHOD_PAGE,
  pageInventory,
  type RenderedPage,
  renderedPages,
} from '../../../scripts/page-scripts.ts';
import { INVENTORY_FILE, type InventoryEntry, readInventory } from '../../../src/back-office/page-integrity/index.ts';
import { builtFile } from '../../../src/web/built-file.ts';
import { type Rig, startRig } from '../../api/rest/rig.ts';
import { AT_LENGTH, isFirst, itAtLength } from '../../support/at-length.ts';
import type { AnyPage } from '../../web/pages/any-page.ts';
import { payPage } from '../../web/pages/fixtures.ts';
import { PAY_ADDRESS, usePages } from '../../web/pages/rig.ts';
import { patience } from '../../web/pages/visitor.ts';

const DIST = fileURLToPath(builtFile('.'));
const sha256 = (text: string) => `sha256-${hash('sha256', text, 'base64')}`;

it('the inventory equals the build; otherwise review the changes, and run `npm run reference`', async () => {
  expect(readFileSync(INVENTORY_FILE, 'utf8')).toBe(inventoryText(await pageInventory()));
});

describe('a build with one changed byte in one file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-dist-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const files = [
    ...readdirSync(join(DIST, 'client', '_astro')).map((file) => `client/_astro/${file}`),
    'merchant-scripts/field.js',
  ];

  itAtLength(files, isFirst)('is not the inventory: %s', async (file) => {
    const copy = join(folder, file.replaceAll('/', '-'));
    cpSync(DIST, copy, { recursive: true });
    const bytes = readFileSync(join(copy, file));
    const at = bytes.length >> 1;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(join(copy, file), bytes);
    const changed = await pageInventory(copy);
    const hashes = new Set(readInventory().scripts.map((script) => script.hash));
    expect(changed.scripts.filter((script) => !hashes.has(script.hash))).toHaveLength(1);
  });
});

const pages = usePages();
let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

interface Ran {
  readonly scripts: Set<string>;
  readonly styles: Set<string>;
}

/** The scripts and styles that the browser compiled and applied in a page, by hash, without those of the test tool. */
async function watched(page: Page): Promise<() => Promise<Ran>> {
  const cdp = await page.context().newCDPSession(page);
  const reading: Promise<unknown>[] = [];
  const ran: Ran = { scripts: new Set(), styles: new Set() };
  // A page that redirects takes its scripts with it; those read before count.
  const note = (into: Set<string>, text: Promise<string>) =>
    reading.push(text.then((one) => into.add(sha256(one))).catch(() => undefined));
  cdp.on('Debugger.scriptParsed', ({ scriptId, executionContextAuxData }) => {
    if ((executionContextAuxData as { readonly isDefault?: boolean } | undefined)?.isDefault === true) {
      note(
        ran.scripts,
        cdp.send('Debugger.getScriptSource', { scriptId }).then(({ scriptSource }) => scriptSource),
      );
    }
  });
  cdp.on('CSS.styleSheetAdded', ({ header: { styleSheetId, origin, isInline, isConstructed, sourceURL } }) => {
    // Chromium's own style of `details` is regular, but without an address.
    if (origin === 'regular' && (isInline || isConstructed || sourceURL !== '')) {
      note(
        ran.styles,
        cdp.send('CSS.getStyleSheetText', { styleSheetId }).then(({ text }) => text),
      );
    }
  });
  for (const domain of ['Page', 'Debugger', 'DOM', 'CSS'] as const) {
    await cdp.send(`${domain}.enable`);
  }
  return async () => {
    // Its answer comes after all earlier events of the page.
    await cdp.send('DOM.getDocument').catch(() => undefined);
    while (reading.length > 0) {
      await Promise.all(reading.splice(0));
    }
    return ran;
  };
}

/** One page of each kind for every set of scripts and styles of its states. */
async function onePageEach(): Promise<readonly AnyPage[]> {
  const rendered = await renderedPages();
  const states = Map.groupBy(rendered, (one) => [one.page.kind, ...one.scripts, ...one.styles].join());
  return [...states.values()].map(([first]) => (first as RenderedPage).page);
}

const { scripts, styles } = readInventory();
const ofPage = (entries: readonly InventoryEntry[], kind: string) =>
  entries.filter((entry) => entry.pages.includes(kind)).map((entry) => entry.hash);

/** The first is loaded only at a session's end, the second only where the merchant has a wallet. */
const ON_OCCASION = new Set(['extend', 'mount-wallets']);

it('names the script that shows wallets, which a page with a wallet runs', async () => {
  const page = await pages.browser.newPage();
  const read = await watched(page);
  const applePay = { id: 'applePay', name: 'Apple Pay', request: '{}' } as const;
  pages.preview.show(payPage({ deviceWallets: [applePay] }));
  await page.goto(pages.preview.origin + PAY_ADDRESS);
  const script = scripts.find(({ name }) => name === 'mount-wallets');
  await expect.poll(async () => (await read()).scripts.has(script?.hash ?? ''), patience).toBe(true);
  await page.close();
});

it('names for each kind of page exactly the scripts and styles that a browser ran and applied', AT_LENGTH, async () => {
  const context = await pages.browser.newContext();
  await context.route('https://**', (route) => route.fulfill({ status: 204 }));
  const seen = new Map<string, Ran>();
  for (const model of await onePageEach()) {
    const page = await context.newPage();
    const read = await watched(page);
    pages.preview.show(model);
    await page.goto(pages.preview.origin + PAY_ADDRESS, { waitUntil: 'load' });
    // The script that a page loads once its payer acts.
    const sending = scripts.find(({ name }) => name === 'send-form');
    if (sending?.pages.includes(model.kind) && (await page.locator('#offline').count()) > 0) {
      await page.keyboard.press('Tab');
      await expect.poll(async () => (await read()).scripts.has(sending.hash), patience).toBe(true);
    }
    const ran = await read();
    const before = seen.get(model.kind);
    seen.set(model.kind, {
      scripts: ran.scripts.union(before?.scripts ?? new Set()),
      styles: ran.styles.union(before?.styles ?? new Set()),
    });
    await page.close();
  }
  await context.close();
  const kinds = [...seen.keys()];
  expect(kinds.length).toBeGreaterThan(30);
  for (const kind of kinds) {
    const ran = seen.get(kind) as Ran;
    const early = scripts.filter(({ name }) => !ON_OCCASION.has(name));
    expect([...ran.scripts].sort(), kind).toEqual(ofPage(early, kind).sort());
    expect([...ran.styles].sort(), kind).toEqual(ofPage(styles, kind).sort());
  }
  const named = new Set([...scripts, ...styles].flatMap((entry) => entry.pages));
  expect([...named.difference(new Set([...kinds, FIELD_PAGE, METHOD_PAGE]))]).toEqual([]);
});

it.each([
  [FIELD_PAGE, 'GET', '/form/version/100/merchant/TESTSHOP/field'],
  [METHOD_PAGE, 'POST', '/checkout/authentication/state/method'],
] as const)('names the scripts that the page of %s ran, as the gateway serves it', async (kind, method, address) => {
  const { text, headers } = await rig.call(method, address, method === 'POST' ? 'a=b' : undefined, {
    authorization: null,
  });
  const context = await pages.browser.newContext();
  const page = await context.newPage();
  const read = await watched(page);
  const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('content-')));
  await page.route('**/*', (route) =>
    route.fulfill({ body: text, headers: { ...(sent as Record<string, string>), 'content-encoding': 'identity' } }),
  );
  await page.goto('http://localhost:8080/', { waitUntil: 'load' });
  const ran = await read();
  expect([...ran.scripts]).toEqual(ofPage(scripts, kind));
  expect([...ran.styles]).toEqual(ofPage(styles, kind));
  await context.close();
});
