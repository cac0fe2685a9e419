/** The type of a metric family, the sources of its values, and constructors of the usual families. */
import type { CommitCounts } from './commit-counts.ts';
import type { EventLoopLag } from './event-loop-lag.ts';
import type { Histogram } from './histogram.ts';
import type { RequestCounts } from './request-counts.ts';

/** Numbers of rows in the store. Each is counted up to a maximum, so that counting stays cheap. */
export interface StoreGauges {
  readonly reversalsDue: number;
  readonly reversalAlerts: number;
  /** Transactions that await a status query or a repeated advice. */
  readonly openResults: number;
  readonly processes: number;
  /** Orders with notifications that are not delivered yet. */
  readonly notificationsDue: number;
  /** The time of the oldest of them, milliseconds since 1970. Null if none is waiting. */
  readonly notificationsSince: number | null;
  /** Receipts that are not mailed yet. */
  readonly receiptsDue: number;
}

export type CountOfRows = Exclude<keyof StoreGauges, 'notificationsSince'>;

export interface AcquirerSource {
  status(): { readonly isSignedOn: boolean; readonly breaker: string; readonly inFlight: number };
  counters(): Readonly<Record<'contradictory' | 'garbled' | 'heldBack' | 'signOns' | 'timedOut' | 'unmatched', number>>;
}

/** The answers of a browser-payment provider, as observed by this process. */
export interface ProviderSource {
  readonly unanswered: number;
  readonly heldBack: number;
  readonly merchantsDown: number;
}

export interface DataKeySource {
  readonly id: number;
  readonly purpose: string;
  /** Undefined if the uses of this key are not counted. */
  readonly uses: number | undefined;
  readonly ageMs: number;
}

/** The standby from which lists are read. */
export interface StandbySource {
  readonly condition: string;
  /** Undefined if its data could not be dated. */
  readonly ageMs: number | undefined;
  readonly counts: {
    readonly reads: Readonly<Record<string, number>>;
    readonly fallbacks: Readonly<Record<string, number>>;
  };
}

/** The sources of the values of one store. */
export interface StoreSources {
  readonly commits: CommitCounts;
  /** Returns undefined while the store does not answer. */
  readonly store: () => Promise<StoreGauges | undefined>;
  /** Returns the store's condition as shown by the last reads and writes. */
  readonly storeCondition: () => 'WRITABLE' | 'NOT_WRITABLE' | 'CORRUPT';
  /** Returns the numbers of open alerts by kind. */
  readonly alerts: () => ReadonlyMap<string, number>;
  readonly recovered: () => number;
  /** Returns the transactions that this process completed, by type and result. */
  readonly results: () => readonly { readonly type: string; readonly result: string; readonly count: number }[];
  /** Returns the written events of checkouts without a payment, by event. */
  readonly checkoutEvents: () => Readonly<Record<string, number>>;
  /** Returns the delivery attempts of notifications by outcome. */
  readonly notificationTries: () => Readonly<Record<string, number>>;
  /** Returns the delivery attempts of receipts by outcome. */
  readonly receiptTries: () => Readonly<Record<string, number>>;
  /** Returns the attempts to mail people of the console by outcome. */
  readonly staffMailTries: () => Readonly<Record<string, number>>;
  /** Returns the numbers of rows that retention has removed, by kind. */
  readonly retentionRemoved: () => Readonly<Record<string, number>>;
  /** Returns the data keys in use, one per purpose. */
  readonly dataKeys: () => readonly DataKeySource[];
  readonly audit: () => { readonly entries: number; readonly headFailures: number };
  /** Returns the declines by class. */
  readonly declines: () => Readonly<Record<string, number>>;
  /** Returns the refused payment attempts by the limit's rule. */
  readonly limitedAttempts: () => Readonly<Record<string, number>>;
  /** Returns the numbers of active decline alarms, for merchants and for card ranges. */
  readonly declineAlarms: () => Readonly<Record<string, number>>;
}

/** A further store of the directory, as this process has it. */
export interface ListedStore {
  readonly name: string;
  readonly state: string;
  /** The reason of `away` and `refused`. */
  readonly reason?: string | undefined;
}

export interface OpenStore {
  readonly name: string;
  readonly sources: StoreSources;
}

/** The further stores of the process. */
export interface FurtherStoresSource {
  /** Without a directory there is none, and the page is that of a single store. */
  readonly listed: () => readonly ListedStore[];
  readonly open: () => Iterable<OpenStore>;
  /** The counts of stores that were closed, by the name of the family. */
  readonly closed: (family: string) => readonly MetricValue[];
}

/** The sources of values, read by each scrape. Those of a store are the first one's. */
export interface Sources extends StoreSources {
  readonly requests: RequestCounts;
  /** The failed logins by reason. */
  readonly failedLogins: () => ReadonlyMap<string, number>;
  readonly connections: {
    open(): number;
    /** Returns the closed connections by reason. */
    closedCounts(): Readonly<Record<string, number>>;
  };
  /** Returns the reports of policy violations by directive. */
  readonly policyReports: () => ReadonlyMap<string, number>;
  /** The acquirers by name. */
  readonly acquirers: ReadonlyMap<string, AcquirerSource>;
  /** The browser-payment providers by id. */
  readonly providers: () => ReadonlyMap<string, ProviderSource>;
  /**
   * Returns the milliseconds since the card ranges were last current, by scheme. Undefined if a scheme's ranges have
   * not been loaded.
   */
  readonly rangeAges: () => ReadonlyMap<string, number | undefined>;
  /** Absent: there is only the first store. */
  readonly stores?: FurtherStoresSource | undefined;
  /** Absent: everything is read from the primary. */
  readonly standby?: StandbySource | undefined;
  readonly alertKinds: readonly string[];
  /** Returns the number of all stores of this process. */
  readonly invariantsBroken: () => number;
  readonly dataKeyUsesMax: number;
  readonly keyServiceUp: () => boolean;
  /** Returns the suspicious payments by rule, and the ended waits by result. */
  readonly suspiciousPayments: () => {
    readonly suspected: Readonly<Record<string, number>>;
    readonly ended: Readonly<Record<string, number>>;
  };
  readonly clockStepMs: () => number;
  /** Returns the ends of certificates and keys from the settings, milliseconds since 1970, by the setting's name. */
  readonly certificateEnds: () => ReadonlyMap<string, number>;
  /** Returns the time of the last backup, milliseconds since 1970. Undefined if no backup has been noted. */
  readonly backedUpAt: () => number | undefined;
  /** Returns the spans of traces by what became of them. */
  readonly spanCounts: () => Readonly<Record<string, number>>;
  /** Returns the current time, milliseconds since 1970. */
  readonly now: () => number;
  readonly lag: EventLoopLag;
  readonly build: Readonly<Record<string, string>>;
  /** Returns labels that identify the process: its number in the store, host, pid and mode. */
  readonly process: () => Readonly<Record<string, string>>;
}

export interface MetricValue {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
  /** The metric's name. Absent: the family's name. */
  readonly metricName?: string;
}

/** Returns what this process has counted in one store. */
export type CountsOfStore = (store: StoreSources) => readonly MetricValue[];

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Set if each process on a store has the same values, such as the number of rows in it. */
  readonly isOfStore?: true;
  /** Set if a page without further stores does not have the family. */
  readonly isOfDirectory?: true;
  /** Set if `values` is the sum of these values of all stores. They are kept when a store is closed. */
  readonly counted?: CountsOfStore;
  readonly values: (sources: Sources) => Promise<readonly MetricValue[]> | readonly MetricValue[];
}

export const BREAKER_STATES = ['CLOSED', 'HALF_OPEN', 'OPEN'] as const;

export const singleValue = (value: number): readonly MetricValue[] => [{ value }];
/** Returns counts by name, with the name in lower case as the label's value. */
export const byLabel = (label: string, counts: Readonly<Record<string, number>>): readonly MetricValue[] =>
  Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name.toLowerCase() }, value }));
/** Returns the value of an information metric: the constant 1 with labels. */
export const info = (labels: Readonly<Record<string, string>>): readonly MetricValue[] => [{ labels, value: 1 }];

export const gauge = (name: string, help: string, values: Family['values']): Family => ({
  name,
  help,
  type: 'gauge',
  values,
});
export const counter = (name: string, help: string, values: Family['values']): Family => ({
  name,
  help,
  type: 'counter',
  values,
});

export const ofStore = (family: Family): Family => ({ ...family, isOfStore: true });

/** Returns the values of all acquirers, each labelled with the acquirer's name. */
export const ofEach =
  (values: (acquirer: AcquirerSource) => readonly MetricValue[]): Family['values'] =>
  ({ acquirers }) =>
    [...acquirers].flatMap(([name, acquirer]) =>
      values(acquirer).map((value) => ({ ...value, labels: { acquirer: name, ...value.labels } })),
    );

export const ofEachProvider =
  (member: keyof ProviderSource): Family['values'] =>
  ({ providers }) =>
    [...providers()].map(([provider, source]) => ({ labels: { provider }, value: source[member] }));

export const ofDataKey = ({ id, purpose }: DataKeySource) => ({ key: `${id}`, purpose: purpose.toLowerCase() });

/** Converts a histogram to Prometheus buckets, which are cumulative. */
export function buckets(
  name: string,
  { bounds, counts, sum }: Histogram,
  labels: MetricValue['labels'] = {},
): MetricValue[] {
  let count = 0;
  const values = [...counts].map((inBucket, index): MetricValue => {
    count += inBucket;
    const le = bounds[index]?.toString() ?? '+Inf';
    return { labels: { ...labels, le }, value: count, metricName: `${name}_bucket` };
  });
  return [
    ...values,
    { labels, value: sum, metricName: `${name}_sum` },
    { labels, value: count, metricName: `${name}_count` },
  ];
}
