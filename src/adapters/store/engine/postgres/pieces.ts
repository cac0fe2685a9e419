/** Pieces on PostgreSQL: a table with a partition for each month. */
import { sql } from 'kysely';
import { createPartition } from '../../schema/postgres/ddl.ts';
import { type Engine, write } from '../engine.ts';
import type { ArchivePieces, CopiedTexts, PieceSummary, Texts } from '../pieces.ts';
import { type NoParameters, type Placeholder, type Statement, statement } from '../statement.ts';

const insert = statement((db, p: Placeholder<CopiedTexts & { readonly month: string }>) =>
  db.insertInto('archived_transaction').values({
    month: p('month'),
    transaction_key: p('transactionKey'),
    copy_key: p('copyKey'),
    request: p('request'),
    outcome: p('outcome'),
  }),
);
const find = statement((db, p: Placeholder<{ month: string; transactionKey: number; copyKey: number }>) =>
  db
    .selectFrom('archived_transaction')
    .select(['request', 'outcome'])
    .where('month', '=', p('month'))
    .where('transaction_key', '=', p('transactionKey'))
    .where('copy_key', '=', p('copyKey')),
);
/** Must be run for each month, because the primary key of each partition begins with month and transaction. */
const rewrite = statement((db, p: Placeholder<Texts & { month: string; transactionKey: number }>) =>
  db
    .updateTable('archived_transaction')
    .set({ request: p('request'), outcome: p('outcome') })
    .where('month', '=', p('month'))
    .where('transaction_key', '=', p('transactionKey')),
);
const remove = statement((db, p: Placeholder<{ month: string; transactionKey: number; copyKey: number }>) =>
  db
    .deleteFrom('archived_transaction')
    .where('month', '=', p('month'))
    .where('transaction_key', '=', p('transactionKey'))
    .where('copy_key', '=', p('copyKey')),
);
const partitions = statement((db) =>
  db
    .selectFrom(
      sql<{ name: string }>`(select inhrelid::regclass::text as name from pg_inherits
        where inhparent = 'archived_transaction'::regclass)`.as('partition'),
    )
    .select('name')
    .orderBy('name'),
);
const count = statement((db, p: Placeholder<{ month: string }>) =>
  db
    .selectFrom('archived_transaction')
    .select((eb) => eb.fn.countAll<number>().as('transactions'))
    .where('month', '=', p('month')),
);

const MONTH = /^\d{4}-\d\d$/;

/** @throws TypeError for an invalid month, which would be part of the SQL text */
function partition(month: string): Statement<NoParameters>[] {
  if (!MONTH.test(month)) {
    throw new TypeError('A piece of the archive has no such month.');
  }
  return createPartition(nameOf(month), month).map((text) => ({
    compile: () => ({ name: '', sql: text, names: [] }),
  }));
}

const PREFIX = 'archived_transaction_';
const nameOf = (month: string) => `${PREFIX}${month.replace('-', '_')}`;
const monthFrom = (name: string) => name.slice(PREFIX.length).replace('_', '-');

export class PostgresPieces implements ArchivePieces {
  readonly #engine: Engine;
  /** Months whose partitions exist or are being created. */
  readonly #made = new Map<string, Promise<void>>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async has(month: string): Promise<boolean> {
    return (await this.#months()).includes(month);
  }

  async write(month: string, rows: readonly CopiedTexts[]): Promise<void> {
    await this.#partition(month);
    await this.#engine.commit({ writes: rows.map((row) => write(insert, { ...row, month })) });
  }

  #partition(month: string): Promise<void> {
    const known = this.#made.get(month);
    if (known !== undefined) {
      return known;
    }
    const made = this.#make(month);
    this.#made.set(month, made);
    made.catch(() => this.#made.delete(month));
    return made;
  }

  async #make(month: string): Promise<void> {
    if (!(await this.has(month))) {
      await this.#engine.commit({ writes: partition(month).map((one) => write(one, {})) });
    }
  }

  async read(month: string, transactionKey: number, copyKey: number): Promise<Texts | undefined> {
    return (await this.#engine.read(find, { month, transactionKey, copyKey }))[0];
  }

  async rewrite(rows: readonly ({ readonly transactionKey: number } & Texts)[]): Promise<void> {
    const months = await this.#months();
    await this.#engine.commit({
      writes: rows.flatMap((row) => months.map((month) => write(rewrite, { ...row, month }))),
    });
  }

  async remove(month: string, copyKey: number, transactionKeys: readonly number[]): Promise<void> {
    await this.#engine.commit({
      writes: transactionKeys.map((transactionKey) => write(remove, { month, transactionKey, copyKey })),
    });
  }

  async summaries(): Promise<PieceSummary[]> {
    const found: PieceSummary[] = [];
    for (const month of await this.#months()) {
      const [row] = await this.#engine.read(count, { month });
      found.push({ month, place: nameOf(month), transactions: Number(row?.transactions ?? 0) });
    }
    return found;
  }

  async #months(): Promise<string[]> {
    return (await this.#engine.read(partitions, {})).map(({ name }) => monthFrom(name));
  }
}
