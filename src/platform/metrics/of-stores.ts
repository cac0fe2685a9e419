/**
 * Families with values of each store. With one store their values have no label. With a directory, gauges have the name
 * of the store as the label `store`, and counters are the sums of all stores.
 */
import {
  type CountOfRows,
  type CountsOfStore,
  type Family,
  gauge,
  type MetricValue,
  ofStore,
  type Sources,
  type StoreSources,
  singleValue,
} from './family.ts';

/** The value of the label `store` for the store that has the directory. */
export const FIRST_STORE_LABEL = 'first';

type ValuesOfStore = (
  store: StoreSources,
  sources: Sources,
) => Promise<readonly MetricValue[]> | readonly MetricValue[];

interface GaugeOfStores {
  /** Set if 0 is a state. Otherwise a further store without a value has 0, so that many idle stores have no line. */
  readonly isZeroShown?: true;
}

/** Creates a gauge with the values of the first store, and of each further store that is open. */
export const gaugeOfStores = (
  name: string,
  help: string,
  values: ValuesOfStore,
  { isZeroShown }: GaugeOfStores = {},
): Family =>
  gauge(name, help, async (sources) => {
    const { stores } = sources;
    if (stores === undefined || stores.listed().length === 0) {
      return values(sources, sources);
    }
    const further = [...stores.open()].map(async (store) => {
      const all = await values(store.sources, sources);
      return labelled(isZeroShown ? all : all.filter(({ value }) => value !== 0), store.name);
    });
    const first = labelled(await values(sources, sources), FIRST_STORE_LABEL);
    return [...first, ...(await Promise.all(further)).flat()];
  });

const labelled = (values: readonly MetricValue[], store: string): readonly MetricValue[] =>
  values.map((value) => ({ ...value, labels: { store, ...value.labels } }));

/** Creates a gauge of a number of rows. It has no value while the store does not answer. */
export const rows = (name: string, help: string, member: CountOfRows): Family =>
  ofStore(
    gaugeOfStores(name, help, async ({ store }) => {
      const gauges = await store();
      return gauges === undefined ? [] : singleValue(gauges[member]);
    }),
  );

/** Creates a counter or histogram with the sums of all stores, including those that were closed since the start. */
export const sumOfStores = (
  name: string,
  help: string,
  type: 'counter' | 'histogram',
  counted: CountsOfStore,
): Family => ({
  name,
  help,
  type,
  counted,
  values: (sources) => {
    const { stores } = sources;
    const further = stores === undefined ? [] : [...stores.open()].map((store) => counted(store.sources));
    return sumOf([counted(sources), ...further, stores?.closed(name) ?? []]);
  },
});

/** Adds the values with the same name and labels. */
export function sumOf(all: readonly (readonly MetricValue[])[]): readonly MetricValue[] {
  const [first = [], ...others] = all.filter((values) => values.length > 0);
  if (others.length === 0) {
    return first;
  }
  const sums = new Map<string, MetricValue>();
  for (const value of [first, ...others].flat()) {
    const key = `${value.metricName ?? ''} ${JSON.stringify(value.labels ?? {})}`;
    sums.set(key, { ...value, value: value.value + (sums.get(key)?.value ?? 0) });
  }
  return [...sums.values()];
}
