/** Statements by which a standby is compared with the primary. */
import { sql } from 'kysely';
import { type Placeholder, rawQuery, statement } from '../engine/statement.ts';
import type { ProcessRow } from './marks.ts';

export const findProcess = statement((db, p: Placeholder<{ key: number }>) =>
  db.selectFrom('gateway_process').select(['key', 'started_at', 'beats']).where('key', '=', p('key')),
);

export const allProcesses = statement((db) => db.selectFrom('gateway_process').select(['key', 'started_at', 'beats']));

export function rowFrom(row: {
  readonly key: number;
  readonly started_at: number;
  readonly beats: number;
}): ProcessRow {
  return { key: Number(row.key), startedAt: Number(row.started_at), beats: Number(row.beats) };
}

/** A migration, with the time at which it was applied: other installations and schemas have other times. */
export interface DatedMigration {
  readonly name: string;
  readonly timestamp: string;
}

export const datedMigrations = statement((db) =>
  rawQuery(db, sql<DatedMigration>`select name, timestamp from kysely_migration`),
);
