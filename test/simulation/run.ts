/**
 * Runs histories outside the tests, on all cores: `--seeds N` for that many from a new seed or from `--from S`;
 * `--seed S` for one, printed step by step. With `--bundle FILE` they are histories of a replay bundle. Exits with 1 if
 * a history failed, and with 2 if the bundle is refused.
 */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { seededRandom } from '../support/random.ts';
import { openMemoryDatabase } from './database.ts';
import { tooRare } from './expected.ts';
import { failureText, runHistories } from './histories.ts';
import { runHistory } from './history.ts';
import { addTally, type Tally } from './journal.ts';
import { runBundle } from './replay/run-bundle.ts';

/** A few minutes' worth. */
const SEEDS = '20000';
/** Half a minute's worth. */
const SEEDS_OF_BUNDLE = '200';
/** Options of a part in its own process: its first seed and the number of histories. */
const PART = '--part';

if (process.argv[2] === PART) {
  await runPart(Number(process.argv[3]), Number(process.argv[4]));
} else {
  await main();
}

async function main(): Promise<void> {
  const { seed, seeds, from, bundle } = parseArgs({
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      from: { type: 'string' },
      bundle: { type: 'string' },
    },
  }).values;
  if (bundle !== undefined) {
    process.exitCode = await runBundle(bundle, {
      seed: seed === undefined ? undefined : Number(seed),
      seeds: countOf(seeds ?? SEEDS_OF_BUNDLE),
      first: seededRandom(from).seed,
    });
    return;
  }
  if (seed !== undefined) {
    return replay(Number(seed));
  }
  const count = countOf(seeds ?? SEEDS);
  const first = seededRandom(from).seed;
  process.stdout.write(`${count} histories from seed ${first} on\n`);
  const share = Math.ceil(count / availableParallelism());
  const parts: Promise<PartReport>[] = [];
  for (let done = 0; done < count; done += share) {
    parts.push(startPart(first + done, Math.min(share, count - done)));
  }
  const reports = await Promise.all(parts);
  const tally: Tally = new Map();
  for (const report of reports) {
    addTally(tally, report.tally);
  }
  const failures = reports.reduce((sum, report) => sum + report.failures, 0);
  for (const [what, often] of [...tally].sort()) {
    process.stdout.write(`${often.toString().padStart(9)} ${what}\n`);
  }
  for (const rare of tooRare(tally, count)) {
    process.stdout.write(`too rare: ${rare}\n`);
  }
  process.stdout.write(`${failures} of ${count} histories went wrong\n`);
  process.exitCode = failures === 0 ? 0 : 1;
}

function countOf(seeds: string): number {
  const count = Number(seeds);
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new Error('--seeds takes a whole number from 1 up.');
  }
  return count;
}

async function replay(seed: number): Promise<void> {
  const { steps, problems } = await runHistory(seed, await openMemoryDatabase());
  process.stdout.write(`${steps.join('\n')}\n${problems.length === 0 ? 'All is well.' : 'It went wrong.'}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

interface PartReport {
  readonly failures: number;
  readonly tally: readonly (readonly [string, number])[];
}

function startPart(first: number, count: number): Promise<PartReport> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [PART, `${first}`, `${count}`]);
    child.on('message', (report) => resolve(report as PartReport));
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`A part ended without a report, with ${code}.`)));
  });
}

async function runPart(first: number, count: number): Promise<void> {
  const { failures, tally } = await runHistories(first, count, (failure) => {
    process.stdout.write(`${failureText(failure)}\n`);
  });
  const report: PartReport = { failures: failures.length, tally: [...tally] };
  process.send?.(report, () => process.disconnect?.());
}
