/** The last line of a run, for people and machines. */

/**
 * @param {{ passed: number, failed: number } | undefined} report the reporter's counts; undefined if it did not start
 * @param {number} exitCode the exit code of Vitest
 * @returns {{ passed: number, failed: number }} at least one failure unless the run succeeded
 */
export function tally(report, exitCode) {
  const { passed, failed } = report ?? { passed: 0, failed: 0 };
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

/** @param {{ passed: number, failed: number }} counts */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed\n`;
}
