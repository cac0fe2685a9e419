/**
 * A rolling upgrade while payers are on every page: first in the single checkout that the old processes run from, whose
 * sources are replaced and built again; then with a process from a checkout of its own.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DOCUMENTED_OPERATIONS } from '../../src/api/reference/documented-operations.ts';
import { textFor } from '../../src/web/text/index.ts';
import { LANGUAGES } from '../../src/web/text/languages.ts';
import { bundleProgram } from '../support/bundle.ts';
import { type CheckoutCopy, copyCheckout } from '../support/checkout-copy.ts';
import { counted } from '../support/counted.ts';
import { createMerchant } from '../support/merchant.ts';
import { type MetPage, walkAddresses, walkPayers } from '../support/payer-walk.ts';
import { freePorts } from '../support/ports.ts';
import { API_PASSWORD, type GatewayProcess, type Stack, startStack } from '../support/stack.ts';
import { bookByOrder } from './acquirer-book.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { grouped, report } from './report.ts';

const PAYERS = 3;
const UPGRADE_MS_MAX = 300_000;
const run = promisify(execFile);

let copies: readonly [CheckoutCopy, CheckoutCopy];
let stack: Stack;
let balancer: Balancer;
let port: number;
beforeAll(async () => {
  [port = 0] = await freePorts(1);
  bundleProgram();
  copies = [copyCheckout(), copyCheckout()];
  const [old, other] = copies;
  stack = await startStack({
    processes: 3,
    balancerPort: port,
    checkouts: [old.folder, old.folder, other.folder],
  });
  await stack.gateways[2]?.service.stop();
  balancer = await startBalancer(
    port,
    stack.gateways.map((gateway) => gateway.port),
  );
}, UPGRADE_MS_MAX);
afterAll(async () => {
  await balancer?.close();
  await stack?.close();
  for (const copy of copies ?? []) {
    copy.remove();
  }
});

/** The effect of `git pull` and a build on a checkout: other sources, other pages, and other file names. */
async function upgrade(folder: string): Promise<void> {
  for (const file of ['src/api/reference/docs-pages.ts', 'src/web/rendering/page-worker.ts']) {
    const path = join(folder, file);
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n// Of the next version.\n`);
  }
  const text = join(folder, 'src/web/locales/en.json');
  writeFileSync(text, readFileSync(text, 'utf8').replaceAll('One moment, please', 'Just a moment, please'));
  await run(process.execPath, ['scripts/run.mjs', '--program'], {
    cwd: folder,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
}

const PROBLEMS = Object.values(textFor('en').problem).flatMap((one) => ('title' in one ? [one.title] : []));

it(
  'payers meet no error, and no page that is wrong about their money, during a rolling upgrade',
  async () => {
    const [first, second, third] = stack.gateways as [GatewayProcess, GatewayProcess, GatewayProcess];
    const origin = `http://localhost:${port}`;
    const merchant = createMerchant(origin, API_PASSWORD);
    await merchant.introduce();
    const met: MetPage[] = [];
    const orders: string[] = [];
    const broken: string[] = [];
    let isOver = false;
    const repeat = async (walk: () => Promise<unknown>) => {
      while (!isOver) {
        await walk().catch((error: unknown) => void broken.push(String(error)));
      }
    };
    const note = (page: MetPage) => void met.push(page);
    const walkers = [
      ...Array.from({ length: PAYERS }, () =>
        repeat(async () => orders.push(...(await walkPayers(origin, merchant, note)))),
      ),
      repeat(() => walkAddresses(origin, { operations: DOCUMENTED_OPERATIONS, languages: LANGUAGES }, note)),
    ];

    await upgrade(copies[0].folder);
    await first.service.stop();
    await first.service.start();
    await third.service.start();
    await second.service.stop();
    isOver = true;
    await Promise.all(walkers);

    const failed = met.filter(({ status }) => status >= 500).map(({ status, address }) => `${status} ${address}`);
    const ofPayments = met.filter(({ address }) => !address.includes('SESSION0000') && address.includes('/checkout/'));
    const untrue = ofPayments.filter(({ text }) => PROBLEMS.some((title) => text.includes(title)));
    const book = bookByOrder(stack.ledgerFile);
    const states = orders.map(
      (order) =>
        book
          .get(order)
          ?.map(({ state }) => state)
          .join() ?? 'at the provider',
    );
    report('Rolling upgrade', [
      '2 processes of one checkout, 1 of another',
      `${grouped(met.length)} pages`,
      `${grouped(orders.length)} payments`,
      `${failed.length} answers of 5xx`,
      `${untrue.length} pages of errors`,
      `${broken.length} connections reset or refused`,
    ]);
    expect(counted(failed)).toEqual({});
    expect(counted(untrue.map(({ address, text }) => `${address} ${/<h1>(.*?)<\/h1>/.exec(text)?.[1]}`))).toEqual({});
    expect(broken).toEqual([]);
    expect(orders.length).toBeGreaterThan(0);
    expect(new Set(states)).toEqual(new Set(['APPROVED', 'at the provider']));
  },
  UPGRADE_MS_MAX,
);
