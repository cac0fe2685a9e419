/** The load generator's jobs and results. */

export interface LoadJob {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  readonly method: 'GET' | 'PUT';
  /** Each `RANDOM` in the path becomes 32 random hex digits, which differ in each request. */
  readonly path: string;
  /** `NUMBER` in the path becomes the id of one of this many filled-in orders. One `RANDOM` may follow it. */
  readonly numbers?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** A second body, and the share of requests that send it. */
  readonly other?: { readonly body: string; readonly share: number };
  readonly connections: number;
  /** The pace of the requests; absent: each connection sends its next request when it has an answer. */
  readonly perSecond?: number;
  /** Duration or number of requests. */
  readonly until: { readonly seconds: number } | { readonly requests: number };
}

/** A job as the generator's process gets it. The result has the same number. */
export interface NumberedJob {
  readonly id: number;
  readonly job: LoadJob;
}

export interface LoadResult {
  readonly answered: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers other than 2xx, broken connections, and requests without an answer. */
  readonly failed: number;
}

export const RANDOM = 'RANDOM';
export const NUMBER = 'NUMBER';
