/**
 * The newest commits that the database has confirmed to this process, in memory. A server without one of them is an
 * asynchronous standby that was promoted, or a copy that was restored: it also lacks commits that merchants have
 * answers from.
 *
 * Only the last transaction of each writer is kept. A writer sends one after another, and the log of the database is
 * cut off at one point, so where its last transaction is preserved, the earlier ones are too.
 */
import type pg from 'pg';
import { HOUR_MS } from '../../../../contract/durations.ts';
import type { UnitOfWork, Write } from '../engine.ts';
import { bind, type Evidence, type Parameters } from '../statement.ts';

/** Afterwards, retention may have moved a row away. */
const KEPT_MS = HOUR_MS;

interface Transaction {
  readonly units: readonly UnitOfWork[];
  /** Milliseconds of the monotonic clock. */
  readonly at: number;
}

export class AcknowledgedCommits {
  readonly #last = new Map<object, Transaction>();

  /**
   * @param writer the connection that committed
   * @param units those that passed their guards
   */
  record(writer: object, units: readonly UnitOfWork[]): void {
    if (units.some((unit) => writesOf(unit).some(({ statement }) => statement.evidence !== undefined))) {
      this.#last.set(writer, { units, at: performance.now() });
    }
  }

  /** @returns true if the server lacks a commit @throws the error of a query */
  async isAheadOf(client: Pick<pg.Client, 'query'>): Promise<boolean> {
    for (const { units, at } of this.#last.values()) {
      if (performance.now() - at > KEPT_MS) {
        continue;
      }
      for (const [{ statement, parametersOf }, written] of evidenceOf(units)) {
        const { sql: text, names } = statement.compile('postgres');
        const values = bind(names, parametersOf(written));
        const { rows } = await client.query<{ lost: boolean }>({ text, values });
        if (rows[0]?.lost !== false) {
          return true;
        }
      }
    }
    return false;
  }
}

function evidenceOf(units: readonly UnitOfWork[]): Map<Evidence, Parameters[]> {
  const found = new Map<Evidence, Parameters[]>();
  for (const { statement, parameters } of units.flatMap(writesOf)) {
    if (statement.evidence !== undefined) {
      const written = found.get(statement.evidence) ?? [];
      written.push(parameters);
      found.set(statement.evidence, written);
    }
  }
  return found;
}

const writesOf = ({ guard, writes }: UnitOfWork): readonly Write[] =>
  guard === undefined ? writes : [guard, ...writes];
