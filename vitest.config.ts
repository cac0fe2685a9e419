import { defineConfig } from 'vitest/config';

/** Journeys start processes and a browser; on a busy two-core machine a cold browser alone has taken ten seconds. */
const TEST_MS_MAX = 60_000;

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    environment: 'node',
    // Processes, because tests start servers, own signals and load SQLite's native module.
    pool: 'forks',
    // Each of them is a process that starts others: more than two at once only makes them wait for each other.
    maxWorkers: 2,
    testTimeout: TEST_MS_MAX,
    // Putting a browser's pages away has taken a minute beside other work.
    hookTimeout: 2 * TEST_MS_MAX,
  },
});
