/**
 * Checks that PostgreSQL, and engines made from it such as Citus, take the store's SQL where each store is a schema
 * (`docs/decisions/71-sql-that-every-engine-takes.md`). All statements and migrations are compiled without a database,
 * and the sources are searched for the rest.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Migration } from 'kysely/migration';
import { definedStatements, type Statement, watchDefinitions } from '../src/adapters/store/engine/statement.ts';
import { migrations } from '../src/adapters/store/schema/migrations/index.ts';
import { commentRanges } from './lib/comment-ranges.ts';
import { tablesOfAllMerchants } from './lib/sql/merchants.ts';
import { type OverAllMerchants, problemsOfPlaces } from './lib/sql/over-all-merchants.ts';
import { placeOf } from './lib/sql/places.ts';

/** Files that may use what is refused elsewhere, with the reason. */
const NAMED: Readonly<Record<Rule, Readonly<Record<string, string>>>> = {
  SESSION: { 'src/adapters/store/engine/postgres/migration-dialect.ts': 'the lock of a migration' },
  SEARCH_PATH: { 'src/adapters/store/engine/postgres/schema.ts': 'the schema of a new connection' },
  DDL: { 'src/adapters/store/schema/postgres/': 'the folder of such definitions' },
};

type Rule = 'SESSION' | 'SEARCH_PATH' | 'DDL';

const IN_SOURCES: Readonly<Record<Rule, readonly [pattern: RegExp, sentence: string]>> = {
  SESSION: [
    /\bpg_(?:try_)?advisory_\w+|\bpg_notify\b|['"`]\s*(?:listen|unlisten|notify|discard|lock table)\s|\b(?:temp|temporary) table\b/i,
    'uses a lock, a channel or a table of the session',
  ],
  SEARCH_PATH: [/\bsearch_path\b|\.withSchema\(|\binformation_schema\b/, 'names a schema, or sets the search path'],
  DDL: [
    /\bpartition (?:by|of)\b|\b(?:attach|detach) partition\b|\(like \S+ including\b|\bcollate "C"|\bcreate (?:or replace )?(?:schema|extension|sequence|trigger|function|procedure|materialized|domain|type|rule|policy)\b|\bconcurrently\b|\btablespace\b/i,
    "has a definition of PostgreSQL's own",
  ],
};

/** @returns a sentence for each rule that a module of the store breaks outside comments */
export function problemsOfSource(source: string, file: string): string[] {
  const code = withoutComments(source, file);
  return (Object.keys(IN_SOURCES) as Rule[]).flatMap((rule) => {
    const [pattern, sentence] = IN_SOURCES[rule];
    const found = pattern.exec(code)?.[0];
    const places = Object.keys(NAMED[rule]);
    return found === undefined || places.some((place) => file.startsWith(place))
      ? []
      : [`${sentence} (${found.trim()}), which only ${places.join(', ')} may`];
  });
}

function withoutComments(source: string, file: string): string {
  return commentRanges(source, file)
    .reverse()
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), source);
}

/** Functions that are immutable in PostgreSQL with each type of arguments. A test asks a server. */
export const IMMUTABLE: ReadonlySet<string> = new Set([
  'count',
  'decode',
  'encode',
  'json_array_elements',
  'lower',
  'max',
  'min',
  'replace',
  'sha256',
  'string_to_array',
  'substr',
  'sum',
  'unnest',
]);

/** Words before a parenthesis that are no functions. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'and any as by coalesce cast conflict exists from greatest in least not nullif on or over returning select set then using v values when where'.split(
    ' ',
  ),
);
/** The time of the server or the session. */
const TIME_WORD = /\b(?:current_(?:date|time|timestamp)|localtime(?:stamp)?)\b/;
/** Conversions of columns that depend on settings of the session. A parameter is converted before. */
const STABLE_CAST =
  /cast\((?!\$\d+ as )[^()]* as (?:date|interval|jsonb?|money|reg\w+|time\w*)[^()]*\)|[\w")]::(?:date|interval|jsonb?|money|reg\w+|time\w*)/;
const UPDATES = /^\s*(?:with\b.*)?update\b|\bdo update set\b|^\s*merge\b/s;
const OF_SCHEMA = /\b(?:from|join|into|update|table|only|references)\s+("[^"]+"|\w+)\s*\.\s*(?:"[^"]+"|\w+)/g;
const INDEX_OF_SCHEMA = /\bindex\b[^(]*\bon\s+("[^"]+"|\w+)\s*\./g;

/** @param sql in the dialect of PostgreSQL @returns a sentence for each rule that it breaks */
export function problemsOfStatement(sql: string): string[] {
  const text = sql.toLowerCase().replace(/'(?:[^']|'')*'/g, "''");
  const schemas = [OF_SCHEMA, INDEX_OF_SCHEMA].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, name = '']) => name).filter((name) => name !== 'pg_catalog'),
  );
  return [...schemas.map((name) => `names the schema ${name}`), ...(UPDATES.test(text) ? notImmutable(text) : [])];
}

function notImmutable(text: string): string[] {
  const called = [...text.matchAll(/(?<!")\b([a-z_][a-z0-9_]*)\s*\(/g)].map(([, name = '']) => name);
  // The columns of an inserted table are in parentheses after its name.
  const tables = [...text.matchAll(/\binto ([a-z_]+)\s*\(/g)].map(([, name = '']) => name);
  const refused = called.filter((name) => !(KEYWORDS.has(name) || IMMUTABLE.has(name) || tables.includes(name)));
  const words = [TIME_WORD, STABLE_CAST].flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
  return [...new Set([...refused, ...words])].map((name) => `updates rows by ${name}, which is not immutable`);
}

/** The statements of a migration on an empty database, in the dialect of PostgreSQL. */
export async function statementsOf(up: Migration['up']): Promise<string[]> {
  const found: string[] = [];
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void found.push(query.sql),
  });
  await up(db);
  await db.destroy();
  return found;
}

/** Loads all modules with statements. @returns their places @throws Error if one was loaded before */
export async function loadStatements(): Promise<ReadonlyMap<Statement, string>> {
  const places = new Map<Statement, string>();
  watchDefinitions((defined) => void places.set(defined, placeOf(new Error('definition').stack ?? '')));
  // Their modules import all others that have statements.
  await Promise.all([
    import('../src/adapters/store/store.ts'),
    import('../src/adapters/store/engine/postgres/open.ts'),
  ]);
  const { searchStatements } = await import('./lib/sql/searches.ts');
  for (const { kind, scope, statement } of searchStatements()) {
    places.set(statement, `order-index/search-statements.ts ${kind}(${scope})`);
  }
  if (places.size !== definedStatements().length) {
    throw new Error('A module with statements was loaded before, so the places of its statements are unknown.');
  }
  return places;
}

/** A statement's texts in the dialect of PostgreSQL. */
function textsOf({ compile, grouped }: Statement): string[] {
  return [compile('postgres').sql, ...(grouped === undefined ? [] : [grouped.guardSql])];
}

export function overAllMerchants(places: ReadonlyMap<Statement, string>): OverAllMerchants[] {
  return [...places].flatMap(([statement, place]) => {
    const tables = textsOf(statement).flatMap(tablesOfAllMerchants);
    return tables.length > 0 ? [{ place, tables: [...new Set(tables)] }] : [];
  });
}

async function problems(): Promise<string[]> {
  const places = await loadStatements();
  const statements = definedStatements()
    .flatMap(textsOf)
    .map((sql) => [sql.replace(/\s+/g, ' '), problemsOfStatement(sql)] as const);
  const migrated: (readonly [string, string[]])[] = [];
  for (const [name, { up }] of Object.entries(migrations('postgres'))) {
    for (const sql of await statementsOf(up)) {
      migrated.push([name, problemsOfStatement(sql)]);
    }
  }
  const sources = execFileSync('git', ['ls-files', 'src/adapters/store/*.ts'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(file))
    .map((file) => [file, problemsOfSource(readFileSync(file, 'utf8'), file)] as const);
  return [
    ...[...statements, ...migrated, ...sources].flatMap(([place, found]) => found.map((one) => `${place}: ${one}.`)),
    ...problemsOfPlaces(overAllMerchants(places)),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = await problems();
  for (const problem of found) {
    console.error(problem);
  }
  process.exitCode = found.length > 0 ? 1 : 0;
}
