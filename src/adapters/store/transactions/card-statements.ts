/** Statements over the encrypted cards of orders. */
import { type Placeholder, statement } from '../engine/statement.ts';

export const findSealedCard = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('payment_transaction as t')
    .innerJoin('payment_order as o', 'o.key', 't.order_key')
    .select(['t.sealed_card', 'o.merchant_key'])
    .where('t.key', '=', p('key')),
);

export const cardsErasedAt = statement((db, p: Placeholder<{ key: number }>) =>
  db.selectFrom('order_erasure').select('cards_erased_at').where('order_key', '=', p('key')),
);

/**
 * Records an order that got a new card, or a card's hash, after its cards were erased, because walks may start above
 * its key. The walk after the next one then starts at this order. Other orders need no record, because every walk that
 * passes them counts them as left.
 */
export const leaveCard = statement((db, p: Placeholder<{ kind: 'CARD'; key: number }>) =>
  db
    .updateTable('retention_sweep')
    .set({ left_at: p('key') })
    .where('kind', '=', p('kind'))
    .where((eb) => eb.or([eb('left_at', 'is', null), eb('left_at', '>', p('key'))]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('order_erasure')
          .select('order_key')
          .where('order_key', '=', p('key'))
          .where('cards_erased_at', 'is not', null),
      ),
    ),
);
