/**
 * How Node runs a gateway. Plain JavaScript, because the scripts that start one run on older Nodes too.
 *
 * What a request makes dies with its answer, so a small nursery that is swept often, and an old generation that is collected when it
 * grew by a fifth, keep a busy gateway at the size of a quiet one; without them the same load holds a hundred megabytes of
 * garbage. Measured in docs/performance.md.
 */
export const GATEWAY_NODE_OPTIONS = ['--max-semi-space-size=4', '--heap-growing-percent=20', '--no-memory-pool'];
