/** The part of autocannon that the bench uses; the package has no types of its own. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  /** One connection. `getRequestBuffer` returns its next request. */
  export interface Client {
    getRequestBuffer: () => Buffer;
    on(event: 'response', listener: (status: number, bytes: number, durationMs: number) => void): this;
  }

  export interface Options {
    readonly url: string;
    readonly connections: number;
    /** Length of the run in seconds; ignored if `amount` is given. */
    readonly duration?: number;
    readonly amount?: number;
    /** Milliseconds between checks of the clock. A run ends late by at most this time. */
    readonly sampleInt?: number;
    /** Seconds to wait for a response. */
    readonly timeout?: number;
    readonly setupClient?: (client: Client) => void;
  }

  export interface Result {
    readonly errors: number;
    readonly timeouts: number;
    readonly non2xx: number;
  }

  export default function autocannon(options: Options): EventEmitter & PromiseLike<Result>;
}
