/** The searches of a text in one store: by its form, and by a session that it may name. */
import type { Sessions } from '../../checkout/index.ts';
import type { IndexedOrder, Sealer } from '../../core/ports/index.ts';
import { storeOfId } from '../../platform/store-ids.ts';
import { type Alternative, alternativesOf } from './search-text.ts';

export interface TextSearchPorts {
  readonly orderSealer: Pick<Sealer, 'hashes'>;
  readonly sessions: Pick<Sessions, 'find'>;
}

/** @param text without spaces around it @returns undefined for an empty text, which searches nothing */
export async function searchesOf(
  { orderSealer, sessions }: TextSearchPorts,
  text: string,
): Promise<readonly Alternative[] | undefined> {
  if (text === '') {
    return undefined;
  }
  const named = storeOfSession(text) === undefined ? [] : await bySession(sessions, text);
  return [...alternativesOf(text, orderSealer), ...named];
}

const SESSION = 'SESSION';

/** @returns the number of the store that has made the session; undefined for a text that is no session's id */
export function storeOfSession(text: string): number | undefined {
  return text.startsWith(SESSION) ? storeOfId(text) : undefined;
}

/** A session leads to its order as long as it is stored. */
async function bySession(sessions: TextSearchPorts['sessions'], id: string): Promise<Alternative[]> {
  const session = await sessions.find(id);
  const orderId = session?.fields.order?.id;
  if (session === undefined || orderId === undefined) {
    return [];
  }
  const { merchantKey } = session;
  const fits = (order: Pick<IndexedOrder, 'merchantKey' | 'orderId'>) =>
    order.orderId === orderId && order.merchantKey === merchantKey;
  return [{ as: ['SESSION'], filters: { orderId }, fits, orderOfSession: { merchantKey, orderId } }];
}

/** @returns whether the text names the order itself: by its id, its support code, or its session */
export function isNamedBy(
  alternatives: readonly Alternative[] | undefined,
  text: string,
  order: Pick<IndexedOrder, 'merchantKey' | 'orderId' | 'orderKey'>,
): boolean {
  return (
    order.orderId === text ||
    (alternatives ?? []).some(
      ({ filters, orderOfSession }) =>
        filters.orderKeys?.includes(order.orderKey) ||
        (orderOfSession?.orderId === order.orderId && orderOfSession.merchantKey === order.merchantKey),
    )
  );
}
