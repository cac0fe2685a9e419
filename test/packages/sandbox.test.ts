/** `@turnpike/sandbox` as a shop has it: from its tarball in an empty project, with the tests of its README. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CapturedNotification, World } from '../../packages/sandbox/src/index.ts';
import { ROOT } from '../../scripts/lib/project.mjs';
import { packPackage } from '../../scripts/packages.ts';
import { keptBrowser } from '../browser.ts';
import { AT_LENGTH } from '../support/at-length.ts';
import { programsOf } from './installed.ts';

const run = promisify(execFile);

/** Packages that the project has beside the sandbox. */
const LINKED = ['better-sqlite3', 'playwright', 'playwright-core', 'vitest'];
/** Jest's names for functions of `node:test`, which runs its example here. */
const JESTS_NAMES = `import { after, before, test } from 'node:test';
Object.assign(globalThis, { afterAll: after, beforeAll: before, test });`;

/** The program and the thread are bundled, unless they are. */
const BUILD_MS_MAX = 300_000;

const project = mkdtempSync(join(tmpdir(), 'turnpike-sandbox-package-'));
const program = (file: string, ...args: string[]) =>
  run(process.execPath, [join(project, file), ...args], { cwd: project, env: { ...process.env, VITEST: '' } });

let world: World;
let shop: Server;
let shopUrl: string;
/** The ids of notifications in the sequence in which the shop got them. */
const arrived: string[] = [];

beforeAll(async () => {
  const { file, installedBytes } = await packPackage('sandbox', join(project, 'packed'));
  // The table of packages says so.
  expect(installedBytes).toBeLessThan(12_000_000);
  const installed = join(project, 'node_modules', '@turnpike', 'sandbox');
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', file, '--strip-components=1', '-C', installed]);
  for (const name of LINKED) {
    symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
  }
  // The runner's package exports the same functions from `playwright/test`.
  write('node_modules/@playwright/test/index.mjs', "export * from 'playwright/test';");
  write('node_modules/@playwright/test/package.json', '{ "name": "@playwright/test", "exports": "./index.mjs" }');
  write('package.json', '{ "private": true, "type": "module" }');
  write('jest-names.mjs', JESTS_NAMES);
  write('playwright.config.js', playwrightConfig());
  for (const [name, code] of programsOf('sandbox')) {
    write(name, code);
  }
  const { startTurnpike } = await import(join(installed, 'lib', 'index.js'));
  shop = createServer((request, response) => {
    arrived.push(String(request.headers['webhook-id']));
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => shop.once('listening', resolve));
  shopUrl = `http://localhost:${(shop.address() as AddressInfo).port}/hook`;
  world = await startTurnpike({ notificationUrl: shopUrl });
}, BUILD_MS_MAX);

afterAll(async () => {
  await world.stop();
  shop.close();
  rmSync(project, { recursive: true, force: true });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true });
  writeFileSync(join(project, file), text);
}

function playwrightConfig(): string {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const launchOptions = { executablePath, args: ['--no-sandbox', '--disable-gpu'] };
  return `export default ${JSON.stringify({ testMatch: '*.spec.js', reporter: 'line', use: { launchOptions } })};`;
}

function pay(order: string, card = world.cards.approved) {
  return world.call('PUT', `/order/${order}/transaction/1`, {
    apiOperation: 'PAY',
    order: { amount: '10.00', currency: 'EUR' },
    sourceOfFunds: card.sourceOfFunds,
  });
}

describe('the README', () => {
  it('has a test for Vitest that passes', async () => {
    // Vitest's own limit of five seconds is short for a busy machine.
    const args = ['run', '--pool=threads', '--testTimeout=60000', '--hookTimeout=60000', 'shop.test.js'];
    const { stdout } = await program('node_modules/vitest/vitest.mjs', ...args);
    expect(stdout).toContain('3 passed');
  });

  it('has a test in CommonJS that passes and ends by itself', async () => {
    const args = ['--import', './jest-names.mjs', 'pending.test.cjs'];
    expect((await run(process.execPath, args, { cwd: project })).stdout).toContain('pass 1');
  });

  it('has a test for Playwright, whose browser pays on the page', AT_LENGTH, async () => {
    expect((await program('node_modules/playwright/cli.js', 'test')).stdout).toContain('1 passed');
  });
});

describe('a world', () => {
  it('signs notifications with its key', async () => {
    await pay('signed');
    await world.notifications.settled();
    const { headers, body } = (await of('signed'))[0]!;
    expect(new Webhook(world.notificationKey).verify(body, headers)).toMatchObject({ order: { id: 'signed' } });
  });

  it('takes the payment of a browser', async () => {
    const { body } = await world.call('POST', '/session', {
      apiOperation: 'INITIATE_CHECKOUT',
      interaction: { operation: 'PURCHASE', returnUrl: shopUrl, merchant: { name: 'Harbour Lane Books' } },
      order: { id: 'browsed', amount: '12.50', currency: 'EUR' },
    });
    const page = await (await keptBrowser()).newPage();
    await page.goto(body.checkout.url);
    const { number, expiry = '', securityCode = '' } = world.cards.approved;
    await page.getByLabel('Card number', { exact: true }).fill(number);
    await page.getByLabel('Expiry date').fill(expiry);
    await page.getByLabel('Security code').fill(securityCode);
    await page.getByRole('button', { name: 'Pay €12.50', exact: true }).click();
    await page.waitForURL(`${shopUrl}?*`);
    await page.close();
    expect(await world.ledger.charges('browsed')).toMatchObject([{ holder: 'acquirer', amount: '12.50' }]);
  });

  it('delivers held notifications in another sequence', async () => {
    await world.notifications.hold();
    await pay('held');
    await world.call('PUT', '/order/held/transaction/2', {
      apiOperation: 'REFUND',
      transaction: { amount: '4.00', currency: 'EUR' },
    });
    await world.notifications.settled();
    const sent = (await of('held')).map(({ id }) => id);
    expect(sent).toHaveLength(2);
    expect(arrived).not.toContain(sent[0]);
    await world.notifications.release({ order: 'REVERSED' });
    expect(arrived.slice(-2)).toEqual(sent.toReversed());
  });

  it('delivers a notification again, to the byte', async () => {
    const [first] = await of('signed');
    const before = arrived.length;
    expect((await world.notifications.replay(first!.id)).body).toBe(first!.body);
    expect(arrived.slice(before)).toEqual([first!.id]);
  });

  it('repeats a lost notification when its time has come', async () => {
    await world.notifications.drop();
    await pay('lost');
    await world.notifications.settled();
    expect((await of('lost')).map(({ fate }) => fate)).toEqual(['DROPPED']);
    await world.clock.advance('2m');
    expect((await of('lost')).map(({ attempt, fate }) => [attempt, fate])).toEqual([
      [1, 'DROPPED'],
      [2, 'DELIVERED'],
    ]);
  });

  it('reverses a payment whose answer was lost, so that it took no money', async () => {
    await world.acquirer.fail('DROP_REPLY', { count: 1 });
    expect((await pay('unanswered')).body.result).not.toBe('SUCCESS');
    await world.clock.advance('1m');
    expect(await world.ledger.charges('unanswered')).toEqual([]);
    expect(await world.ledger.entries('unanswered')).toMatchObject([{ holder: 'acquirer', state: 'REVERSED' }]);
  });

  it('ends a session after days, and still takes payments', async () => {
    const { body } = await world.call('POST', '/session', {});
    const found = () => world.call('GET', `/session/${body.session.id}`);
    expect((await found()).status).toBe(200);
    await world.clock.advance('3d');
    expect((await found()).body.error).toMatchObject({ cause: 'INVALID_REQUEST' });
    expect((await pay('later')).body.result).toBe('SUCCESS');
  });
});

it('two worlds of one process are independent', async () => {
  const { startTurnpike } = await import(join(project, 'node_modules/@turnpike/sandbox/lib/index.js'));
  const other: World = await startTurnpike();
  await pay('mine');
  expect(other.url).not.toBe(world.url);
  expect(await other.orders.get('mine')).toBeUndefined();
  expect(await other.ledger.entries()).toEqual([]);
  await other.stop();
  await other.stop();
  await expect(other.orders.get('mine')).rejects.toThrow('The world was stopped.');
});

it('a process with a world whose thread dies gets errors, and ends by itself', async () => {
  write(
    'died.mjs',
    `import { Worker } from 'node:worker_threads';
     import { startTurnpike } from '@turnpike/sandbox';
     const message = (call) => call.then(() => 'none', (error) => error.message);
     const post = Worker.prototype.postMessage;
     let thread;
     Worker.prototype.postMessage = function (...args) { thread = this; return post.apply(this, args); };
     const world = await startTurnpike();
     console.log(await message(world.call('GET', '/order/O-1', { notCopied: () => 1 })));
     await world.clock.now();
     const open = message(world.clock.advance('4d'));
     await thread.terminate();
     console.log(await open, '|', await message(world.clock.now()));
     await world.stop();`,
  );
  const { stdout } = await program('died.mjs');
  expect(stdout).toMatch(/could not be cloned/);
  expect(stdout).toContain('The world was stopped. | The world was stopped.');
});

async function of(order: string): Promise<CapturedNotification[]> {
  return (await world.notifications.all()).filter(({ body }) => JSON.parse(body).order.id === order);
}
