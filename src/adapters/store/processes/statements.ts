/** Statements over the rows of live gateway processes. */
import { sql } from 'kysely';
import { type Placeholder, statement } from '../engine/statement.ts';

interface Joining {
  readonly key: number;
  readonly beats: number;
  readonly now: number;
  readonly host: string;
  readonly pid: number;
  readonly build: string | null;
}

export const join = statement((db, p: Placeholder<Joining>) =>
  db.insertInto('gateway_process').values({
    key: p('key'),
    beats: p('beats'),
    started_at: p('now'),
    host: p('host'),
    pid: p('pid'),
    build: p('build'),
  }),
);

export const beginFeed = statement((db, p: Placeholder<{ key: number; mark: number; now: number }>) =>
  db.insertInto('order_index_feed').values({ process_key: p('key'), mark: p('mark'), saved_at: p('now') }),
);

export const heartbeat = statement((db, p: Placeholder<{ one: number; key: number }>) =>
  db
    .updateTable('gateway_process')
    .set({ beats: sql<number>`beats + ${p('one')}` })
    .where('key', '=', p('key')),
);

export const others = statement((db, p: Placeholder<{ key: number }>) =>
  db.selectFrom('gateway_process').select(['key', 'beats']).where('key', '!=', p('key')),
);

export const peers = statement((db, p: Placeholder<{ key: number }>) =>
  db
    .selectFrom('gateway_process')
    .select(['key', 'beats', 'seen_beats', 'seen_round', 'host', 'pid'])
    .where('key', '!=', p('key')),
);

export const round = statement((db) => db.selectFrom('heartbeat_round').select('round'));

export const endRound = statement((db, p: Placeholder<{ one: number; round: number }>) =>
  db
    .updateTable('heartbeat_round')
    .set({ round: sql<number>`round + ${p('one')}` })
    .where('round', '=', p('round')),
);

export const see = statement((db, p: Placeholder<{ beats: number; round: number; key: number }>) =>
  db
    .updateTable('gateway_process')
    .set({ seen_beats: p('beats'), seen_round: p('round') })
    .where('key', '=', p('key'))
    .where('beats', '=', p('beats')),
);

export const evict = statement((db, p: Placeholder<{ key: number; beats: number }>) =>
  db.deleteFrom('gateway_process').where('key', '=', p('key')).where('beats', '=', p('beats')),
);

export const leave = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('gateway_process').where('key', '=', p('key')),
);

export const evictOthers = statement((db, p: Placeholder<{ key: number }>) =>
  db.deleteFrom('gateway_process').where('key', '!=', p('key')),
);
