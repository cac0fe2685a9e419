/**
 * Writes that every authorization makes: each is one statement for one row, and on PostgreSQL one statement for the
 * rows of all waiting units, passed as columns, each an array.
 */
import type { Schema } from './schema.ts';
import { type Grouped, type Statement, statement } from './statement.ts';

type ColumnType = 'bigint' | 'bytea' | 'text';

/** The parameter that fills a column, and the column's type. */
type Filled = readonly [parameter: string, type: ColumnType];

/** A nullable column may be omitted. */
type Columns<Row> = { readonly [K in keyof Row as null extends Row[K] ? never : K]: Filled } & {
  readonly [K in keyof Row as null extends Row[K] ? K : never]?: Filled;
};

/** The parameter that identifies a row, in all of these statements. */
const IDENTITY = 'key';

/** @param unless columns of a unique key: on a conflict nothing is inserted */
export function insertion<Table extends keyof Schema>(
  table: Table,
  columns: Columns<Schema[Table]>,
  { unless }: { readonly unless?: readonly (string & keyof Schema[Table])[] } = {},
): Statement {
  const entries = Object.entries(columns) as [string, Filled][];
  const keyColumn = entries.find(([, [parameter]]) => parameter === IDENTITY)?.[0];
  const onConflict = unless === undefined ? '' : `on conflict (${unless.join(', ')}) do nothing`;
  return statement(
    (db, p) => {
      const values = Object.fromEntries(entries.map(([column, [parameter]]) => [column, p(parameter)]));
      const insert = db.insertInto(table).values(values as never);
      return unless === undefined ? insert : insert.onConflict((c) => c.columns(unless as never).doNothing());
    },
    {
      names: entries.map(([, [parameter]]) => parameter),
      sql: `insert into ${table} (${entries.map(([column]) => column).join(', ')})
        select * from unnest(${arrays(entries.map(([, [, type]]) => type))}) ${onConflict} returning ${keyColumn} as key`,
      identity: IDENTITY,
    },
  );
}

/** @param values the parameters of the statement, by the names that `set` and `where` use, as columns of `v` */
export function updateMany(
  table: keyof Schema,
  values: Readonly<Record<string, ColumnType>>,
  { set, where }: { readonly set: string; readonly where: string },
): Omit<Grouped, 'name'> {
  const names = Object.keys(values);
  const columns = names.map((name) => `"${name}"`).join(', ');
  const sql = `update ${table} as o set ${set} from unnest(${arrays(Object.values(values))}) as v(${columns})
    where o.key = v.key and ${where} returning o.key as key`;
  return { names, sql, identity: IDENTITY };
}

function arrays(types: readonly ColumnType[]): string {
  return types.map((type, at) => `$${at + 1}::${type}[]`).join(', ');
}
