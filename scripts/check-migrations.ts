/**
 * Checks that migrations expand the schema, so that the release before works beside them, and can be started again on
 * the extended database. Dropping, renaming and restricting is for contract migrations alone
 * (`docs/decisions/66-expand-and-contract.md`). Each migration is run on both engines' dialects without a database, and
 * its statements are checked.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  DummyDriver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RootOperationNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Migration } from 'kysely/migration';
import { contractVersion, migrations, UNUSED_SINCE } from '../src/adapters/store/schema/migrations/index.ts';
import type { Dialect } from '../src/adapters/store/schema/migrations/migration.ts';

/** Earlier migrations are older than the rule. */
const LAST_WITHOUT_RULE = '0055_audit_of_orders';

/** Statements in plain SQL that cannot be checked. */
const RESTRICTING_SQL = /\b(?:alter|constraint|drop|rename|truncate|unique)\b/i;

/** @returns a sentence for each statement that only a contract migration may have */
export async function restrictions(up: Migration['up'], dialect: Dialect): Promise<string[]> {
  const created = new Set<string>();
  const found: string[] = [];
  await statementsOf(up, dialect, (node) => {
    if (node.kind === 'CreateTableNode') {
      created.add(node.table.table.identifier.name);
    }
    found.push(...restrictionsOf(node, created));
  });
  return found;
}

async function statementsOf(
  up: Migration['up'],
  dialect: Dialect,
  note: (node: RootOperationNode) => void,
): Promise<void> {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      note(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const parts =
    dialect === 'sqlite'
      ? { Adapter: SqliteAdapter, Introspector: SqliteIntrospector, Compiler: SqliteQueryCompiler }
      : { Adapter: PostgresAdapter, Introspector: PostgresIntrospector, Compiler: PostgresQueryCompiler };
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new parts.Adapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new parts.Introspector(kysely),
      createQueryCompiler: () => new parts.Compiler(),
    },
    plugins: [plugin],
  });
  await up(db);
  await db.destroy();
}

type AlterTable = RootOperationNode & { readonly kind: 'AlterTableNode' };
type ColumnAlteration = NonNullable<AlterTable['columnAlterations']>[number];

/** @param created the tables that the migration itself has created, which no earlier program uses */
function restrictionsOf(node: RootOperationNode, created: ReadonlySet<string>): string[] {
  switch (node.kind) {
    case 'DropTableNode':
      return [`drops the table ${node.table.table.identifier.name}`];
    case 'AlterTableNode': {
      const table = node.table.table.identifier.name;
      return created.has(table) ? [] : alterations(node, table);
    }
    case 'CreateIndexNode': {
      const table = node.table?.table.identifier.name ?? '';
      return node.unique === true && !created.has(table) ? [`makes columns of ${table} unique`] : [];
    }
    case 'RawNode': {
      const text = node.sqlFragments.join('?');
      return RESTRICTING_SQL.test(text) ? [`runs plain SQL, which this check does not read: ${text.trim()}`] : [];
    }
    default:
      return [];
  }
}

function alterations(node: AlterTable, table: string): string[] {
  const columns = (node.columnAlterations ?? []).flatMap((change) => columnRestriction(change, table) ?? []);
  return [
    ...(node.renameTo === undefined ? [] : [`renames the table ${table}`]),
    ...(node.setSchema === undefined ? [] : [`moves the table ${table}`]),
    ...(node.addConstraint === undefined ? [] : [`adds a constraint to ${table}`]),
    ...(node.dropConstraint === undefined ? [] : [`drops a constraint of ${table}`]),
    ...columns,
  ];
}

function columnRestriction(change: ColumnAlteration, table: string): string | undefined {
  switch (change.kind) {
    case 'AddColumnNode': {
      const { column, defaultTo, notNull, primaryKey, references, unique } = change.column;
      const name = `${table}.${column.column.name}`;
      if (notNull === true && defaultTo === undefined) {
        return `adds ${name}, which is not null and has no default`;
      }
      const isRestricted = unique === true || primaryKey === true || references !== undefined;
      return isRestricted ? `adds ${name} with a constraint` : undefined;
    }
    case 'DropColumnNode':
      return `drops the column ${table}.${change.column.column.name}`;
    case 'RenameColumnNode':
      return `renames the column ${table}.${change.column.column.name}`;
    case 'ModifyColumnNode':
      return `changes the type of ${table}.${change.column.column.column.name}`;
    case 'AlterColumnNode':
      return change.setDefault !== undefined || change.dropNotNull === true
        ? undefined
        : `restricts the column ${table}.${change.column.column.name}`;
  }
}

/**
 * @param name of a contract migration
 * @param unusedSince the release since which no program uses what it removes
 * @param current the version in development
 * @returns a sentence if there is no release in between
 */
export function contractProblem(name: string, unusedSince: string | undefined, current: string): string | undefined {
  const own = contractVersion(name) ?? '';
  if (unusedSince === undefined) {
    return `${name} has no entry in UNUSED_SINCE: name the release since which no program uses what it removes.`;
  }
  if (compared(unusedSince, own) >= 0 || compared(unusedSince, current) >= 0) {
    return `${name} removes what is unused since ${unusedSince} only: that release must be out before the one with this migration.`;
  }
  return compared(own, current) > 0 ? `${name} is of a release after ${current}, which is in development.` : undefined;
}

/** Compares versions of three numbers. */
function compared(one: string, other: string): number {
  const [first, second] = [one, other].map((version) => version.split('.').map(Number));
  const differing = [0, 1, 2].find((at) => first?.[at] !== second?.[at]);
  return differing === undefined ? 0 : (first?.[differing] ?? 0) - (second?.[differing] ?? 0);
}

async function problems(): Promise<string[]> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const found: string[] = [];
  for (const dialect of ['sqlite', 'postgres'] as const) {
    const held = Object.entries(migrations(dialect)).filter(([name]) => name > LAST_WITHOUT_RULE);
    for (const [name, { up }] of held) {
      if (contractVersion(name) !== undefined) {
        found.push(...[contractProblem(name, UNUSED_SINCE[name], version)].filter((one) => one !== undefined));
      } else {
        const restricting = await restrictions(up, dialect);
        found.push(...restricting.map((one) => `${name} ${one}: only a contract migration may do that.`));
      }
    }
  }
  return [...new Set(found)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = await problems();
  for (const problem of found) {
    console.error(problem);
  }
  process.exitCode = found.length > 0 ? 1 : 0;
}
