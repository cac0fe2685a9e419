/** Reports are queued once each, on the engine of the run, by any number of processes. */
import { expect, it } from 'vitest';
import { openStore, type Store } from '../../../src/adapters/store/store.ts';
import { ALL_MERCHANTS } from '../../../src/console/index.ts';
import { ReportWorker } from '../../../src/console/mails/report-worker.ts';
import { DAY_MS, HOUR_MS } from '../../../src/contract/durations.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { newUrl, onEnd, opened } from '../../adapters/store/rig.ts';

const MORNING = Date.parse('2026-11-28T06:30Z');
const LATER = 10 * DAY_MS;

interface Morning {
  readonly url: string;
  readonly store: Store;
  readonly there: { readonly personKey: number; readonly merchantKey: number };
}

/** A viewer who has had the report of the 27th, and gets one each day. */
async function morning(): Promise<Morning> {
  const url = await newUrl();
  const store = await opened(url);
  await store.merchants.put({ id: 'SHOP', name: 'Shop' }, MORNING, () => new Uint8Array());
  const merchantKey = (await store.merchants.find('SHOP'))?.key ?? 0;
  const { key: personKey } = await store.consolePeople.add('viewer@shop.example', MORNING);
  await store.consolePeople.grant(personKey, { merchantKey, role: 'viewer' });
  const there = { personKey, merchantKey };
  await store.staffMails.choose(there, { reports: 'DAILY', alarms: null, disputes: null }, '2026-11-27');
  return { url, store, there };
}

function workerAt(store: Store, now: number, behindSince: number | null = null): ReportWorker {
  return new ReportWorker({
    staffMails: store.staffMails,
    people: store.consolePeople,
    orderIndex: { age: async () => ({ behindSince, isComplete: true }) },
    clock: { now: () => now, today: () => new Date(now) } as never,
    log: memoryLog(),
  });
}

/** The days of the queued reports, which are left due. */
async function queued({ store }: Morning): Promise<string[]> {
  const due = await store.staffMailQueue.claim(MORNING + LATER, 100, 0);
  const mails = await Promise.all(due.map(({ key }) => store.staffMails.find(key)));
  return mails.map((mail) => mail?.about ?? '').sort();
}

it('is queued the next morning, once, however often workers run', async () => {
  const place = await morning();
  await workerAt(place.store, MORNING).queueReports();
  expect(await queued(place)).toEqual([]);
  const next = MORNING + DAY_MS;
  await Promise.all([1, 2, 3].map(() => workerAt(place.store, next).queueReports()));
  await workerAt(place.store, next + HOUR_MS).queueReports();
  expect(await queued(place)).toEqual(['2026-11-28']);
});

it('is queued by one of two processes', async () => {
  const place = await morning();
  const other = await opened(place.url, { owner: false });
  const next = MORNING + DAY_MS;
  const [chosen] = await other.staffMails.lackingReports({ DAILY: '2026-11-28', WEEKLY: '' }, 10);
  expect(chosen).toMatchObject({ reports: 'DAILY', reportedDay: '2026-11-27' });
  await workerAt(place.store, next).queueReports();
  expect(chosen && (await other.staffMails.queueReports(chosen, ['2026-11-28'], next))).toBe(false);
  expect(await queued(place)).toEqual(['2026-11-28']);
});

it('is made up for after the gateway was down, for the newest two days', async () => {
  const place = await morning();
  await workerAt(place.store, MORNING + 5 * DAY_MS).queueReports();
  expect(await queued(place)).toEqual(['2026-12-01', '2026-12-02']);
});

it('waits while the index of orders lacks changes of the day', async () => {
  const place = await morning();
  const next = MORNING + DAY_MS;
  await workerAt(place.store, next, next - 8 * HOUR_MS).queueReports();
  expect(await queued(place)).toEqual([]);
  await workerAt(place.store, next, next - HOUR_MS).queueReports();
  expect(await queued(place)).toEqual(['2026-11-28']);
});

it('is not queued for a person whose role was taken away, whose choice is forgotten', async () => {
  const place = await morning();
  const { personKey, merchantKey } = place.there;
  await place.store.consolePeople.revoke(personKey, merchantKey);
  await workerAt(place.store, MORNING + DAY_MS).queueReports();
  expect(await queued(place)).toEqual([]);
  expect(await place.store.staffMails.choicesOf(personKey)).toEqual([]);
  await place.store.consolePeople.grant(personKey, { merchantKey: ALL_MERCHANTS, role: 'operator' });
  await workerAt(place.store, MORNING + 2 * DAY_MS).queueReports();
  expect(await queued(place)).toEqual([]);
});

it('leaves nothing of a person who is removed', async () => {
  const place = await morning();
  await workerAt(place.store, MORNING + DAY_MS).queueReports();
  await place.store.consolePeople.remove(place.there.personKey);
  expect(await queued(place)).toEqual([]);
  expect(await place.store.staffMails.choicesOf(place.there.personKey)).toEqual([]);
});

it('keeps a missed report when the same choice is saved again, and begins anew with another one', async () => {
  const place = await morning();
  const { store, there } = place;
  await store.staffMails.choose(there, { reports: 'DAILY', alarms: 'OFF', disputes: null }, '2026-11-29');
  const lacking = () => store.staffMails.lackingReports({ DAILY: '2026-11-29', WEEKLY: '2026-11-29' }, 10);
  expect(await lacking()).toMatchObject([{ reports: 'DAILY', reportedDay: '2026-11-27' }]);
  await store.staffMails.choose(there, { reports: 'WEEKLY', alarms: 'OFF', disputes: null }, '2026-11-22');
  expect(await lacking()).toMatchObject([{ reports: 'WEEKLY', reportedDay: '2026-11-22' }]);
  const chosen = await store.staffMails.choice(there.personKey, there.merchantKey);
  expect(chosen).toMatchObject({ reports: 'WEEKLY', alarms: 'OFF', disputes: null });
});

it('that a dead process was sending is due again, for another process', async () => {
  const { url, store, there } = await morning();
  await workerAt(store, MORNING + DAY_MS).queueReports();
  const now = MORNING + DAY_MS;
  const [claimed] = await store.staffMailQueue.claim(now, 10, now + HOUR_MS);
  await store.close();
  const next = await openStore(url);
  onEnd(() => next.close());
  expect(await next.staffMailQueue.claim(now + HOUR_MS - 1, 10, now)).toEqual([]);
  const again = await next.staffMailQueue.claim(now + HOUR_MS, 10, now + 2 * HOUR_MS);
  expect(again).toMatchObject([{ key: claimed?.key, tries: 2 }]);
  expect(await next.staffMails.find(claimed?.key ?? 0)).toEqual({ ...there, kind: 'DAILY', about: '2026-11-28' });
});
