/**
 * What must hold whatever anybody sends. Where it does not, this program has a fault or a record was damaged, and the
 * work stops with a
 * named error before it makes a wrong answer. These checks are never switched off. Each failure is counted for the
 * process, since
 * whoever finds one has no log at hand; `Alarms` raises the alert.
 *
 * @example invariant(total >= 0n, 'an order has a total below zero')
 */
const broken = { count: 0, last: '' };

export class InvariantError extends Error {
  override readonly name = 'InvariantError';

  /** @param what names the record by its row key, and holds nothing that a merchant or a payer sent */
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
  /** What the newest one said. */
  readonly last: string;
}

/** @returns what tells of those that broke since this call */
export function watchInvariants(): () => BrokenInvariants {
  const before = broken.count;
  return () => ({ count: broken.count - before, last: broken.last });
}

/**
 * What can be made of each; those that break an invariant are left out, and one of them does not hold up the others.
 */
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
