/**
 * Node's options for a gateway. Plain JavaScript, because the scripts that start one run on older Nodes too.
 *
 * Most objects of a request are garbage after its answer. A young generation with halves of 16 MB holds what a
 * busy moment's requests need until then, so that hardly anything lives on into the old generation, whose collections
 * cost a seventh of the processor time of an authorization when it was kept small. Halves of 32 MB took the same time
 * and 60 MB more of memory. With few arenas, memory that one thread freed
 * serves the next (docs/performance.md).
 */
export const GATEWAY_NODE_OPTIONS = ['--max-semi-space-size=16'];

/** The C library reads it at the start, so it must be in the environment before. */
export const GATEWAY_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };
