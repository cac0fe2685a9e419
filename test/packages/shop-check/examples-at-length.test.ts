/** All thirty histories against each example shop, and against each planted fault. */
import { type ChildProcess, execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openCheck, type ShopSettings, shopByCheckPage } from '../../../packages/shop-check/src/index.ts';
import { ROOT } from '../../../scripts/lib/project.mjs';
import { freePorts } from '../../support/ports.ts';
import { spawnTethered } from '../../support/tethered.ts';
import { INSTALL_MS_MAX, installProject } from '../shop-systems.ts';
import { FAULTS } from './faulty-shops.ts';
import { startKitWorld } from './kit-world.ts';
import { serveShop, TOKEN } from './served-shop.ts';

const run = promisify(execFile);

/** Thirty histories take ten seconds of a machine that does nothing else. */
const ALL_MS_MAX = 300_000;
const ANSWER_MS_MAX = 60_000;
/** Next.js builds for a minute, and on a busy machine for five. */
const BUILD_MS_MAX = 600_000;
const SERVER = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', VITEST: '' };
const UNAVAILABLE = 'npm cannot get its packages.';
const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const EXAMPLES = join(ROOT, 'packages', 'shop-check', 'examples');

const folder = mkdtempSync(join(tmpdir(), 'turnpike-shop-examples-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const phpVersion = await run('php', ['--version']).catch(() => undefined);

type StartShop = (port: number, environment: Record<string, string>) => Promise<ChildProcess>;

async function inPhp(port: number, environment: Record<string, string>): Promise<ChildProcess> {
  const orders = join(folder, 'orders');
  const own = { ORDERS: orders, PHP_CLI_SERVER_WORKERS: '4' };
  return spawnTethered('php', ['-S', `localhost:${port}`, join(EXAMPLES, 'php', 'shop.php')], {
    ...process.env,
    ...environment,
    ...own,
  });
}

/** Built as a copy, beside the rules of the shop on node:http. */
async function inAstro(port: number, environment: Record<string, string>): Promise<ChildProcess> {
  for (const name of ['node', 'astro']) {
    cpSync(join(EXAMPLES, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const cwd = join(folder, 'astro');
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', VITEST: '' };
  await run(process.execPath, [join(ROOT, 'node_modules', 'astro', 'bin', 'astro.mjs'), 'build'], { cwd, env });
  const own = { HOST: 'localhost', PORT: `${port}`, SHOP: `http://localhost:${port}` };
  return spawnTethered(process.execPath, [join(cwd, 'dist', 'server', 'entry.mjs')], {
    ...env,
    ...environment,
    ...own,
  });
}

interface InstalledShop {
  readonly folder: string;
  /** The arguments of Node in the installed shop. */
  readonly build?: readonly string[];
  readonly start: readonly string[];
}

const NEXT = 'node_modules/next/dist/bin/next';

/** With packages from npm, and ours from their tarballs. */
const INSTALLED: Readonly<Record<string, InstalledShop>> = {
  Express: { folder: 'express', start: ['server.mjs'] },
  'Next.js': { folder: 'next', build: [NEXT, 'build'], start: [NEXT, 'start', '--hostname', 'localhost'] },
};

const inInstalled =
  (cwd: string, start: readonly string[]): StartShop =>
  async (port, environment) => {
    const own = { ...SERVER, PORT: `${port}`, SHOP: `http://localhost:${port}` };
    return spawnTethered('/usr/bin/env', ['-C', cwd, process.execPath, ...start], {
      ...process.env,
      ...environment,
      ...own,
    });
  };

function environmentOf({ gateway, password, notificationKey }: ShopSettings): Record<string, string> {
  return { GATEWAY: gateway, PASSWORD: password, NOTIFICATION_KEY: notificationKey, CHECK_TOKEN: TOKEN };
}

async function thirty(start: StartShop): Promise<void> {
  const check = await openCheck({ port: 0, startWorld: startKitWorld, timeoutMs: ANSWER_MS_MAX });
  const [port = 0] = await freePorts(1);
  const shop = await start(port, environmentOf(check.settings));
  const url = `http://localhost:${port}/check`;
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  await vi.waitUntil(answers, { timeout: ANSWER_MS_MAX, interval: 50 });
  const { outcomes } = await check.run(shopByCheckPage({ url, token: TOKEN, http: { timeoutMs: ANSWER_MS_MAX } }));
  shop.kill();
  await check.close();
  expect(outcomes.filter(({ result }) => result !== 'passed')).toEqual([]);
  expect(outcomes).toHaveLength(30);
}

it('the shop on node:http passes all thirty', { timeout: ALL_MS_MAX }, async () => {
  const check = await openCheck({ port: 0, startWorld: startKitWorld, timeoutMs: ANSWER_MS_MAX });
  const shop = await serveShop(check.settings);
  const { outcomes } = await check.run(shop.checked);
  await shop.close();
  await check.close();
  expect(outcomes.filter(({ result }) => result !== 'passed')).toEqual([]);
  expect(outcomes).toHaveLength(30);
});

it('the shop in Astro passes all thirty', { timeout: ALL_MS_MAX }, () => thirty(inAstro));

describe.each(Object.entries(INSTALLED))('the shop in %s', (_, { folder: example, build, start }) => {
  let installed: string | undefined;
  beforeAll(async () => {
    installed = await installProject(`${example}-shop`, join(EXAMPLES, example), ['client', 'webhooks']);
  }, INSTALL_MS_MAX);

  it('compiles under strict settings', { timeout: BUILD_MS_MAX }, async ({ skip }) => {
    skip(installed === undefined, UNAVAILABLE);
    const command = build ?? [COMPILER, '-p', '.'];
    await run(process.execPath, [...command], { cwd: installed, env: { ...process.env, ...SERVER } });
  });

  it('passes all thirty', { timeout: ALL_MS_MAX }, async ({ skip }) => {
    skip(installed === undefined, UNAVAILABLE);
    await thirty(inInstalled(installed ?? '', start));
  });
});

it('the shop in PHP passes all thirty', { timeout: ALL_MS_MAX }, async ({ skip }) => {
  skip(phpVersion === undefined, 'There is no php on this machine.');
  await thirty(inPhp);
});

it.each(Object.entries(FAULTS))(
  'a shop that %s makes this mistake, and no other',
  { timeout: ALL_MS_MAX },
  async (_, [Faulty, mistakes]) => {
    const check = await openCheck({ port: 0, startWorld: startKitWorld, timeoutMs: ANSWER_MS_MAX });
    const shop = await serveShop(check.settings, Faulty);
    const { outcomes } = await check.run(shop.checked);
    await shop.close();
    await check.close();
    const found = outcomes.filter(({ result }) => result !== 'passed');
    expect([...new Set(found.map(({ mistake, sentence }) => mistake ?? sentence))]).toEqual(mistakes);
  },
);
