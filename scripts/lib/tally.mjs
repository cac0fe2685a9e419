/** The one line that a person or a machine reads last. */

/**
 * @param {{ passed: number, failed: number } | undefined} report what the reporter counted; none where it never began
 * @param {number} exitCode Vitest's
 * @returns {{ passed: number, failed: number }} a run that ended badly never counts as `0 failed`
 */
export function tally(report, exitCode) {
  const { passed, failed } = report ?? { passed: 0, failed: 0 };
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed };
}

/** @param {{ passed: number, failed: number }} counts */
export function closingLine({ passed, failed }) {
  return `${passed} passed, ${failed} failed\n`;
}
