/**
 * Reports the usage of a measured process over its channel. It is loaded into every measured process, including the
 * gateway (`node --import`), because a measurement inside the process is exact to the microsecond on every system.
 */

export interface Usage {
  /** User and system time of all threads since the start, microseconds. */
  readonly cpuUs: number;
  /** Resident memory, as the operating system counts it. */
  readonly rssBytes: number;
  readonly heapUsedBytes: number;
  /** V8's heap, in use or not. */
  readonly heapHeldBytes: number;
  /** Buffers and other native memory of JavaScript objects. */
  readonly externalBytes: number;
}

/** `collect` runs the garbage collector first; the process must have been started with `--expose-gc`. */
export interface Question {
  readonly probe: number;
  readonly collect: boolean;
}

export interface Report {
  readonly probe: number;
  readonly usage: Usage;
}

function usage(): Usage {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  return {
    cpuUs: user + system,
    rssBytes: rss,
    heapUsedBytes: heapUsed,
    heapHeldBytes: heapTotal,
    externalBytes: external,
  };
}

process.on('message', (message: Partial<Question>) => {
  if (typeof message.probe !== 'number') {
    return;
  }
  if (message.collect) {
    globalThis.gc?.();
  }
  process.send?.({ probe: message.probe, usage: usage() } satisfies Report);
});
