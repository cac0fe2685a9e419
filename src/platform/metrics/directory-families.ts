/** The metrics that only a directory of stores has. */
import { type Family, gauge, type MetricValue, type Sources, type StoreSources } from './family.ts';
import { FIRST_STORE_LABEL } from './of-stores.ts';

/** The values of the first store and of each open one, with their names. */
const ofEach =
  (value: (store: StoreSources) => number): Family['values'] =>
  (sources: Sources): readonly MetricValue[] =>
    [{ name: FIRST_STORE_LABEL, sources }, ...(sources.stores?.open() ?? [])].map((store) => ({
      labels: { store: store.name },
      value: value(store.sources),
    }));

const total = (counts: ArrayLike<number>): number => Array.from(counts).reduce((sum, count) => sum + count, 0);

const counter = (name: string, help: string, value: (store: StoreSources) => number): Family => ({
  name,
  help,
  type: 'counter',
  values: ofEach(value),
});

const FAMILIES: readonly Family[] = [
  gauge(
    'turnpike_store_state',
    '1 for the state of a further store in this process: open, asleep, away or refused, with the reason of these two.',
    ({ stores }) =>
      (stores?.listed() ?? []).map(({ name, state, reason }) => ({
        labels: { store: name, state, ...(reason !== undefined && { reason: reason.toLowerCase() }) },
        value: 1,
      })),
  ),
  counter(
    'turnpike_store_transactions_total',
    'Transactions that this process completed, by store, since it opened the store.',
    ({ results }) => total(results().map(({ count }) => count)),
  ),
  counter(
    'turnpike_store_commits_total',
    'Durable commits of this process, by store, since it opened the store.',
    ({ commits }) => total(commits.seconds.counts),
  ),
  counter(
    'turnpike_store_commit_seconds_total',
    'The duration of these commits together.',
    ({ commits }) => commits.seconds.sum,
  ),
];

export const DIRECTORY_FAMILIES: readonly Family[] = FAMILIES.map((family) => ({ ...family, isOfDirectory: true }));
