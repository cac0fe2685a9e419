/** The loaders in a real page, from the installed package, with the scripts of a real gateway. */

import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCheckout, type Pins, readPins, ScriptError } from '../../../packages/scripts/src/index.ts';
import { keptBrowser } from '../../browser.ts';
import { keptStack, type Stack } from '../../support/stack.ts';
import { type InstalledProject, installedProject, outputOf } from '../installed.ts';

let stack: Stack;
let project: InstalledProject;
let server: Server;
let origin: string;
let pins: Pins;
let page: Page;

/** A shop's server. Scripts below `/static/` never get an answer. */
beforeAll(async () => {
  [stack, project] = [await keptStack(), await installedProject()];
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop.example');
    if (pathname.startsWith('/static/')) {
      return;
    }
    response.setHeader('Content-Type', pathname.endsWith('.js') ? 'text/javascript' : 'text/html');
    response.end(await readFile(join(project.folder, pathname)).catch(() => ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  pins = await readPins(stack.origin);
  page = await (await keptBrowser()).newPage();
});
afterAll(async () => {
  await page.close();
  server.closeAllConnections();
  server.close();
});

const open = async (given: object) => {
  await page.goto('about:blank');
  await page.goto(`${origin}/pay.html#${encodeURIComponent(JSON.stringify({ origin: stack.origin, pins, ...given }))}`);
  await expect.poll(() => page.title(), { timeout: 10_000 }).not.toBe('');
  return page.title();
};

/** Runs a function of the package in the page. */
const inPage = <Result>(code: string): Promise<Result> =>
  page.evaluate(`import('/node_modules/@turnpike/scripts/lib/index.js').then(async (scripts) => { ${code} })`);

it('the program of the README prints the pins', async () => {
  const printed = await outputOf(project, [process.execPath, 'pins.mjs'], { TURNPIKE_ORIGIN: stack.origin });
  expect(JSON.parse(printed)).toEqual(pins);
  expect(pins.checkout).toEqual({
    path: expect.stringMatching(/^\/static\/pinned\/[0-9a-f]{16}\/checkout\.js$/),
    integrity: expect.stringMatching(/^sha384-/),
  });
});

describe('the page of the README', () => {
  it('shows the payment page with the pinned script', async () => {
    const { sessionId } = await stack.merchant.checkout({});
    expect(await open({ sessionId })).toBe('ready');
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.waitForURL(`${stack.origin}/checkout/**`);
  });

  it('refuses another content than the pin’s, and loads the right one at the next call', async () => {
    const wrong = { path: pins.checkout.path, integrity: pins.session.integrity };
    expect(await open({ pins: { ...pins, checkout: wrong } })).toBe('BLOCKED');
    const options = JSON.stringify({ origin: stack.origin, pin: pins.checkout });
    expect(await inPage(`return typeof (await scripts.loadCheckout(${options})).showLightbox;`)).toBe('function');
  });
});

it('each script is loaded once, with its global', async () => {
  await open({});
  const [all, one] = [JSON.stringify({ origin: stack.origin, merchantId: 'TESTSHOP' }), 'scripts.loadThreeDS'];
  const found = await inPage(`
    const [first, second] = await Promise.all([${one}(${all}), ${one}(${all})]);
    const session = await scripts.loadPaymentSession(${all});
    const pinned = await scripts.loadPaymentSession({ ...${all}, pin: ${JSON.stringify(pins.session)} });
    const tags = [...document.head.querySelectorAll('script[src*="three-ds"]')].length;
    return [first === second && first === ThreeDS, typeof session.configure, typeof pinned.validate, tags];
  `);
  expect(found).toEqual([true, 'function', 'function', 1]);
});

it('a script without an answer is given up, and its tag removed', async () => {
  await open({});
  const options = JSON.stringify({ origin, timeoutMs: 50 });
  const found = await inPage(`
    const reason = await scripts.loadThreeDS(${options}).catch((error) => [error.name, error.reason]);
    return [reason, document.querySelectorAll('script[src^="${origin}/static"]').length];
  `);
  expect(found).toEqual([['ScriptError', 'TIMED_OUT'], 0]);
});

it('a server imports the package, and a loader there rejects', async () => {
  await expect(loadCheckout({ origin: stack.origin })).rejects.toMatchObject({ reason: 'NO_DOCUMENT' });
  await expect(loadCheckout({ origin: stack.origin })).rejects.toBeInstanceOf(ScriptError);
});
