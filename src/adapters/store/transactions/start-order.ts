/**
 * Sorts the rows of one order by their start. Neither keys nor times show this sequence, because each process has its
 * own block of keys and its own clock. The order's state does, because only the operation that has the lock changes it.
 */
import type { OrderState } from '../../../core/index.ts';
import type { Engine } from '../engine/engine.ts';
import { parseState } from './serialisation.ts';
import { stateOfOrder } from './statements.ts';

interface OfOrder {
  readonly key: number;
  readonly transactionId: string;
  readonly createdAt: number;
  readonly outcome?: unknown;
}

/**
 * @param listed returns the ids of the rows in the order's state, in their sequence. A row that the state does not list
 *   is in flight if it has no outcome, and is placed last. Otherwise a processor reported it, such as a fee, and it is
 *   placed by its time
 * @throws InvariantError if the state is damaged
 */
export async function inStartOrder<Row extends OfOrder>(
  engine: Engine,
  orderKey: number,
  rows: readonly Row[],
  listed: (state: OrderState) => readonly string[],
): Promise<Row[]> {
  const [order] = rows.length < 2 ? [] : await engine.read(stateOfOrder, { orderKey });
  const ids = order === undefined ? [] : listed(parseState(order.state, orderKey));
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = ({ transactionId }: Row) => places.get(transactionId)!;
  const inOrder = rows
    .filter((row) => places.has(row.transactionId))
    .sort((one, other) => placeOf(one) - placeOf(other));
  for (const row of rows.filter(({ transactionId }) => !places.has(transactionId)).sort(byTime)) {
    const later = row.outcome === undefined ? -1 : inOrder.findIndex((one) => byTime(row, one) < 0);
    inOrder.splice(later === -1 ? inOrder.length : later, 0, row);
  }
  return inOrder;
}

function byTime(one: OfOrder, other: OfOrder): number {
  return one.createdAt - other.createdAt || one.key - other.key;
}
