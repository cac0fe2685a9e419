/** The sizes and durations of all measures: for the whole run, and for a short run that only shows that all work. */

export interface Plan {
  /** The number of turns of each of two servers. With three turns the median ignores one bad turn. */
  readonly rounds: number;
  readonly authorizeSeconds: number;
  readonly pageSeconds: number;
  /** The length of each server's first turn, which does not count: it compiles code, and fills caches. */
  readonly warmUpSeconds: number;
  /** Turns of each number of processes, every time with new ones, and the first requests of each process. */
  readonly processRounds: number;
  readonly warmUpRequests: number;
  readonly idleSeconds: number;
  readonly memoryRequests: number;
  readonly starts: number;
  /** Orders in the large store; `--orders` sets more. */
  readonly growthOrders: number;
  readonly growthSeconds: number;
  /** The number of browser payments completed one after another, and of those that wait for results together. */
  readonly hops: number;
  readonly paymentsInFlight: number;
  /** The number of first visits of the page in a browser, for each network and server. */
  readonly pageLoads: number;
  /**
   * The number of rows to re-encrypt beside payments; `--rows` sets more. Payments are measured with and without the
   * re-encryption, in turns of `reSealingSeconds`.
   */
  readonly sealedRows: number;
  readonly reSealingSeconds: number;
  /** The number of stores that sleep; `--stores` sets more. */
  readonly sleepingStores: number;
  /** Turns of each number of stores under load. */
  readonly storeRounds: number;
  readonly storeSeconds: number;
  /** A measure that takes longer is stuck, and is stopped. */
  readonly measureMsMax: number;
}

export const FULL: Plan = {
  rounds: 3,
  authorizeSeconds: 5,
  pageSeconds: 3,
  warmUpSeconds: 4,
  processRounds: 4,
  warmUpRequests: 4_000,
  idleSeconds: 10,
  memoryRequests: 100_000,
  starts: 5,
  growthOrders: 1_000_000,
  growthSeconds: 4,
  hops: 300,
  paymentsInFlight: 10_000,
  pageLoads: 9,
  sealedRows: 50_000,
  reSealingSeconds: 10,
  sleepingStores: 1_000,
  storeRounds: 6,
  storeSeconds: 4,
  measureMsMax: 900_000,
};

export const QUICK: Plan = {
  rounds: 3,
  authorizeSeconds: 2,
  pageSeconds: 1.5,
  warmUpSeconds: 2,
  processRounds: 1,
  warmUpRequests: 1_500,
  idleSeconds: 3,
  memoryRequests: 20_000,
  starts: 3,
  growthOrders: 100_000,
  growthSeconds: 1.5,
  hops: 50,
  paymentsInFlight: 1_000,
  pageLoads: 3,
  sealedRows: 5_000,
  reSealingSeconds: 3,
  sleepingStores: 60,
  storeRounds: 2,
  storeSeconds: 2,
  measureMsMax: 240_000,
};

/** The connections that a busy shop platform's pool keeps open to one gateway process. */
export const CONNECTIONS = 64;
