/**
 * A release and the one before it exchange places under load, up and down again, and then after kills. On PostgreSQL
 * both run side by side behind a balancer; on SQLite, where one process owns the file, they take turns. The acquirer's
 * ledger decides whether a payment was lost or made twice. `TURNPIKE_FAULT_EXCHANGES` sets the number of kills.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOnFile } from '../support/database.ts';
import { type DatabasePlace, newEmptyDatabase, onPostgres } from '../support/database-place.ts';
import { createMerchant } from '../support/merchant.ts';
import { freePorts } from '../support/ports.ts';
import { seededRandom } from '../support/random.ts';
import { type ReleasePair, releasePair } from '../support/release-pair.ts';
import { API_PASSWORD, type GatewayProcess, type Stack, startStack } from '../support/stack.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { type Load, startLoad } from './load.ts';
import { counting, grouped, report, rounds } from './report.ts';
import { judge, NO_FLAWS } from './verdict.ts';

const KILLS = rounds('EXCHANGES', 2);
const CLIENTS = 8;
const ANSWERS_BETWEEN = 60;
const KILL_DELAY_MS_MAX = 40;
/** The latency of a real acquirer: at any moment some shops wait for it. */
const ACQUIRER_MS = 50;
const RELEASE_MS_MAX = 300_000;
const KILL_MS_MAX = 60_000;

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);

let pair: ReleasePair;
let place: DatabasePlace | undefined;
let stack: Stack;
let balancer: Balancer;
let port: number;
beforeAll(async () => {
  pair = await releasePair();
  [port = 0] = await freePorts(1);
  // Without tables: the release before creates its own.
  place = onPostgres() ? await newEmptyDatabase() : undefined;
  stack = await startStack({
    ...{ processes: 2, started: 1, checkouts: [pair.before.folder, pair.after.folder], balancerPort: port },
    ...(place && { databaseUrl: place.url }),
  });
  balancer = await startBalancer(
    port,
    stack.gateways.map((gateway) => gateway.port),
  );
}, RELEASE_MS_MAX);
afterAll(async () => {
  await balancer?.close();
  await stack?.close();
  await place?.remove();
  pair?.remove();
});

it(
  'a release and the one before it exchange places under load, and no payment is lost or made twice',
  async () => {
    const [before, after] = stack.gateways as [GatewayProcess, GatewayProcess];
    const merchant = createMerchant(`http://localhost:${port}`, API_PASSWORD);
    await merchant.introduce();
    await stack.acquirer.misbehave({ mode: 'DELAY', delayMs: ACQUIRER_MS });
    const load = startLoad([merchant], { clients: CLIENTS, random });
    await load.more(ANSWERS_BETWEEN);
    if (onPostgres()) {
      await exchangeBeside(load, before, after);
    } else {
      await exchangeInTurn(load, before, after);
    }
    const unbroken = [...load.attempts];
    const failed = unbroken.filter(({ tries, refusals }) => (onPostgres() ? tries > 1 : refusals.length > 0));
    const schema = before.service.output().includes('has extended the database') ? 'a later schema' : 'its own schema';
    await killInTurn(load, before, after);
    await load.end();
    const { flaws, facts } = await judge(load.attempts, { ledgerFile: stack.ledgerFile, merchant });
    report('Release before', [
      `${pair.before.name} ${onPostgres() ? 'beside' : 'and'} ${pair.after.name}`,
      `seed ${random.seed}`,
      `${CLIENTS} clients`,
      `the earlier one on ${schema}`,
      `${grouped(unbroken.length)} requests, ${failed.length} failed`,
      `then ${counting(KILLS, 'kill')}`,
      ...facts,
    ]);
    expect(failed).toEqual([]);
    expect(flaws).toEqual(NO_FLAWS);
  },
  RELEASE_MS_MAX + KILLS * KILL_MS_MAX,
);

/** The newer release joins, the earlier one drains, and the same back. */
async function exchangeBeside(load: Load, before: GatewayProcess, after: GatewayProcess): Promise<void> {
  for (const [leaving, coming] of [
    [before, after],
    [after, before],
  ] as const) {
    await coming.service.start();
    await load.more(ANSWERS_BETWEEN);
    expect(await leaving.service.stop()).toBe(0);
    await load.more(ANSWERS_BETWEEN);
  }
  await after.service.start();
}

/** The newer release is refused while the earlier one runs. It follows once that has drained, and the same back. */
async function exchangeInTurn(load: Load, before: GatewayProcess, after: GatewayProcess): Promise<void> {
  for (const [leaving, coming] of [
    [before, after],
    [after, before],
  ] as const) {
    await expect(coming.service.start()).rejects.toThrow('another gateway process is running on this store');
    await load.more(ANSWERS_BETWEEN);
    expect(await leaving.service.stop()).toBe(0);
    await coming.service.start();
    await load.more(ANSWERS_BETWEEN);
  }
}

/** Kills a running release in the middle of payments. On SQLite the other one follows on the file that it leaves. */
async function killInTurn(load: Load, before: GatewayProcess, after: GatewayProcess): Promise<void> {
  for (let kill = 0; kill < KILLS; kill += 1) {
    const [killed, other] = kill % 2 === 0 ? [before, after] : [after, before];
    await load.more(random.between(1, ANSWERS_BETWEEN));
    await pause(random.between(0, KILL_DELAY_MS_MAX));
    await killed.service.kill();
    await (onPostgres() ? killed : other).service.start();
  }
  await load.more(ANSWERS_BETWEEN);
}

it(
  'a release refuses a database that a later one has contracted, in a sentence with both versions',
  async () => {
    const [before, after] = stack.gateways as [GatewayProcess, GatewayProcess];
    await Promise.all([before, after].map(({ service }) => service.kill()));
    const contracted =
      "insert into kysely_migration (name, timestamp) values ('9999_contract_9.0.0_gone', '2099-01-01')";
    await (place ? place.run(contracted) : runOnFile(stack.storeFile, contracted));
    await expect(after.service.start()).rejects.toThrow(
      /This is Turnpike \d\S+, and the database needs 9\.0\.0, whose /,
    );
  },
  RELEASE_MS_MAX,
);
