/**
 * Invariants hold for every input. A broken invariant is due to a fault of this program or a damaged record, and stops
 * the work with a named error before a wrong result. The checks are always on. Failures are counted per process,
 * because the failing code has no log; an alert is raised by the count.
 *
 * @example invariant(total >= 0n, 'an order has a total below zero')
 */
const brokenInvariants = { count: 0, last: '' };

export class InvariantError extends Error {
  override readonly name = 'InvariantError';

  /**
   * @param what the broken invariant. Names the record by its row key, and must not contain input of a merchant or
   *   payer
   */
  constructor(what: string, options?: ErrorOptions) {
    super(what, options);
    brokenInvariants.count += 1;
    brokenInvariants.last = what;
  }
}

/** @throws InvariantError if `holds` is false */
export function invariant(holds: boolean, what: string): asserts holds {
  if (!holds) {
    throw new InvariantError(what);
  }
}

export interface BrokenInvariants {
  readonly count: number;
  /** The message of the newest failure. */
  readonly last: string;
}

/** @returns a function that reports the invariants broken since this call */
export function watchInvariants(): () => BrokenInvariants {
  const before = brokenInvariants.count;
  return () => ({ count: brokenInvariants.count - before, last: brokenInvariants.last });
}

/** Maps the rows and omits those that break an invariant, so that a damaged row does not block the others. */
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
