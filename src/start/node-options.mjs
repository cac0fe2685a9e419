/**
 * Node's options for a gateway. Plain JavaScript, because the scripts that start a gateway also run on older releases
 * of Node.
 *
 * Most objects of a request are garbage after its answer. A young generation with halves of 16 MB has room for the
 * requests of a busy moment until then, so that few objects reach the old generation, whose collections took a seventh
 * of the processor time of an authorization with smaller halves. Halves of 32 MB took the same time and 60 MB more
 * memory. The halves are 8 MB from the start: the modules survive each collection, and with V8's first halves of 1 MB
 * nine collections instead of three took a sixth of the processor time until the first page. With few arenas, memory
 * that one thread freed is reused by the others (docs/performance.md).
 */
export const GATEWAY_NODE_OPTIONS = ['--min-semi-space-size=8', '--max-semi-space-size=16'];

/** The C library reads these variables at process start, so the parent process must set them. */
export const GATEWAY_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' };
