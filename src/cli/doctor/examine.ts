/** Runs a table of checks: concurrently, each with a time limit, and reported in the table's order. */

import { type CheckFinding, type CheckLine, fails } from '../finding.ts';
import type { Check } from './doctor-subject.ts';

/** The time limit of a check. It is longer than each step: look-up, connection, answer, provider. */
const CHECK_MS_MAX = 15_000;

export async function examine<What>(
  checks: readonly Check<What>[],
  what: What,
  msMax: number = CHECK_MS_MAX,
): Promise<CheckLine[]> {
  const lines = await Promise.all(
    checks.map(async (check) => {
      const findings = await withinTime(check, what, msMax);
      return findings.map((finding) => ({ check: check.name, ...finding }));
    }),
  );
  return lines.flat();
}

async function withinTime<What>(check: Check<What>, what: What, msMax: number): Promise<readonly CheckFinding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckFinding[]>((resolve) => {
    const finding = fails(`No end of this check within ${msMax / 1_000} s.`, 'look at the network');
    timer = setTimeout(() => resolve([finding]), msMax);
  });
  // A check that throws synchronously counts as failed, too.
  const run = async () => check.run(what);
  const done = run().catch((error: unknown) => [
    fails(error instanceof Error ? error.message : String(error), 'mend that, and call the doctor again'),
  ]);
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
  }
}
