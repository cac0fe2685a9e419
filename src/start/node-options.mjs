/**
 * Node's options for a gateway. Plain JavaScript, because the scripts that start one run on older Nodes too.
 *
 * Most objects of a request are garbage after its answer: so the young generation is no larger than needed for that,
 * and the old generation is collected when it grew by a seventh. With few arenas, memory that one thread freed serves
 * the next. Without these options the same load holds a hundred megabytes of garbage (docs/performance.md).
 */
export const GATEWAY_NODE_OPTIONS = ['--max-semi-space-size=16', '--heap-growing-percent=15', '--no-memory-pool'];

/** The C library reads it at the start, so it must be in the environment before. */
export const GATEWAY_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };
