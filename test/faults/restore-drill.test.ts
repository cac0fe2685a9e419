/**
 * F18. Shops run every operation, and payers pay on the hosted page and with providers, while a backup is made and
 * after it. Then the gateway is killed and the backup restored as the operator's page describes, and every shop and
 * payer sends all of its requests again: while the store is closed, and after it was opened. Each payment is charged
 * once, and the ledgers agree with every order. `TURNPIKE_FAULT_DRILL_ORDERS` sets a larger number of orders.
 */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { turnpike } from '../cli/turnpike.ts';
import { counted } from '../support/counted.ts';
import { onPostgres } from '../support/database-place.ts';
import { type LiveBackup, liveBackup } from '../support/live-backup.ts';
import { createMerchant } from '../support/merchant.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { seededRandom } from '../support/random.ts';
import { API_PASSWORD, type Stack, startStack } from '../support/stack.ts';
import { flawsOf, movementsOf, PROVIDERS, providerLedger } from './drill-books.ts';
import { orderIn, REPEAT_KINDS, repeatKind } from './drill-repeats.ts';
import { type DrillShop, drillShops, type Sent } from './drill-shops.ts';
import { counting, grouped, report, rounds } from './report.ts';

/** Before the backup, and again after it. */
const ORDERS = rounds('DRILL_ORDERS', 60);
const CLIENTS = 8;
const OTHER_SHOPS = ['DRILLSHOP1', 'DRILLSHOP2'];
const KEY_BYTES = 32;
const DRILL_MS_MAX = 300_000 + ORDERS * 1_000;

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);
const env = { TURNPIKE_KEYS: randomBytes(KEY_BYTES).toString('base64') };

let server: PostgresServer | undefined;
let stack: Stack;
let backup: LiveBackup | undefined;
beforeAll(async () => {
  server = onPostgres() ? await startPostgres() : undefined;
  stack = await startStack({
    ...{ hasDirectoryServers: true, env },
    ...(server && { processes: 2, databaseUrl: server.urlOf('postgres') }),
  });
}, DRILL_MS_MAX);
afterAll(async () => {
  await stack?.close();
  await server?.close();
  backup?.remove();
});

const command = (...args: string[]) => turnpike(stack.dataDir, args, { DATABASE_URL: stack.databaseUrl, ...env });

async function registered(): Promise<DrillShop[]> {
  for (const id of OTHER_SHOPS) {
    const file = join(stack.dataDir, `${id}.json`);
    const permissions = { standaloneCapture: true, standaloneRefund: true };
    await writeFile(file, JSON.stringify({ id, name: 'Harbour Lane Books', permissions }));
    expect(await command('merchant', 'put', file, '--password', API_PASSWORD)).toMatchObject({ code: 0, err: '' });
  }
  const shops = ['TESTSHOP', ...OTHER_SHOPS].map((id) => ({
    id,
    isOwn: id === 'TESTSHOP',
    merchants: stack.gateways.map(({ origin }) => createMerchant(origin, API_PASSWORD, id)),
  }));
  await Promise.all(shops.flatMap(({ merchants }) => merchants.map((merchant) => merchant.introduce())));
  return shops;
}

const books = async (sent: readonly Sent[]) => ({
  acquirer: await stack.acquirer.ledger(),
  providers: (await Promise.all(PROVIDERS.map((id) => providerLedger(stack.shopOrigin, id, sent)))).flat(),
});

/** Each ledger that `restored` named. @returns the output of `reconcile` for the acquirer's */
async function compared(sent: readonly Sent[], how: readonly string[] = ['--adopt']): Promise<string> {
  const file = join(stack.dataDir, 'ledger.json');
  await writeFile(file, JSON.stringify(await stack.acquirer.ledger()));
  const { out, err } = await command('reconcile', '--ledger', file, ...how);
  expect(err).toBe('');
  for (const id of how.length > 0 ? PROVIDERS : []) {
    await writeFile(file, JSON.stringify(await providerLedger(stack.shopOrigin, id, sent)));
    expect((await command('reconcile', '--ledger', file, '--bar', '--provider', id)).err).toBe('');
  }
  return out;
}

const isUp = () =>
  Promise.all(stack.gateways.map(({ port }) => fetch(`http://127.0.0.1:${port}/healthz`))).then(
    (answers) => answers.every(({ ok }) => ok),
    () => false,
  );

async function barredOrders(): Promise<Set<string>> {
  const { out } = await command('barred', 'list');
  return new Set(out.match(/^\S+\t\S+(?=\t)/gm)?.map((line) => line.replace('\t', ' ')));
}

/** @param repeats the answers to a repeat of all requests, in the order of `sent` @returns the number of each kind */
async function repeatsByKind(sent: readonly Sent[], repeats: readonly string[], barred: ReadonlySet<string>) {
  const states = new Map(
    (await stack.acquirer.ledger()).map(({ merchant, order, transaction, state }) => [
      `${merchant} ${order} ${transaction}`,
      state,
    ]),
  );
  const kinds = sent.map((one, index) => repeatKind(one, repeats[index] ?? '', barred, states));
  const other = kinds.filter((kind) => !REPEAT_KINDS.includes(kind));
  expect(counted(other)).toEqual({});
  return counted(kinds);
}

it(
  'after a restore every shop and payer may send everything again, and nothing is charged twice',
  async () => {
    const drill = drillShops(await registered(), random, stack.origin);
    drill.begin(CLIENTS);
    await drill.more(ORDERS);
    backup = await liveBackup(server, stack.storeFile);
    await drill.more(ORDERS);
    await Promise.all(stack.gateways.map(({ service }) => service.kill()));
    await drill.end();
    const { sent } = drill;
    const movements = () => movementsOf(stack.shopOrigin, sent);

    await backup.restore();
    expect(await command('restored')).toMatchObject({ code: 0, err: '' });
    const started = Promise.all(stack.gateways.map(({ service }) => service.start()));
    await expect.poll(isUp).toBe(true);
    const atRestore = await movements();
    const whileClosed = (await drill.repeat()).map((answer) => answer.slice(0, 4));
    expect(new Set(whileClosed)).toEqual(new Set(['503 ', 'PAGE']));
    expect(await movements()).toEqual(atRestore);

    const adopted = await compared(sent);
    expect(adopted.match(/^(BARRED|OPEN)\b.*$/gm)).toBeNull();
    expect(await command('restored', '--open')).toMatchObject({ code: 0, err: '' });
    await started;
    await stack.acquirerIsBack();
    const barred = await barredOrders();
    const kinds = await repeatsByKind(sent, await drill.repeat(), barred);
    const afterRepeats = await movements();
    const gained = afterRepeats.filter((line) => !atRestore.includes(line)).map(orderIn);
    expect(gained.filter((order) => !drill.brokenOff().has(order))).toEqual([]);
    await repeatsByKind(sent, await drill.repeat(), barred);
    expect(await movements()).toEqual(afterRepeats);

    const repeated = sent.length;
    drill.begin(CLIENTS);
    await drill.more(ORDERS);
    await drill.end();
    expect(
      sent.slice(repeated).filter(({ answer }) => !/^(SUCCESS|PENDING|FAILURE DECLINED|PAGE)/.test(answer ?? '')),
    ).toEqual([]);
    const orders = drill.orders().filter(({ name }) => !barred.has(name));
    const flaws = await flawsOf(orders, () => books(sent));
    report('F18 restore drill', [
      `seed ${random.seed}`,
      `${drill.orders().length} orders of ${counting(OTHER_SHOPS.length + 1, 'shop')}`,
      `${grouped(repeated)} requests and forms repeated 3 times`,
      `${grouped(atRestore.length)} movements at the acquirer and ${PROVIDERS.length} providers`,
      /(\d+ adopted.*)\.$/m.exec(adopted)?.[1] ?? '',
      `${barred.size} orders barred`,
      `repeats: ${Object.entries(kinds)
        .map(([kind, count]) => `${count} ${kind}`)
        .join(', ')}`,
      `${gained.length} movements of ${drill.brokenOff().size} orders that the kill broke off`,
      `${grouped(sent.length - repeated)} new requests`,
      `${Object.keys(flaws).length} orders apart from the ledgers`,
    ]);
    expect(flaws).toEqual({});
    expect(await compared(sent, [])).toContain('0 differences');
  },
  DRILL_MS_MAX,
);
