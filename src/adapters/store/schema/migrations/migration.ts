/** Types shared by all migrations. */
import type { Kysely } from 'kysely';

// biome-ignore lint/suspicious/noExplicitAny: a migration uses the schema of its own time, not today's.
export type AnyDatabase = Kysely<any>;

export type Up = (db: AnyDatabase, types: ColumnTypes) => Promise<void>;

export type Dialect = 'sqlite' | 'postgres';

/** The only difference in column types between the engines. */
export type ColumnTypes = ReturnType<typeof columnTypes>;

export function columnTypes(dialect: Dialect) {
  return dialect === 'sqlite'
    ? ({ key: 'integer', integer: 'integer', bytes: 'blob' } as const)
    : ({ key: 'bigint', integer: 'bigint', bytes: 'bytea' } as const);
}
