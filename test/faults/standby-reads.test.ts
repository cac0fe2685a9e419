/**
 * Lists of the console and of REST are read from a standby, whose replay stops or cancels a query, which dies, and
 * which is promoted.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { PostgresEngine } from '../../src/adapters/store/engine/postgres/engine.ts';
import { Servers } from '../../src/adapters/store/engine/postgres/servers.ts';
import { StandbyConnections } from '../../src/adapters/store/engine/postgres/standby-connections.ts';
import type { NoParameters, Statement } from '../../src/adapters/store/engine/statement.ts';
import { Reading } from '../../src/adapters/store/standby/reading.ts';
import { Standby } from '../../src/adapters/store/standby/standby.ts';
import { openStore } from '../../src/adapters/store/store.ts';
import { type ConsoleRouteName, consoleAddress } from '../../src/console/index.ts';
import { STANDBY_READS } from '../../src/console/standby-reads.ts';
import { paying, type Reply, type Rig, startRig } from '../api/rest/rig.ts';
import { turnpike } from '../cli/turnpike.ts';
import { type Enrolled, enrolled } from '../console/person.ts';
import { type FailoverPair, startPair } from '../support/postgres-pair.ts';

const LIST = '/console/merchants/TESTSHOP/orders';
const AGE_SECONDS_MAX = 10;
const TEST_MS_MAX = 300_000;
const PATIENTLY = { timeout: 120_000, interval: 100 };

let pair: FailoverPair;
let rig: Rig;
let viewer: Enrolled;
let refunder: Enrolled;
beforeAll(async () => {
  pair = await startPair();
  rig = await startRig({
    DATABASE_URL: pair.urlOf('postgres'),
    DATABASE_READ_URL: pair.second.urlOf('postgres'),
    DATABASE_READ_AGE_MAX: `${AGE_SECONDS_MAX}`,
  });
  viewer = await enrolled(rig, ['--role', 'viewer', '--merchant', 'TESTSHOP']);
  refunder = await enrolled(rig, ['--role', 'refunder', '--merchant', 'TESTSHOP']);
}, TEST_MS_MAX);
afterAll(async () => {
  await rig?.close();
  await pair?.close();
});

const pay = (order: string) => rig.api('PUT', `/order/${order}/transaction/1`, paying('AUTHORIZE'));

/** The age of the data that the page names; undefined for a page of the primary. */
function ageOf({ text }: Reply): number | undefined {
  const [, seconds] = /Data as of \d\d:\d\d:\d\d \(UTC\), (\d+) s before this page was made\./.exec(text) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

async function list(): Promise<Reply> {
  const page = await viewer.client.get(LIST);
  expect(page.status).toBe(200);
  return page;
}

const untilDated = () => vi.waitFor(async () => expect(ageOf(await list())).toBeDefined(), PATIENTLY);

const onStandby = (query: string) => ask(pair.second.urlOf('postgres'), query);

async function ask(url: string, query: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(query);
  } finally {
    await client.end();
  }
}

it(
  'a list from the standby says its age, and beyond the bound it is read from the primary',
  async () => {
    await pay('BEFORE-1');
    await vi.waitFor(async () => {
      const page = await list();
      expect(ageOf(page)).toBeDefined();
      expect(page.text).toContain('BEFORE-1');
    }, PATIENTLY);
    await onStandby('select pg_wal_replay_pause()');
    await pay('MEANWHILE-1');
    const ages: (number | undefined)[] = [];
    await vi.waitFor(async () => {
      const page = await list();
      ages.push(ageOf(page));
      const isDated = ages.at(-1) !== undefined;
      expect(isDated && page.text.includes('MEANWHILE-1')).toBe(false);
      const { order, index } = (await rig.api('GET', '/order')).json;
      const isInAnswer = order.some(({ id }: { id: string }) => id === 'MEANWHILE-1');
      expect(isInAnswer || index.age >= (ages.at(-1) ?? 0)).toBe(true);
      expect(isDated).toBe(false);
      expect(page.text).toContain('MEANWHILE-1');
    }, PATIENTLY);
    const dated = ages.filter((age) => age !== undefined);
    expect(dated.length).toBeGreaterThan(0);
    expect(Math.max(...dated)).toBeLessThanOrEqual(AGE_SECONDS_MAX);
    await onStandby('select pg_wal_replay_resume()');
    await untilDated();
  },
  TEST_MS_MAX,
);

/** Pages that every administrator may open without a record of their own. */
const PAGES: readonly ConsoleRouteName[] = [
  ...(['orders', 'overview', 'notifications', 'disputes', 'payouts', 'links', 'views', 'waiting'] as const),
  ...(['settings', 'people', 'mails', 'apiPasswords', 'hostSettings', 'certificateSettings'] as const),
];

it(
  'the pages of the table are read from the standby, and no others',
  async () => {
    const { client } = await enrolled(rig, ['--role', 'administrator', '--merchant', 'TESTSHOP']);
    await untilDated();
    for (const name of PAGES) {
      const page = await client.get(consoleAddress(name, { merchant: 'TESTSHOP' }));
      expect([name, page.status, ageOf(page) !== undefined]).toEqual([name, 200, name in STANDBY_READS]);
    }
    expect(ageOf(await client.get(`${LIST}/BEFORE-1`))).toBeUndefined();
  },
  TEST_MS_MAX,
);

it(
  'the doctor says how far the standby is behind, and the metrics where lists are read',
  async () => {
    await untilDated();
    const { out } = await turnpike(rig.folder, ['doctor', '--json'], {
      DATABASE_URL: pair.urlOf('postgres'),
      DATABASE_READ_URL: pair.second.urlOf('postgres'),
    });
    const { findings } = JSON.parse(out) as { findings: readonly { check: string; level: string; says: string }[] };
    expect(findings.filter(({ check }) => check === 'standby')).toEqual([
      { check: 'standby', level: 'WELL', says: expect.stringMatching(/had the newest heartbeats after \d+ ms\.$/) },
    ]);
    const { text } = await rig.call('GET', '/metrics');
    expect(text).toMatch(/^turnpike_standby_up 1$/m);
    expect(text).toMatch(/^turnpike_standby_reads_total\{place="standby"\} [1-9]/m);
  },
  TEST_MS_MAX,
);

/** A standby as a gateway has it, of a process that sends its heartbeats here. */
async function ownStandby(readUrl: string) {
  const url = pair.first.urlOf('postgres');
  const store = await openStore({ databaseUrl: url });
  const primary = new PostgresEngine(new Servers(url));
  const connections = new StandbyConnections(readUrl);
  const { processes: process } = store;
  const standby = new Standby({ primary, connections, process, behindSince: () => undefined, ageMsMax: 300_000 });
  onTestFinished(async () => {
    await Promise.all([standby.close(), primary.close(), store.close()]);
  });
  const check = async () => {
    const at = performance.now();
    await process.heartbeat();
    return standby.check(at);
  };
  return { primary, connections, standby, check };
}

it(
  'a query that the replay of the standby cancels is answered by the primary, and the next ones by the standby',
  async () => {
    const { primary, standby, check } = await ownStandby(pair.second.urlOf('postgres'));
    const onPrimary = (query: string) => ask(pair.first.urlOf('postgres'), query);
    await onPrimary('create table replayed as select generate_series(1, 1000) as n');
    await onStandby('alter system set max_standby_streaming_delay = 0');
    await onStandby('select pg_reload_conf()');
    const slow: Statement<NoParameters, { readonly slept: string }> = {
      compile: () => ({ name: '', sql: 'select pg_sleep(0.7)::text as slept, count(*) from replayed', names: [] }),
    };
    await vi.waitFor(async () => {
      await onPrimary('insert into replayed select generate_series(1, 1000)');
      await pair.caughtUp();
      expect(await check()).toEqual({ condition: 'READY' });
      const reading = new Reading(primary, standby);
      const rows = reading.read(slow, {});
      await onPrimary('delete from replayed');
      await onPrimary('vacuum replayed');
      expect(await rows).toHaveLength(1);
      expect(standby.counts.fallbacks.CONFLICT).toBeGreaterThan(0);
    }, PATIENTLY);
    expect(standby.mark()).toBeDefined();
  },
  TEST_MS_MAX,
);

it(
  'a database of another installation, and one without a store, are not used',
  async () => {
    const other = pair.first.urlOf('other_installation');
    await ask(pair.first.urlOf('postgres'), 'create database other_installation');
    const { standby, check } = await ownStandby(other);
    expect(await check()).toEqual({ condition: 'FOREIGN', cause: 'it has no store in this schema' });
    await (await openStore(other, { owner: false })).close();
    expect(await check()).toEqual({
      condition: 'FOREIGN',
      cause: 'it has the store of another installation or schema',
    });
    expect(standby.mark()).toBeUndefined();
  },
  TEST_MS_MAX,
);

it(
  'of several hosts one in recovery is read, else one that answers',
  async () => {
    const { connections } = await ownStandby(pair.urlOf('postgres'));
    await connections.open();
    expect(await connections.isStandby()).toBe(true);
    connections.drop();
    await pair.second.crash();
    await connections.open();
    expect(await connections.isStandby()).toBe(false);
    await pair.second.start();
  },
  TEST_MS_MAX,
);

it(
  'a browser that has just sent a form reads from the primary',
  async () => {
    await untilDated();
    await refunder.client.get(`${LIST}/BEFORE-1`);
    const reply = await refunder.client.send({}, `${LIST}/BEFORE-1/void`);
    expect(reply.headers['set-cookie']).toContainEqual(
      expect.stringMatching(/^turnpike-console-acted=1; Max-Age=11; Path=\/; HttpOnly; SameSite=Lax$/),
    );
    const acted = { Cookie: `${viewer.client.cookie}; turnpike-console-acted=1` };
    expect(ageOf(await viewer.client.get(LIST, acted))).toBeUndefined();
  },
  TEST_MS_MAX,
);

it(
  'a standby that dies costs no page, and is used again once it is back',
  async () => {
    await untilDated();
    await pair.second.crash();
    expect(ageOf(await list())).toBeUndefined();
    await pay('WITHOUT-1');
    await vi.waitFor(async () => expect((await list()).text).toContain('WITHOUT-1'), PATIENTLY);
    await pair.second.start();
    await untilDated();
  },
  TEST_MS_MAX,
);

it(
  'a standby that is promoted answers reads on',
  async () => {
    await pair.failOver();
    await vi.waitFor(async () => {
      await pay(`AFTER-${Date.now()}`);
      const page = await list();
      expect(ageOf(page)).toBeDefined();
      expect(page.text).toContain('AFTER-');
    }, PATIENTLY);
  },
  TEST_MS_MAX,
);
