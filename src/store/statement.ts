/**
 * A query written once with kysely, compiled once for each dialect, and bound at every use.
 *
 * @example
 *   const findOrder = statement((db, p) =>
 *     db.selectFrom('payment_order').selectAll().where('order_id', '=', p('orderId')));
 *   await engine.read(findOrder, { orderId: 'A-1' });
 */
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type SelectQueryBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Schema } from './schema.ts';

export type Dialect = 'sqlite' | 'postgres';
export type Parameters = Readonly<Record<string, unknown>>;

export interface Compiled {
  /** Name of the prepared statement on a connection; unique to a statement. */
  readonly name: string;
  readonly sql: string;
  /** Parameter names in the order in which the text needs their values. */
  readonly names: readonly string[];
}

/** The same write for many rows in one statement: each parameter is an array with the values of all of them. */
export interface Grouped extends Compiled {
  /** The parameter that identifies a row; the statement returns those of the rows that it touched, as `key`. */
  readonly identity: string;
}

/** `Row` is for the type checker alone: the type of the rows that the statement returns. */
export interface Statement<Row = unknown> {
  compiled(dialect: Dialect): Compiled;
  /** For PostgreSQL, where each write of every authorization would otherwise be a message of its own. */
  readonly grouped?: Grouped;
  readonly row?: Row;
}

/** Marks the place of a bound value in a query. */
// biome-ignore lint/suspicious/noExplicitAny: kysely checks every column's type against it.
export type Placeholder = (name: string) => any;

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
   * Rows that another process is claiming at the same moment are skipped; where one process owns the store there is no
   * other.
   */
  readonly skipLocked: <Row>(query: Lockable<Row>) => Lockable<Row>;
}

// biome-ignore lint/suspicious/noExplicitAny: any table of the schema.
type Lockable<Row> = SelectQueryBuilder<Schema, any, Row>;

const DIALECT_KEYWORDS: Record<Dialect, DialectKeywords> = {
  sqlite: { skipLocked: (query) => query },
  postgres: { skipLocked: (query) => query.forUpdate().skipLocked() },
};

let statements = 0;

/**
 * @param build the query; every value in it must be `p('name')`
 * @param grouped the same for many rows at once, where that is worth writing
 */
export function statement<Row>(
  build: (db: Kysely<Schema>, p: Placeholder, keywords: DialectKeywords) => Compilable<Row>,
  grouped?: Omit<Grouped, 'name'>,
): Statement<Row> {
  statements += 1;
  const name = `s${statements}`;
  const compiled = new Map<Dialect, Compiled>();
  return {
    ...(grouped && { grouped: { name: `${name}_grouped`, ...grouped } }),
    compiled(dialect) {
      let known = compiled.get(dialect);
      if (known === undefined) {
        const query = build(builders[dialect], (parameter) => new Marker(parameter), DIALECT_KEYWORDS[dialect]);
        known = { name, ...read(query.compile()) };
        compiled.set(dialect, known);
      }
      return known;
    },
  };
}

function read({ sql, parameters }: CompiledQuery): Omit<Compiled, 'name'> {
  const names = parameters.map((parameter) => {
    if (!(parameter instanceof Marker)) {
      throw new TypeError(`A value stands in a statement without p(): ${sql}`);
    }
    return parameter.name;
  });
  return { sql, names };
}

/** @param names as in `Compiled` */
export function bind(names: readonly string[], parameters: Parameters): unknown[] {
  return names.map((name) => {
    const value = parameters[name];
    if (value === undefined) {
      throw new TypeError(`The statement's parameter ${name} has no value.`);
    }
    return value;
  });
}
