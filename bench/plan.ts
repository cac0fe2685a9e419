/** How long everything is measured: the whole run, and the short one that only shows that nothing has fallen over. */

export interface Plan {
  /** Turns that each of two servers gets. The median needs three to shrug off one bad turn. */
  readonly rounds: number;
  readonly authorizeSeconds: number;
  readonly pageSeconds: number;
  /** Each server's turn before the first one that counts: compiled code, filled caches, connections made. */
  readonly warmUpSeconds: number;
  readonly memoryRequests: number;
  readonly starts: number;
  /** In the large store; `--orders` asks for more. */
  readonly growthOrders: number;
  readonly growthSeconds: number;
  /** Browser payments that are walked through one after another, and that wait for their results at once. */
  readonly hops: number;
  readonly paymentsInFlight: number;
  /** One measure that takes longer is stuck, and ended. */
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
  measureMsMax: 240_000,
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
  measureMsMax: 120_000,
};

/** What a busy shop platform's pool keeps open to one gateway process. */
export const CONNECTIONS = 64;
