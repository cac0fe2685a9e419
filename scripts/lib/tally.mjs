/** The one line that a person or a machine reads last. */

/**
 * Counts tests from vitest's JSON report. A file that did not load has no tests to count and an error between tests belongs to
 * none, yet both make the run fail: neither may end in `0 failed`.
 * @param {{ numPassedTests: number, numFailedTests: number, testResults: readonly { status: string, assertionResults: readonly { status: string }[] }[] } | undefined} report
 * @param {number} exitCode vitest's
 * @returns {{ passed: number, failed: number }}
 */
export function tally(report, exitCode) {
  const passed = report?.numPassedTests ?? 0;
  const brokenFiles = (report?.testResults ?? []).filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = (report?.numFailedTests ?? 0) + brokenFiles.length;
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}
