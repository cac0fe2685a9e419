/**
 * Invariants hold whatever anyone sends. If one is broken, this program has a fault or a record was damaged, and the
 * work stops with a named error before it produces a wrong result. These checks are never switched off. Each failure is
 * counted for the process, since the code that finds one has no log at hand; the alert rules raise the alert.
 *
 * @example invariant(total >= 0n, 'an order has a total below zero')
 */
const broken = { count: 0, last: '' };

export class InvariantError extends Error {
  override readonly name = 'InvariantError';

  /** @param what names the record by its row key, and contains nothing that a merchant or a payer sent */
  constructor(what: string, options?: ErrorOptions) {
    super(what, options);
    broken.count += 1;
    broken.last = what;
  }
}

/** @throws InvariantError */
export function invariant(holds: boolean, what: string): asserts holds {
  if (!holds) {
    throw new InvariantError(what);
  }
}

export interface BrokenInvariants {
  readonly count: number;
  /** The message of the newest one. */
  readonly last: string;
}

/** @returns a function that reports the invariants broken since this call */
export function watchInvariants(): () => BrokenInvariants {
  const before = broken.count;
  return () => ({ count: broken.count - before, last: broken.last });
}

/** Makes each row's result. Rows that break an invariant are omitted, so that one of them does not block the others. */
export function intactOf<Row, Made>(rows: readonly Row[], make: (row: Row) => Made): Made[] {
  return rows.flatMap((row) => {
    try {
      return [make(row)];
    } catch (error) {
      if (error instanceof InvariantError) {
        return [];
      }
      throw error;
    }
  });
}
