/** Statements that read, write and remove the rows of one merchant in any table that has some. */
import { sql } from 'kysely';
import { type DialectKeywords, type Placeholder, rawQuery, type SqlValue, statement } from '../engine/statement.ts';
import { MERCHANT_TABLES, type MerchantTable } from '../schema/merchant-tables.ts';

/** A row by column. */
export type MovedRow = Readonly<Record<string, SqlValue>>;

/** The rows of a table that are read together: all of a merchant, a page of them, or those of some parents. */
export interface Span {
  readonly merchantKey: number;
  /** A value of the path's column for pages; rows at or before it are left out. */
  readonly after: SqlValue;
  readonly limit: number;
  /** Keys of parents, as `keyList` writes them. */
  readonly keys: string;
}

export interface TableStatements {
  readonly rows: ReturnType<typeof rowsStatement>;
  /** The row with the same primary key. */
  readonly same: ReturnType<typeof sameStatement>;
  /** The rows with one of some numbers as the first column of their key. */
  readonly named: ReturnType<typeof namedStatement>;
  /** Inserts the row, or replaces the one with the same primary key. */
  readonly put: ReturnType<typeof putStatement>;
  readonly remove: ReturnType<typeof removeStatement>;
}

export const STATEMENTS: ReadonlyMap<MerchantTable, TableStatements> = new Map(
  MERCHANT_TABLES.map((table) => [
    table,
    {
      rows: rowsStatement(table),
      same: sameStatement(table),
      named: namedStatement(table),
      put: putStatement(table),
      remove: removeStatement(table),
    },
  ]),
);

function rowsStatement(table: MerchantTable) {
  return statement((db, p: Placeholder<Span>, keywords) =>
    rawQuery(
      db,
      sql<MovedRow>`select ${columnsOf(table)} from ${sql.table(table.table)} as r ${restriction(table, p, keywords)}`,
    ),
  );
}

function restriction({ table, path, key }: MerchantTable, p: Placeholder<Span>, { isOneOf }: DialectKeywords) {
  const column = sql.ref(`r.${path.column}`);
  switch (path.kind) {
    case 'MERCHANT':
      return sql`where ${column} = ${p('merchantKey')}`;
    case 'PAGES': {
      const by = sql.ref(`r.${path.by}`);
      // The plus keeps the engine from sorting all rows of the merchant for each page of some.
      const isOwn = path.by === key[0] ? sql`+${column} = ${p('merchantKey')}` : sql`${column} = ${p('merchantKey')}`;
      return sql`where ${isOwn} and ${by} > ${p('after')} order by ${by} limit ${p('limit')}`;
    }
    case 'PARENT': {
      const others = path.without === undefined ? sql`` : sql`and ${sql.ref(`r.${path.without}`)} is null`;
      return sql`where ${isOneOf(`r.${path.column}`, p('keys'))} ${others}`;
    }
    case 'JOIN': {
      const by = sql.ref(`r.${key[0]}`);
      const owner =
        path.of === 'session'
          ? sql`join session as o on o.key = ${column}`
          : sql`join payment_transaction as t on t.key = ${column} join payment_order as o on o.key = t.order_key`;
      return sql`${owner} where o.merchant_key = ${p('merchantKey')} and ${by} > ${p('after')}
        order by ${by} limit ${p('limit')}`;
    }
    default:
      throw new TypeError(`The table ${table} has no path.`);
  }
}

function sameStatement(table: MerchantTable) {
  return statement((db, p: Placeholder<MovedRow>) =>
    rawQuery(
      db,
      sql<MovedRow>`select ${columnsOf(table)} from ${sql.table(table.table)} as r where ${isRow(table, p, 'r.')}`,
    ),
  );
}

function namedStatement(table: MerchantTable) {
  return statement((db, p: Placeholder<Pick<Span, 'keys'>>, { isOneOf }) =>
    rawQuery(
      db,
      sql<MovedRow>`select ${columnsOf(table)} from ${sql.table(table.table)} as r
        where ${isOneOf(`r.${table.key[0]}`, p('keys'))}`,
    ),
  );
}

function putStatement(table: MerchantTable) {
  const { columns, key } = table;
  const changing = columns.filter((column) => !key.includes(column));
  const set = changing.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
  return statement((db, p: Placeholder<MovedRow>) =>
    rawQuery(
      db,
      sql<never>`insert into ${sql.table(table.table)} (${sql.join(columns.map((column) => sql.ref(column)))})
        values (${sql.join(columns.map((column) => sql`${p(column)}`))})
        on conflict (${sql.join(key.map((column) => sql.ref(column)))}) do update set ${sql.join(set)}`,
    ),
  );
}

function removeStatement(table: MerchantTable) {
  return statement((db, p: Placeholder<MovedRow>) =>
    rawQuery(db, sql<never>`delete from ${sql.table(table.table)} where ${isRow(table, p, '')}`),
  );
}

function columnsOf({ columns }: MerchantTable) {
  return sql.join(columns.map((column) => sql.ref(`r.${column}`)));
}

function isRow({ key }: MerchantTable, p: Placeholder<MovedRow>, prefix: string) {
  return sql.join(
    key.map((column) => sql`${sql.ref(`${prefix}${column}`)} = ${p(column)}`),
    sql` and `,
  );
}
