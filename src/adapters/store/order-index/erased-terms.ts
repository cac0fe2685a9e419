/** Removes the customer of an order from the index at once. The index's worker makes the entry again soon after. */
import type { StoredOrder } from '../../../core/ports/index.ts';
import { type Engine, type UnitOfWork, write } from '../engine/engine.ts';
import { keyList } from '../engine/statement.ts';
import { termsFrom, termsText } from './rows.ts';
import { eraseTerms, previousRows, removeTerm } from './statements.ts';

/**
 * Reads the terms of the order for the commit of its erasure.
 *
 * @returns the writes that remove every term, and a guard that fails if the order's entry was written meanwhile
 */
export async function termErasure(
  engine: Engine,
  { key, merchantKey }: StoredOrder,
): Promise<Required<Pick<UnitOfWork, 'furtherGuards' | 'writes'>>> {
  const [row] = await engine.read(previousRows, { keys: keyList([key]) });
  if (row === undefined) {
    return { furtherGuards: [], writes: [] };
  }
  return {
    furtherGuards: [write(eraseTerms, { key, terms: termsText([]), revision: Number(row.revision) })],
    writes: termsFrom(row.terms).map((term) => write(removeTerm, { ...term, merchantKey, orderKey: key })),
  };
}
