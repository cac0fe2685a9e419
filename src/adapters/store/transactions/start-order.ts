/**
 * Sorts the rows of one order by when they began. Neither keys nor times show it, since each process has its own block
 * of keys and its own clock. The order's state does, because its lock lets one operation change it at a time.
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
 * @param listed returns the ids of such rows that the order's state lists, in order. A row that it does not list is in
 *   flight, and last, if it has no outcome; otherwise it was reported, such as a fee, and is placed by its time
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
