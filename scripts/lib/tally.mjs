/** The last line of a run, for people and machines. */

/**
 * @param {{ passed: number, failed: number } | undefined} report the reporter's counts; undefined if it never began
 * @param {number} exitCode Vitest's
 * @returns {{ passed: number, failed: number }} a run that did not succeed never counts as `0 failed`
 */
export function tally(report, exitCode) {
  const { passed, failed } = report ?? { passed: 0, failed: 0 };
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

/** @param {{ passed: number, failed: number }} counts */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed\n`;
}
