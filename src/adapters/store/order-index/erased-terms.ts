/** Removes the customer of an order from the index at once. The index's worker makes the entry again soon after. */
import type { StoredOrder } from '../../../core/ports/index.ts';
import { type Engine, type Write, write } from '../engine/engine.ts';
import { keyList } from '../engine/statement.ts';
import { termsFrom, termsText } from './rows.ts';
import { eraseTerms, previousRows, removeTerm } from './statements.ts';

/** @returns the writes that remove every term of the order, for the commit of its erasure */
export async function erasedTermWrites(engine: Engine, { key, merchantKey }: StoredOrder): Promise<Write[]> {
  const [row] = await engine.read(previousRows, { keys: keyList([key]) });
  if (row === undefined) {
    return [];
  }
  return [
    ...termsFrom(row.terms).map((term) => write(removeTerm, { ...term, merchantKey, orderKey: key })),
    write(eraseTerms, { key, terms: termsText([]), revision: Number(row.revision) }),
  ];
}
