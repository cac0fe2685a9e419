/**
 * A query written once with kysely, compiled once for each dialect, and bound again at every use.
 *
 * @example
 *   const findOrder = statement((db, p) =>
 *     db.selectFrom('payment_order').selectAll().where('order_id', '=', p('orderId')));
 *   await engine.read(findOrder, { orderId: 'A-1' });
 */
import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Schema } from './schema.ts';

export type Dialect = 'sqlite' | 'postgres';
export type Parameters = Readonly<Record<string, unknown>>;

export interface Compiled {
  readonly sql: string;
  /** Parameter names in the order in which the text needs their values. */
  readonly names: readonly string[];
}

/** `Row` is only for the type checker: what a read of this statement gives. */
export interface Statement<Row = unknown> {
  compiled(dialect: Dialect): Compiled;
  readonly row?: Row;
}

/** Stands in a query where a value will be bound. */
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

/** @param build the query; every value in it must be `p('name')` */
export function statement<Row>(build: (db: Kysely<Schema>, p: Placeholder) => Compilable<Row>): Statement<Row> {
  const compiled = new Map<Dialect, Compiled>();
  return {
    compiled(dialect) {
      let known = compiled.get(dialect);
      if (known === undefined) {
        known = compile(build, dialect);
        compiled.set(dialect, known);
      }
      return known;
    },
  };
}

function compile(build: (db: Kysely<Schema>, p: Placeholder) => Compilable, dialect: Dialect): Compiled {
  const { sql, parameters } = build(builders[dialect], (name) => new Marker(name)).compile();
  const names = parameters.map((parameter) => {
    if (!(parameter instanceof Marker)) throw new TypeError(`A value stands in a statement without p(): ${sql}`);
    return parameter.name;
  });
  return { sql, names };
}

export function bind({ names }: Compiled, parameters: Parameters): unknown[] {
  return names.map((name) => {
    const value = parameters[name];
    if (value === undefined) throw new TypeError(`The statement's parameter ${name} has no value.`);
    return value;
  });
}
