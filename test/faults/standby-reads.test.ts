/** Lists of the console and of REST are read from a standby, whose replay stops, which dies, and which is promoted. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { paying, type Reply, type Rig, startRig } from '../api/rest/rig.ts';
import { type Enrolled, enrolled } from '../console/person.ts';
import { type FailoverPair, startPair } from '../support/postgres-pair.ts';

const LIST = '/console/merchants/TESTSHOP/orders';
const AGE_SECONDS_MAX = 10;
const TEST_MS_MAX = 300_000;
const PATIENTLY = { timeout: 120_000, interval: 100 };

let pair: FailoverPair;
let rig: Rig;
let viewer: Enrolled;
beforeAll(async () => {
  pair = await startPair();
  rig = await startRig({
    DATABASE_URL: pair.urlOf('postgres'),
    DATABASE_READ_URL: pair.second.urlOf('postgres'),
    DATABASE_READ_AGE_MAX: `${AGE_SECONDS_MAX}`,
  });
  viewer = await enrolled(rig, ['--role', 'viewer', '--merchant', 'TESTSHOP']);
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

it(
  'a browser that has just sent a form reads from the primary',
  async () => {
    const refunder = await enrolled(rig, ['--role', 'refunder', '--merchant', 'TESTSHOP']);
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
