/** The metrics of a process that serves several stores. */
import { expect, it } from 'vitest';
import { CommitCounts } from '../../../src/platform/metrics/commit-counts.ts';
import { exposition } from '../../../src/platform/metrics/exposition.ts';
import type { ListedStore, StoreGauges, StoreSources } from '../../../src/platform/metrics/family.ts';
import { mergedPages } from '../../../src/platform/metrics/merged-pages.ts';
import { OpenStores } from '../../../src/platform/metrics/open-stores.ts';
import { type ExposedSources, exposedSources, GAUGES } from './sources.ts';

/** The size of a page of a thousand stores of which fifty are open. */
const PAGE_BYTES_MAX = 200_000;

function sourcesOf(gauges: Partial<StoreGauges>, change: Partial<StoreSources> = {}): StoreSources {
  return { ...exposedSources(), store: async () => ({ ...NO_ROWS, ...gauges }), alerts: () => new Map(), ...change };
}

const NO_ROWS: StoreGauges = {
  reversalsDue: 0,
  reversalAlerts: 0,
  openResults: 0,
  processes: 1,
  notificationsDue: 0,
  notificationsSince: null,
  receiptsDue: 0,
};

function served(states: readonly ListedStore[], change: Partial<ExposedSources> = {}) {
  const stores = new OpenStores();
  const further = { listed: () => states, open: () => stores.open(), closed: (name: string) => stores.closed(name) };
  return { stores, scrapes: exposition({ ...exposedSources(), ...change, stores: further }) };
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const named = (text: string, name: string) => linesOf(text).filter((line) => line.startsWith(name));
const TWO: readonly ListedStore[] = [
  { name: 'north', state: 'open' },
  { name: 'south', state: 'asleep' },
];

it('a page without further stores is that of a single store', async () => {
  const [one, empty] = await Promise.all([exposition(exposedSources()).all(), served([]).scrapes.all()]);
  const withoutMemory = (text: string) => text.replace(/_bytes \d+$/gm, '_bytes');
  expect(withoutMemory(empty.text)).toBe(withoutMemory(one.text));
  expect(one.text).not.toMatch(/store="|turnpike_store_state/);
});

it('gauges name the store, and a further store without a value has no line', async () => {
  const { stores, scrapes } = served(TWO);
  stores.add('north', sourcesOf({ reversalsDue: 8 }, { alerts: () => new Map([['RESULT_OPEN', 2]]) }));
  const { text } = await scrapes.all();
  expect(named(text, 'turnpike_reversals_due')).toEqual([
    `turnpike_reversals_due{store="first"} ${GAUGES.reversalsDue}`,
    'turnpike_reversals_due{store="north"} 8',
  ]);
  expect(named(text, 'turnpike_receipt_mails_due')).toEqual([
    `turnpike_receipt_mails_due{store="first"} ${GAUGES.receiptsDue}`,
  ]);
  expect(named(text, 'turnpike_alerts{store="north"')).toEqual(['turnpike_alerts{store="north",kind="result_open"} 2']);
  expect(named(text, 'turnpike_processes')).toEqual([`turnpike_processes ${GAUGES.processes}`]);
  expect(named(text, 'turnpike_store_up')).toEqual([
    'turnpike_store_up{store="first"} 1',
    'turnpike_store_up{store="north"} 1',
  ]);
});

it('counters are the sums of all stores, and keep the counts of a store that is closed', async () => {
  const { stores, scrapes } = served(TWO);
  const commits = new CommitCounts();
  commits.note(2, 1);
  const results = () => [
    { type: 'PAYMENT', result: 'SUCCESS', count: 3 },
    { type: 'REFUND', result: 'SUCCESS', count: 1 },
  ];
  const close = stores.add('north', sourcesOf({}, { commits, results }));
  const sums = [
    'turnpike_transactions_total{type="payment",result="success"} 20',
    'turnpike_transactions_total{type="refund",result="success"} 1',
    'turnpike_store_commit_duration_seconds_count 1',
    'turnpike_notification_tries_total{outcome="delivered"} 20',
    // Links, providers and limits are shared by the stores of a process.
    'turnpike_acquirer_timeouts_total{acquirer="default"} 5',
    'turnpike_provider_unanswered_total{provider="demoWallet"} 21',
    'turnpike_suspicious_payments_total{rule="address"} 34',
    'turnpike_invariants_broken_total 11',
  ];
  expect(linesOf((await scrapes.all()).text)).toEqual(expect.arrayContaining(sums));
  expect(named((await scrapes.all()).text, 'turnpike_store_transactions_total')).toEqual([
    'turnpike_store_transactions_total{store="first"} 17',
    'turnpike_store_transactions_total{store="north"} 4',
  ]);
  close();
  const after = (await scrapes.all()).text;
  expect(linesOf(after)).toEqual(expect.arrayContaining(sums));
  expect(named(after, 'turnpike_store_transactions_total{store="north"}')).toEqual([]);
  stores.add('north', sourcesOf({}, { commits: new CommitCounts(), results }));
  expect(linesOf((await scrapes.all()).text)).toContain(
    'turnpike_transactions_total{type="payment",result="success"} 23',
  );
});

it('a store that is not open has its state alone, with the reason', async () => {
  const { scrapes } = served([
    ...TWO,
    { name: 'lost', state: 'away', reason: 'UNREACHABLE' },
    { name: 'odd', state: 'refused', reason: 'OTHER_NUMBER' },
  ]);
  const { text } = await scrapes.all();
  expect(linesOf(text).filter((line) => /store="(?!first)/.test(line))).toEqual([
    'turnpike_store_state{store="north",state="open"} 1',
    'turnpike_store_state{store="south",state="asleep"} 1',
    'turnpike_store_state{store="lost",state="away",reason="unreachable"} 1',
    'turnpike_store_state{store="odd",state="refused",reason="other_number"} 1',
  ]);
  expect(named(text, 'turnpike_stores')).toEqual([
    'turnpike_stores{state="open"} 1',
    'turnpike_stores{state="asleep"} 1',
    'turnpike_stores{state="away"} 1',
    'turnpike_stores{state="refused"} 1',
  ]);
});

it('a store that does not answer in time delays no other, and is down', async () => {
  const { stores, scrapes } = served(TWO);
  stores.add('north', sourcesOf({}, { store: () => new Promise(() => undefined) }));
  const { text } = await scrapes.all();
  expect(linesOf(text)).toContain('turnpike_store_up{store="north"} 0');
  expect(linesOf(text)).toContain(`turnpike_reversals_due{store="first"} ${GAUGES.reversalsDue}`);
});

it('processes that have other stores open share one page, with each store once', async () => {
  const [one, other] = [served(TWO), served(TWO, { process: () => ({ process: '8' }) })];
  one.stores.add('north', sourcesOf({ reversalsDue: 8 }));
  other.stores.add('north', sourcesOf({ reversalsDue: 9 }));
  other.stores.add('south', sourcesOf({ openResults: 6 }));
  const page = mergedPages([
    await one.scrapes.ofProcess(),
    await other.scrapes.ofProcess(),
    (await one.scrapes.ofStore()).text,
  ]);
  expect(named(page, 'turnpike_reversals_due')).toEqual([
    'turnpike_reversals_due{store="north"} 8',
    `turnpike_reversals_due{store="first"} ${GAUGES.reversalsDue}`,
  ]);
  expect(named(page, 'turnpike_open_results{store="south"}')).toHaveLength(1);
  expect(named(page, 'turnpike_store_up{store="north"')).toEqual([
    'turnpike_store_up{store="north",process="7"} 1',
    'turnpike_store_up{store="north",process="8"} 1',
  ]);
  const series = linesOf(page).map((line) => line.slice(0, line.lastIndexOf(' ')));
  expect(new Set(series).size).toBe(series.length);
});

it('the page of a thousand stores is small, and queries only those that are open', async () => {
  const states = Array.from({ length: 1_000 }, (_, index) => ({
    name: `store-${index}`,
    state: index < 50 ? 'open' : 'asleep',
  }));
  const { stores, scrapes } = served(states);
  let queries = 0;
  for (const { name } of states.filter(({ state }) => state === 'open')) {
    stores.add(name, {
      ...sourcesOf({}),
      store: async () => {
        queries += 1;
        return { ...GAUGES };
      },
    });
  }
  const { text } = await scrapes.all();
  expect(Buffer.byteLength(text)).toBeLessThan(PAGE_BYTES_MAX);
  expect(queries).toBe(50);
});
