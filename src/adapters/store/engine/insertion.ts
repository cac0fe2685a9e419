/** Makes insert statements for one row and for many rows from one list of columns. */
import { sql } from 'kysely';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { Schema } from '../schema/index.ts';
import { type ColumnTypeOf, type Grouping, quoteIdentifier } from './grouped-statement.ts';
import { type Evidence, keyList, type Placeholder, rawQuery, type Statement, statement } from './statement.ts';

/** The parameter that fills a column, with the column's type. */
type ColumnParameter<Value> = readonly [parameter: string, type: ColumnTypeOf<Value>];

/** The columns of an insert. Nullable columns may be omitted. */
type Columns<Row> = { readonly [K in keyof Row as null extends Row[K] ? never : K]: ColumnParameter<Row[K]> } & {
  readonly [K in keyof Row as null extends Row[K] ? K : never]?: ColumnParameter<Row[K]>;
};

/** Types each parameter as the column that it fills. */
type ParametersOf<Row, C> = {
  readonly [K in keyof C & keyof Row as C[K] extends readonly [infer Name extends string, unknown]
    ? Name
    : never]: Row[K];
};

/** A condition under which a row is inserted. */
interface Condition {
  readonly parameter: string;
  /** The SQL before and after the parameter. */
  readonly sql: readonly [before: string, after: string];
}

interface Options<Row> {
  /** The column that identifies a row. */
  readonly identity: string & keyof Row;
  /** True if no row is changed in this column, or deleted, within an hour. */
  readonly isLasting?: boolean;
  /** Columns of a unique key. On a conflict the existing row is kept, or updated by `set`, in SQL. */
  readonly conflict?: { readonly columns: readonly (string & keyof Row)[]; readonly set?: string };
  /** Without it every row is inserted. */
  readonly condition?: Condition;
}

/** @param columns the columns, each with its own parameter */
export function insertion<Table extends keyof Schema, const C extends Columns<Schema[Table]>>(
  table: Table,
  columns: C,
  { identity, isLasting = false, conflict, condition }: Options<Schema[Table]>,
): Statement<ParametersOf<Schema[Table], C>> {
  const entries = Object.entries(columns) as [string, ColumnParameter<unknown>][];
  const onConflict =
    conflict === undefined
      ? ''
      : `on conflict (${conflict.columns.join(', ')}) do ${conflict.set === undefined ? 'nothing' : `update set ${conflict.set}`}`;
  const where = condition && `where ${condition.sql.join(`v.${quoteIdentifier(condition.parameter)}`)} `;
  const identityParameter = entries.find(([column]) => column === identity)?.[1][0] ?? identity;
  const grouping = {
    sql: [
      `insert into ${table} (${entries.map(([column]) => column).join(', ')})
        select ${entries.map(([, [parameter]]) => `v.${quoteIdentifier(parameter)}`).join(', ')} from`,
      `${where ?? ''}${onConflict}`,
    ],
    types: Object.fromEntries(entries.map(([, [parameter, type]]) => [parameter, type])),
    identity: identityParameter,
    identityColumn: `${table}.${identity}`,
  } as unknown as Grouping<ParametersOf<Schema[Table], C>>;
  return statement<unknown, ParametersOf<Schema[Table], C>>(
    (db, p) => {
      const values = Object.fromEntries(entries.map(([column, [parameter]]) => [column, p(parameter as never)]));
      if (condition !== undefined) {
        const [before, after] = condition.sql.map((text) => sql.raw(text));
        const inserted = sql.join(Object.keys(values).map((column) => sql.ref(column)));
        const given = sql.join(Object.values(values).map((value) => sql`${value}`));
        return rawQuery(
          db,
          sql<never>`insert into ${sql.table(table)} (${inserted}) select ${given}
            where ${before}${p(condition.parameter as never)}${after} ${sql.raw(onConflict)}`,
        );
      }
      const insert = db.insertInto(table).values(values as never);
      return conflict === undefined ? insert : insert.modifyEnd(sql.raw(onConflict));
    },
    grouping,
    isLasting ? rowsOf(table, identity, identityParameter) : undefined,
  );
}

/** Rows of a merchant that moved to another store within this time may be missing. Evidence is kept for an hour. */
const LEFT_MS = 2 * HOUR_MS;

/** The evidence of inserted rows: as many of them are found, unless a merchant has left the store. */
function rowsOf(table: keyof Schema, identity: string, parameter: string): Evidence {
  return {
    statement: statement((db, p: Placeholder<{ keys: string; count: number; leftAfter: number }>, { isOneOf }) =>
      db
        .selectFrom(table)
        .select(
          sql<boolean>`count(*) < ${p('count')} and not exists
            (select 1 from merchant_move where step = 'GONE' and changed_at > ${p('leftAfter')})`.as('lost'),
        )
        .where(isOneOf(identity, p('keys'))),
    ),
    parametersOf: (written) => ({
      keys: keyList(written.map((row) => row[parameter] as number)),
      count: written.length,
      leftAfter: Date.now() - LEFT_MS,
    }),
  };
}
