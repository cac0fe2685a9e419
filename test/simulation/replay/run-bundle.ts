/** `npm run simulate -- --bundle FILE`: plays a replay bundle without faults, and then with those of many seeds. */
import { UsageError } from '../../../src/cli/command.ts';
import type { BundleContents } from '../../../src/cli/record/bundle.ts';
import { readBundle } from '../../../src/cli/record/read-bundle.ts';
import { type MemoryDatabase, openMemoryDatabase } from '../database.ts';
import { type Replayed, replayWithFaults, replayWithoutFaults } from './replay-history.ts';

const REFUSED_EXIT_CODE = 2;

export interface BundleRun {
  /** Only the history with the faults of this seed, step by step. */
  readonly seed: number | undefined;
  readonly seeds: number;
  readonly first: number;
}

/** @returns the exit code: 1 if the replay differs or a history went wrong, 2 if the bundle is refused */
export async function runBundle(file: string, run: BundleRun): Promise<number> {
  let bundle: BundleContents;
  try {
    bundle = readBundle(file);
  } catch (error) {
    if (!(error instanceof UsageError)) {
      throw error;
    }
    process.stderr.write(`${error.message}\n`);
    return REFUSED_EXIT_CODE;
  }
  const database = await openMemoryDatabase();
  return run.seed === undefined ? playAll(bundle, file, run, database) : playOne(bundle, run.seed, database);
}

async function playOne(bundle: BundleContents, seed: number, database: MemoryDatabase): Promise<number> {
  const replayed = await replayWithFaults(bundle, seed, database);
  print(replayed.steps, problemLines(replayed));
  print([replayed.problems.length === 0 ? 'All is well.' : 'It went wrong.']);
  return replayed.problems.length === 0 ? 0 : 1;
}

async function playAll(
  bundle: BundleContents,
  file: string,
  { seeds, first }: BundleRun,
  database: MemoryDatabase,
): Promise<number> {
  const { result, ...replayed } = await replayWithoutFaults(bundle, database);
  print(['Without faults:', ...(result?.lines ?? []), ...problemLines(replayed)]);
  print([`With faults: ${seeds} histories from seed ${first} on`]);
  let failures = 0;
  for (let seed = first; seed < first + seeds; seed += 1) {
    const disturbed = await replayWithFaults(bundle, seed, database);
    if (disturbed.problems.length > 0) {
      failures += 1;
      print([`seed ${seed}: npm run simulate -- --bundle ${file} --seed ${seed}`], problemLines(disturbed));
    }
  }
  print([`${failures} of ${seeds} histories went wrong`]);
  return result?.isSame === true && replayed.problems.length === 0 && failures === 0 ? 0 : 1;
}

function problemLines({ problems }: Replayed): string[] {
  return problems.map((problem) => `  ${problem}`);
}

function print(...parts: readonly (readonly string[])[]): void {
  for (const line of parts.flat()) {
    process.stdout.write(`${line}\n`);
  }
}
