/** The last line of a run, for people and machines. */

/**
 * @param {Report | undefined} report the reporter's counts and texts; undefined if it did not start
 * @param {number} exitCode the exit code of Vitest
 * @returns {Report} at least one failure unless the run succeeded
 */
export function tally(report, exitCode) {
  const { passed, failed, failures } = report ?? { passed: 0, failed: 0, failures: [] };
  if (failed === 0 && exitCode !== 0) {
    return { passed, failed: 1, failures: [`✗ no test failed, and Vitest ended with exit code ${exitCode}`] };
  }
  return { passed, failed, failures };
}

/**
 * The failures of several runs, to be printed last: often only the end of a long output is stored.
 * @param {readonly { title: string, failures: readonly string[] }[]} runs
 * @returns {string} empty without a failure
 */
export function failuresOf(runs) {
  return runs
    .filter(({ failures }) => failures.length > 0)
    .map(({ title, failures }) => `Failed in "${title}":\n${failures.join('\n')}\n`)
    .join('');
}

/** @param {{ passed: number, failed: number }} counts */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed\n`;
}

/** @typedef {{ passed: number, failed: number, failures: readonly string[] }} Report */
