/**
 * A query written once with kysely, compiled once for each dialect, and bound at every use. Its parameters are typed:
 * kysely checks them against the columns, and callers must pass them all.
 *
 * @example
 *   const findOrder = statement((db, p: Placeholder<{ merchantKey: number; orderId: string }>) =>
 *     db
 *       .selectFrom('payment_order')
 *       .select(['key', 'state'])
 *       .where('merchant_key', '=', p('merchantKey'))
 *       .where('order_id', '=', p('orderId')));
 *   await engine.read(findOrder, { merchantKey: 7, orderId: 'A-1' });
 */
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type SelectQueryBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Schema } from '../schema/index.ts';
import type { Dialect } from '../schema/migrations/migration.ts';
import { type GroupedStatement, type Grouping, groupedStatement } from './grouped-statement.ts';
import { type ListedWrite, listedWrite } from './row-changes.ts';

/** A value that both engines can store. */
export type SqlValue = number | string | Uint8Array | null;
/** Values by parameter name, after their types were checked. */
export type Parameters = Readonly<Record<string, SqlValue>>;
/** The parameters of a statement without any. */
export type NoParameters = Readonly<Record<string, never>>;

export interface CompiledStatement {
  /** Name of the prepared statement, unique to it. */
  readonly name: string;
  readonly sql: string;
  /** Parameter names, in the order in which the text binds them. */
  readonly names: readonly string[];
  /** The form that lists the rows it touches. Absent: the statement writes no rows that move. */
  readonly listed?: ListedWrite;
}

/**
 * A statement with the parameters `P` that returns rows of type `Row`. `Statement` without type arguments is any
 * statement.
 */
export interface Statement<in P = never, out Row = unknown> {
  compile(dialect: Dialect): CompiledStatement;
  /** Absent: no later read can tell whether a write of it was lost. */
  readonly evidence?: Evidence;
  /** On PostgreSQL, the form that combines the writes of many units, which would otherwise be one message each. */
  readonly grouped?: GroupedStatement;
  /** Makes `Row` part of the type. Not set. */
  readonly row?: Row;
  /** Makes `P` part of the type. Not set. */
  readonly given?: (parameters: P) => void;
}

/** A read that tells whether committed writes of a statement are lost. */
export interface Evidence {
  /** Returns one row, with `lost`. */
  readonly statement: Statement<never, { readonly lost: boolean }>;
  /** @param written the parameters of writes that one transaction committed */
  readonly parametersOf: (written: readonly Parameters[]) => Parameters;
}

/** Marks the position of a bound value in a query. */
export type Placeholder<P> = <Name extends keyof P & string>(name: Name) => P[Name];

class Marker {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const builders: Record<Dialect, Kysely<Schema>> = {
  sqlite: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  postgres: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
};

/** Clauses that differ between the engines. */
export interface DialectKeywords {
  /**
   * Skips rows that another process is claiming at the same moment. On SQLite this has no effect, because one process
   * owns the store.
   */
  readonly skipLocked: <Row>(query: Lockable<Row>) => Lockable<Row>;
  /** True if the column is one of the keys. @param keys a parameter with keys as `keyList` writes them */
  readonly isOneOf: (column: string, keys: string) => RawBuilder<boolean>;
  /**
   * A table `given` with the columns `c0`, `c1` and so on, from many rows in one parameter.
   *
   * @param rows a parameter with an array of arrays, JSON
   */
  readonly rowsOf: (rows: string, types: readonly ('bigint' | 'text')[]) => RawBuilder<unknown>;
}

/** A parameter for `isOneOf`. */
export function keyList(keys: readonly number[]): string {
  return keys.join(',');
}

// biome-ignore lint/suspicious/noExplicitAny: any table of the schema.
type Lockable<Row> = SelectQueryBuilder<Schema, any, Row>;

const DIALECT_KEYWORDS: Record<Dialect, DialectKeywords> = {
  sqlite: {
    skipLocked: (query) => query,
    isOneOf: (column, keys) => sql`${sql.ref(column)} in (select value from json_each('[' || ${keys} || ']'))`,
    rowsOf: (rows, types) => {
      const columns = types.map((_, at) => sql`value ->> ${sql.lit(at)} as ${sql.ref(`c${at}`)}`);
      return sql`(select ${sql.join(columns)} from json_each(${rows})) as given`;
    },
  },
  postgres: {
    skipLocked: (query) => query.forUpdate().skipLocked(),
    isOneOf: (column, keys) => sql`${sql.ref(column)} = any(cast(string_to_array(${keys}, ',') as bigint[]))`,
    rowsOf: (rows, types) => {
      const columns = types.map(
        (type, at) => sql`cast(value ->> ${sql.lit(at)} as ${sql.raw(type)}) as ${sql.ref(`c${at}`)}`,
      );
      return sql`(select ${sql.join(columns)} from json_array_elements(cast(${rows} as json)) as value) as given`;
    },
  },
};

/** Compiles a query in SQL. */
export const rawQuery = <Row>(db: Kysely<Schema>, query: RawBuilder<Row>): Compilable<Row> => ({
  compile: () => query.compile(db),
});

const statements: Statement[] = [];

/** All statements of the loaded modules, for checks of their SQL. */
export const definedStatements = (): readonly Statement[] => statements;

let noteDefinition: ((defined: Statement) => void) | undefined;

/** Is called within each definition from now on, so that a check finds its place in the call stack. */
export function watchDefinitions(note: (defined: Statement) => void): void {
  noteDefinition = note;
}

/**
 * @param build makes the query; every value in it must be `p('name')`
 * @param grouping the form of a frequent write for many rows at once
 * @param evidence the read that finds a lost write of this statement
 */
export function statement<Row, P = NoParameters>(
  build: (db: Kysely<Schema>, p: Placeholder<P>, keywords: DialectKeywords) => Compilable<Row>,
  grouping?: Grouping<P>,
  evidence?: Evidence,
): Statement<P, Row> {
  const name = `s${statements.length + 1}`;
  const compiled = new Map<Dialect, CompiledStatement>();
  const place = ((parameter: string) => new Marker(parameter)) as unknown as Placeholder<P>;
  const defined: Statement<P, Row> = {
    evidence,
    grouped: grouping && groupedStatement(name, grouping),
    compile(dialect) {
      let known = compiled.get(dialect);
      if (known === undefined) {
        const query = convertQuery(build(builders[dialect], place, DIALECT_KEYWORDS[dialect]).compile());
        known = { name, ...query, listed: listedWrite(query.sql) };
        compiled.set(dialect, known);
      }
      return known;
    },
  };
  statements.push(defined);
  noteDefinition?.(defined);
  return defined;
}

/**
 * `select *` or `t.*`. Refused, because the prepared statement of an older process would fail when a migration adds a
 * column.
 */
const ALL_COLUMNS = /(?:select |\.)\*/;

function convertQuery({ sql, parameters }: CompiledQuery): Omit<CompiledStatement, 'name'> {
  if (ALL_COLUMNS.test(sql)) {
    throw new TypeError(`A statement does not name its columns: ${sql}`);
  }
  const names = parameters.map((parameter) => {
    if (!(parameter instanceof Marker)) {
      throw new TypeError(`A value stands in a statement without p(): ${sql}`);
    }
    return parameter.name;
  });
  return { sql, names };
}

/** @param names parameter names in the order of `CompiledStatement` @throws TypeError if a parameter has no value */
export function bind(names: readonly string[], parameters: Parameters): SqlValue[] {
  const values: SqlValue[] = [];
  for (const name of names) {
    const value = parameters[name];
    if (value === undefined) {
      throw new TypeError(`The statement's parameter ${name} has no value.`);
    }
    values.push(value);
  }
  return values;
}
