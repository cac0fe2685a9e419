/** Statements over a merchant's notification endpoints and signing keys. */
import { type Placeholder, statement } from '../engine/statement.ts';

export const endpointsOff = statement((db, p: Placeholder<{ merchantKey: number }>) =>
  db.selectFrom('notification_endpoint').select(['url', 'off_at']).where('merchant_key', '=', p('merchantKey')),
);

export const switchOff = statement((db, p: Placeholder<{ merchantKey: number; url: string; at: number }>) =>
  db
    .insertInto('notification_endpoint')
    .values({ merchant_key: p('merchantKey'), url: p('url'), off_at: p('at') })
    .onConflict((c) => c.columns(['merchant_key', 'url']).doUpdateSet({ off_at: p('at') })),
);

export const switchOn = statement((db, p: Placeholder<{ merchantKey: number; url: string }>) =>
  db.deleteFrom('notification_endpoint').where('merchant_key', '=', p('merchantKey')).where('url', '=', p('url')),
);

export const findSigningKeys = statement((db, p: Placeholder<{ merchantKey: number }>) =>
  db
    .selectFrom('notification_key')
    .select(['generation', 'sealed', 'created_at', 'retired_at'])
    .where('merchant_key', '=', p('merchantKey'))
    .orderBy('generation', 'desc'),
);

export const insertSigningKey = statement(
  (db, p: Placeholder<{ merchantKey: number; generation: number; sealed: Uint8Array; createdAt: number }>) =>
    db
      .insertInto('notification_key')
      .values({
        merchant_key: p('merchantKey'),
        generation: p('generation'),
        sealed: p('sealed'),
        created_at: p('createdAt'),
      })
      .onConflict((c) => c.columns(['merchant_key', 'generation']).doNothing()),
);

/** Retires the keys up to a generation, except those that end earlier. */
export const retireSigningKeys = statement((db, p: Placeholder<{ at: number; merchantKey: number; upTo: number }>) =>
  db
    .updateTable('notification_key')
    .set({ retired_at: p('at') })
    .where('merchant_key', '=', p('merchantKey'))
    .where('generation', '<=', p('upTo'))
    .where((eb) => eb.or([eb('retired_at', 'is', null), eb('retired_at', '>', p('at'))])),
);
