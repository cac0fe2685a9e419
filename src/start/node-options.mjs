/**
 * How Node runs a gateway. Plain JavaScript, because the scripts that start one run on older Nodes too.
 *
 * What a request makes dies with its answer: so the nursery is no larger than needed to let it die there, and the old
 * generation is collected when it grew by a seventh. With few arenas, memory that one thread gave back serves the next.
 * Without all this the same load holds a hundred megabytes of garbage (docs/performance.md).
 */
export const GATEWAY_NODE_OPTIONS = ['--max-semi-space-size=16', '--heap-growing-percent=15', '--no-memory-pool'];

/** Read by the C library at the start, so it must stand in the environment before. */
export const GATEWAY_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };
