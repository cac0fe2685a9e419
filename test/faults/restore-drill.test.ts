/**
 * F18. Shops run every operation, and payers pay on the hosted page and with providers, while a backup is made and
 * after it. Then the gateway is killed and the backup restored as the operator's page describes, and every shop and
 * payer sends all of its requests again: while the store is closed, and after it was opened. Each payment is charged
 * once, and the ledgers agree with every order. `TURNPIKE_FAULT_DRILL_ORDERS` sets a larger number of orders.
 * `npm run drill` runs it for other tools of backups, several seeds, and a number of lost seconds.
 */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { turnpike } from '../cli/turnpike.ts';
import { counted } from '../support/counted.ts';
import { onPostgres } from '../support/database-place.ts';
import { createMerchant } from '../support/merchant.ts';
import { type SeededRandom, seededRandom } from '../support/random.ts';
import { API_PASSWORD, type Stack, startStack } from '../support/stack.ts';
import { flawsOf, movementsOf, PROVIDERS, providerLedger } from './drill-books.ts';
import { orderIn, REPEAT_KINDS, repeatKind } from './drill-repeats.ts';
import { type DrillShop, drillShops, type Sent } from './drill-shops.ts';
import { type DrillStore, openDrillStore } from './drill-stores.ts';
import { counting, grouped, report, reportDrill, rounds } from './report.ts';

/** Before the backup, and again after it. */
const ORDERS = rounds('DRILL_ORDERS', 60);
const CLIENTS = 8;
const OTHER_SHOPS = ['DRILLSHOP1', 'DRILLSHOP2'];
/** Enough for two gateways on a busy machine, with a database host that is gone. */
const START_MS_MAX = 120_000;
const KEY_BYTES = 32;
/** The log of a process whose commits are lost. */
const LACKS_COMMITS = 'the database lacks commits that it had confirmed';
const DRILL_MS_MAX = 600_000 + ORDERS * 1_000;

const TOOL = process.env.TURNPIKE_FAULT_DRILL_TOOL || (onPostgres() ? 'base-backup' : 'vacuum-into');
/** The longest time that is lost; 0: as many orders as before the backup. */
const LOST_SECONDS_MAX = rounds('DRILL_SECONDS', 0);
/** In a drill with lost seconds, a client's least time between two orders. */
const ORDER_EVERY_MS = 200;
const SEEDS = rounds('DRILL_SEEDS', 1);
/** A given seed is the first one, and the next ones follow it. */
const FIRST_SEED = process.env.TURNPIKE_FAULT_SEED;

const env = { TURNPIKE_KEYS: randomBytes(KEY_BYTES).toString('base64') };

let stack: Stack;
let store: DrillStore;
afterEach(async () => {
  await stack?.close();
  await store?.close();
}, DRILL_MS_MAX);

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

interface Adoption {
  /** The differences that `reconcile` listed before it adopted them. */
  readonly listed: number;
  readonly adopted: number;
  /** Transactions in flight at the copy. */
  readonly ended: number;
  readonly voided: number;
  /** Those of all listed ones that hold no money at the acquirer. */
  readonly reversed: number;
}

const books = async (sent: readonly Sent[]) => ({
  acquirer: await stack.acquirer.ledger(),
  providers: (await Promise.all(PROVIDERS.map((id) => providerLedger(stack.shopOrigin, id, sent)))).flat(),
});

/** @returns the output of `reconcile` */
async function reconciled(ledger: unknown, ...how: readonly string[]): Promise<string> {
  const file = join(stack.dataDir, 'ledger.json');
  await writeFile(file, JSON.stringify(ledger));
  const { out, err } = await command('reconcile', '--ledger', file, ...how);
  expect(err).toBe('');
  return out;
}

/** Compares with each ledger that `restored` named. */
async function adopted(sent: readonly Sent[]): Promise<Adoption> {
  const ledger = await stack.acquirer.ledger();
  const listed = Number(/(\d+) differences/.exec(await reconciled(ledger))?.[1]);
  const out = await reconciled(ledger, '--adopt');
  expect(out.match(/^(BARRED|OPEN)\b.*$/gm)).toBeNull();
  for (const id of PROVIDERS) {
    const until = new Date().toISOString();
    await reconciled(await providerLedger(stack.shopOrigin, id, sent), '--bar', '--provider', id, '--until', until);
  }
  const count = (how: RegExp) => out.match(how)?.length ?? 0;
  return {
    listed,
    adopted: count(/^ADOPTED\b/gm),
    ended: count(/^ENDED\b/gm),
    voided: count(/^VOIDED\b/gm),
    reversed: count(/ REVERSED there/g),
  };
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

interface Load {
  readonly clients: number;
  /** The least time between two orders of a client. */
  readonly everyMs: number;
  readonly orders: number;
  /** The time from the copy to the kill; 0: until the same number of orders is done. */
  readonly lostSeconds: number;
}

function loadOf(random: SeededRandom): Load {
  const lostSeconds = LOST_SECONDS_MAX === 0 ? 0 : random.between(1, LOST_SECONDS_MAX + 1);
  return lostSeconds === 0
    ? { clients: CLIENTS, everyMs: 0, orders: ORDERS, lostSeconds }
    : { clients: OTHER_SHOPS.length + 1, everyMs: ORDER_EVERY_MS, orders: 2 * CLIENTS, lostSeconds };
}

it.each(Array.from({ length: SEEDS }, (_none, index) => index))(
  'after a restore every shop and payer may send everything again, and nothing is charged twice: drill %i',
  async (index) => {
    const began = performance.now();
    const random = seededRandom(FIRST_SEED && `${Number(FIRST_SEED) + index}`);
    const { clients, everyMs, orders, lostSeconds } = loadOf(random);
    store = await openDrillStore(TOOL);
    const { databaseUrl } = store;
    stack = await startStack({
      // A gateway of a closed store is ready once the store was opened.
      ...{ hasDirectoryServers: true, env, startMsMax: DRILL_MS_MAX },
      ...(databaseUrl && { processes: 2, databaseUrl }),
    });
    await store.begin?.(stack.storeFile);
    const drill = drillShops(await registered(), random, stack.origin);
    drill.begin(clients, everyMs);
    await drill.more(orders);
    await store.mark(stack.storeFile);
    const markedAt = Date.now();
    await (lostSeconds === 0 ? drill.more(orders) : pause(lostSeconds * 1_000));
    if (store.isLive) {
      await store.restore(stack.storeFile);
      await Promise.all(stack.gateways.map(({ service }) => service.ended()));
      expect(stack.gateways.some(({ service }) => service.output().includes(LACKS_COMMITS))).toBe(true);
    } else {
      await Promise.all(stack.gateways.map(({ service }) => service.kill()));
    }
    await drill.end();
    const { sent } = drill;
    const movements = () => movementsOf(stack.shopOrigin, sent);
    const after = (await stack.acquirer.ledger()).filter(({ at }) => Date.parse(at) > markedAt).length;

    if (!store.isLive) {
      await store.restore(stack.storeFile);
    }
    expect(await command('restored')).toMatchObject({ code: 0, err: '' });
    const started = Promise.all(stack.gateways.map(({ service }) => service.start()));
    await expect.poll(isUp, { timeout: START_MS_MAX }).toBe(true);
    const atRestore = await movements();
    const whileClosed = new Set((await drill.repeat()).map((answer) => answer.slice(0, 4)));
    expect(['503 ', 'PAGE']).toEqual(expect.arrayContaining([...whileClosed]));
    expect(await movements()).toEqual(atRestore);

    const adoption = await adopted(sent);
    expect(adoption.listed).toBeGreaterThanOrEqual(after);
    expect(adoption.adopted + adoption.ended + adoption.voided).toBe(adoption.listed);
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
    drill.begin(clients, everyMs);
    await drill.more(orders);
    await drill.end();
    expect(
      sent.slice(repeated).filter(({ answer }) => !/^(SUCCESS|PENDING|FAILURE DECLINED|PAGE)/.test(answer ?? '')),
    ).toEqual([]);
    const open = drill.orders().filter(({ name }) => !barred.has(name));
    const flaws = await flawsOf(open, () => books(sent));
    const figures = {
      orders: drill.orders().length,
      after,
      ...adoption,
      barred: barred.size,
      repeats: repeated,
      apart: Object.keys(flaws).length,
      chargedTwice: Object.values(flaws).filter((one) => one.includes('chargedTwice')).length,
    };
    const seconds = Math.round((performance.now() - began) / 1_000);
    reportDrill({ tool: TOOL, seed: random.seed, lostSeconds, ...figures, seconds });
    const facts = [
      `seed ${random.seed}`,
      `${TOOL}, ${lostSeconds === 0 ? counting(orders, 'order') : counting(lostSeconds, 'second')} lost`,
      `${figures.orders} orders of ${counting(OTHER_SHOPS.length + 1, 'shop')}`,
      `${grouped(repeated)} requests and forms repeated 3 times`,
      `${grouped(atRestore.length)} movements at the acquirer and ${PROVIDERS.length} providers`,
      `${after} after the copy at the acquirer`,
      ...Object.entries(adoption).map(([name, count]) => `${count} ${name}`),
      `${barred.size} orders barred`,
      `repeats: ${Object.entries(kinds)
        .map(([kind, count]) => `${count} ${kind}`)
        .join(', ')}`,
      `${gained.length} movements of ${drill.brokenOff().size} orders that the kill broke off`,
      `${grouped(sent.length - repeated)} new requests`,
      `${figures.apart} orders apart from the ledgers`,
    ];
    report('F18 restore drill', facts, databaseUrl === undefined ? 'SQLite' : 'PostgreSQL');
    expect(flaws).toEqual({});
    expect(await reconciled(await stack.acquirer.ledger())).toContain('0 differences');
  },
  DRILL_MS_MAX,
);
