/** Opens a PostgreSQL database, which other gateway processes may use too. */
import { CommitCounts } from '../../../../platform/metrics/index.ts';
import { type OpenEngine, type SchemaState, StoreError } from '../engine.ts';
import type { SchemaMode } from '../migrate.ts';
import type { TurnsOnServers } from './commit-turns.ts';
import { PostgresConnection, unpreparedStatement } from './connection.ts';
import { PostgresEngine } from './engine.ts';
import { migratePostgres } from './migrate.ts';
import { PostgresPieces } from './pieces.ts';
import { Servers } from './servers.ts';

/** Settings that must not be off. A setting that a compatible server does not know is ignored. */
const DURABILITY = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

interface PostgresOptions {
  readonly mode?: SchemaMode;
  /** The name of the store's schema. Absent: the role's search path applies. */
  readonly schema?: string | undefined;
  /** The turns of the process's stores. Absent: it has no other one. */
  readonly turns?: TurnsOnServers | undefined;
}

/**
 * @throws StoreError with a one-line message if the server cannot be reached, the schema is newer than this program, or
 *   the server confirms commits before they are durable
 */
export async function openPostgres(
  url: string,
  { mode = 'MIGRATE', schema, turns }: PostgresOptions = {},
): Promise<OpenEngine> {
  const servers = new Servers(url, schema);
  let schemaState: SchemaState;
  try {
    await assertDurable(servers);
    schemaState = await migratePostgres(servers.url, mode, schema);
  } catch (error) {
    if (error instanceof StoreError) {
      throw error;
    }
    throw new StoreError(
      `${withoutCredentials(servers.url)}: ${error instanceof Error ? reason(error) : String(error)}`,
      {
        cause: error,
      },
    );
  }
  const commits = new CommitCounts();
  const onCommit = (units: number, ms: number) => commits.note(units, ms);
  const engine = new PostgresEngine(servers, { onCommit, turns: turns?.on(new URL(servers.url).host) });
  const pieces = new PostgresPieces(engine);
  return {
    engine,
    pieces,
    commits,
    lineage: servers,
    ...schemaState,
    isAlone: false,
    damage: async () => undefined,
    // The server's own log is the operator's responsibility.
    emptyLog: async () => true,
    close: () => engine.close(),
  };
}

async function assertDurable(servers: Servers): Promise<void> {
  const connection = new PostgresConnection(servers);
  try {
    const query = await connection.queryRunner();
    for (const setting of DURABILITY) {
      const { rows } = await query(unpreparedStatement(`select current_setting('${setting}', true) as value`));
      if ((rows[0] as { value: string | null }).value === 'off') {
        throw new StoreError(
          `${withoutCredentials(servers.url)}: ${setting} is off; commits would be answered before they are durable.`,
        );
      }
    }
  } finally {
    await connection.close();
  }
}

/** The URL without user and password. */
function withoutCredentials(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/**
 * The reason of a failed connection. If the host has several addresses, the error has no message, but a list with one
 * error for each address.
 */
function reason(error: Error): string {
  if (error.message !== '') {
    return error.message;
  }
  return error instanceof AggregateError ? error.errors.map(({ message }) => message).join(', ') : error.name;
}
