/** The durations of all measures: the whole run, and the short one that only shows that everything works. */

export interface Plan {
  /** Turns of each of two servers. The median needs three to ignore one bad turn. */
  readonly rounds: number;
  readonly authorizeSeconds: number;
  readonly pageSeconds: number;
  /** Each server's turn before the first one that counts: compiles code, fills caches, opens connections. */
  readonly warmUpSeconds: number;
  readonly memoryRequests: number;
  readonly starts: number;
  /** Orders in the large store; `--orders` sets more. */
  readonly growthOrders: number;
  readonly growthSeconds: number;
  /** Browser payments completed one after another, and those that wait for their results at once. */
  readonly hops: number;
  readonly paymentsInFlight: number;
  /** First visits of the page in a browser, of each network and server. */
  readonly pageLoads: number;
  /**
   * Rows to re-seal beside payments, which are measured with and without in turns of this many seconds; `--rows` sets
   * more.
   */
  readonly sealedRows: number;
  readonly reSealingSeconds: number;
  /** A measure that takes longer is stuck, and is ended. */
  readonly measureMsMax: number;
}

export const FULL: Plan = {
  rounds: 3,
  authorizeSeconds: 5,
  pageSeconds: 3,
  warmUpSeconds: 4,
  memoryRequests: 100_000,
  starts: 5,
  growthOrders: 1_000_000,
  growthSeconds: 4,
  hops: 300,
  paymentsInFlight: 10_000,
  pageLoads: 9,
  sealedRows: 50_000,
  reSealingSeconds: 10,
  measureMsMax: 600_000,
};

export const QUICK: Plan = {
  rounds: 3,
  authorizeSeconds: 2,
  pageSeconds: 1.5,
  warmUpSeconds: 2,
  memoryRequests: 20_000,
  starts: 3,
  growthOrders: 100_000,
  growthSeconds: 1.5,
  hops: 50,
  paymentsInFlight: 1_000,
  pageLoads: 3,
  sealedRows: 5_000,
  reSealingSeconds: 3,
  measureMsMax: 120_000,
};

/** The connections that a busy shop platform's pool keeps open to one gateway process. */
export const CONNECTIONS = 64;
