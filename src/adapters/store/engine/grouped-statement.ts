/**
 * Writes that every authorization makes. Each is one statement for one row, and on PostgreSQL also one statement for
 * the rows of all waiting units, passed as one array for each column.
 */
import type { Schema } from '../schema/index.ts';
import { type ListedWrite, listedWrite } from './row-changes.ts';

export type ColumnType = 'bigint' | 'bytea' | 'text';

/** The column type for values of a TypeScript type. */
export type ColumnTypeOf<Value> =
  NonNullable<Value> extends number ? 'bigint' : NonNullable<Value> extends Uint8Array ? 'bytea' : 'text';

/** A statement that writes many rows at once. In its SQL, `v` has a column for each parameter. */
export interface Grouping<P> {
  /** The SQL text before and after `unnest(…) as v(…)`, which passes the rows. */
  readonly sql: readonly [before: string, after: string];
  /** Every parameter of the single-row statement, with its column's type. */
  readonly types: { readonly [Name in keyof P]: ColumnTypeOf<P[Name]> };
  /** The parameter that identifies a row, and its qualified column. One statement may touch a row only once. */
  readonly identity: keyof P & string;
  readonly identityColumn: string;
}

/** A write of many rows in one statement. Each parameter is an array with the values of all rows. */
export interface GroupedStatement {
  /** Names of the prepared statements. The variant for guards returns the identities of the touched rows as `key`. */
  readonly name: string;
  readonly guardName: string;
  readonly sql: string;
  readonly guardSql: string;
  /** The forms that list the rows they touch. */
  readonly listed?: ListedWrite;
  readonly guardListed?: ListedWrite;
  readonly names: readonly string[];
  readonly types: readonly ColumnType[];
  readonly identity: string;
}

export function groupedStatement<P>(name: string, grouping: Grouping<P>): GroupedStatement {
  const { identity, identityColumn, types: typeOf } = grouping;
  const [before, after] = grouping.sql;
  const names = Object.keys(typeOf);
  const types = Object.values<ColumnType>(typeOf);
  const arrays = types.map((type, at) => `$${at + 1}::${type}[]`).join(', ');
  const sql = `${before} unnest(${arrays}) as v(${names.map(quoteIdentifier).join(', ')}) ${after}`;
  const guardSql = `${sql} returning ${identityColumn} as key`;
  return {
    name: `${name}_grouped`,
    guardName: `${name}_guards`,
    sql,
    guardSql,
    listed: listedWrite(sql),
    guardListed: listedWrite(guardSql),
    names,
    types,
    identity,
  };
}

/** Updates rows by their key. @param set SQL, like `where`, in which the table is `o` */
export function groupedUpdate<P>(
  table: keyof Schema,
  [identity, identityColumn]: readonly [parameter: keyof P & string, column: string],
  types: Grouping<P>['types'],
  { set, where = 'true' }: { readonly set: string; readonly where?: string },
): Grouping<P> {
  const sql = [
    `update ${table} as o set ${set} from`,
    `where ${identityColumn} = v.${quoteIdentifier(identity)} and ${where}`,
  ] as const;
  return { sql, types, identity, identityColumn };
}

/** Deletes rows by their key. @param where SQL in which the table is `o` */
export function groupedDelete<P>(
  table: keyof Schema,
  [identity, identityColumn]: readonly [parameter: keyof P & string, column: string],
  types: Grouping<P>['types'],
  where: string,
): Grouping<P> {
  const sql = [
    `delete from ${table} as o using`,
    `where ${identityColumn} = v.${quoteIdentifier(identity)} and ${where}`,
  ] as const;
  return { sql, types, identity, identityColumn };
}

export function quoteIdentifier(name: string): string {
  return `"${name}"`;
}
