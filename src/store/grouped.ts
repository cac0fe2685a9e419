/** The text of writes for many rows at once, in PostgreSQL's words: the rows come as columns, each an array. */
import type { Schema } from './schema.ts';
import type { Grouped } from './statement.ts';

type ColumnType = 'bigint' | 'bytea' | 'text';

/** Each column of the new row: the parameter that fills it, and its type. */
type Columns<Table extends keyof Schema> = Readonly<
  Record<string & keyof Schema[Table], readonly [string, ColumnType]>
>;

/** @param columns every column that the single insert fills; `key` among them, or what `returning` names */
export function insertMany<Table extends keyof Schema>(
  table: Table,
  columns: Partial<Columns<Table>>,
  { identity = 'key', returning = 'key', onConflict = '' } = {},
): Omit<Grouped, 'name'> {
  const entries = Object.entries(columns) as [string, readonly [string, ColumnType]][];
  const names = entries.map(([, [name]]) => name);
  const sql = `insert into ${table} (${entries.map(([column]) => column).join(', ')})
    select * from unnest(${arrays(entries.map(([, [, type]]) => type))}) ${onConflict} returning ${returning} as key`;
  return { names, sql, identity };
}

/** @param values the parameters that the statement uses, by the names that `set` and `where` call them, as columns of `v` */
export function updateMany(
  table: keyof Schema,
  values: Readonly<Record<string, ColumnType>>,
  { set, where }: { readonly set: string; readonly where: string },
): Omit<Grouped, 'name'> {
  const names = Object.keys(values);
  const columns = names.map((name) => `"${name}"`).join(', ');
  const sql = `update ${table} as o set ${set} from unnest(${arrays(Object.values(values))}) as v(${columns})
    where o.key = v.key and ${where} returning o.key as key`;
  return { names, sql, identity: 'key' };
}

function arrays(types: readonly ColumnType[]): string {
  return types.map((type, at) => `$${at + 1}::${type}[]`).join(', ');
}
