/** Many histories one after another, each from its own seed, over one database. */
import { openMemoryDatabase } from './database.ts';
import { runHistory } from './history.ts';
import { addTally, type Tally } from './journal.ts';

export interface Failure {
  readonly seed: number;
  readonly problems: readonly string[];
}

export interface Report {
  readonly histories: number;
  readonly failures: readonly Failure[];
  readonly tally: Tally;
}

const SEEDS = 2 ** 32;

/** @param first seed; the others follow it @param report called with each failed history at once */
export async function runHistories(first: number, count: number, report: (failure: Failure) => void): Promise<Report> {
  const database = await openMemoryDatabase();
  const failures: Failure[] = [];
  const tally: Tally = new Map();
  for (let index = 0; index < count; index += 1) {
    const seed = (first + index) % SEEDS;
    const { problems, tally: own } = await runHistory(seed, database);
    addTally(tally, own);
    if (problems.length === 0) {
      continue;
    }
    failures.push({ seed, problems });
    report({ seed, problems });
  }
  return { histories: count, failures, tally };
}

/** A readable report, with the command that repeats the history. */
export function failureText({ seed, problems }: Failure): string {
  return [`seed ${seed}: npm run simulate -- --seed ${seed}`, ...problems.map((problem) => `  ${problem}`)].join('\n');
}
