/**
 * A PostgreSQL server under measurement. Its processor time is read from `/proc`, so it is known on Linux only; it has
 * one process for each connection.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../test/support/postgres-server.ts';
import type { Workbench } from '../workbench.ts';

/** Linux reports times of ended processes in hundredths of a second. */
const TICK_US = 10_000;
const NS_PER_US = 1_000;
/** In `/proc/PID/stat`, counted from the state, which follows the command's name. */
const PARENT = 1;
const USER_TIME_OF_CHILDREN = 13;

export class DatabaseServer {
  readonly #server: PostgresServer;
  readonly #pid: number;

  private constructor(server: PostgresServer) {
    this.#server = server;
    this.#pid = Number.parseInt(readFileSync(join(server.dataDir, 'postmaster.pid'), 'utf8'), 10);
  }

  static async start(bench: Workbench): Promise<DatabaseServer> {
    const settings = { shared_preload_libraries: 'pg_stat_statements' };
    // Not in the bench's own folder, since the server's account cannot enter it.
    const server = new DatabaseServer(await startPostgres({ onDisk: dirname(bench.folder), settings }));
    await server.#ask('create extension pg_stat_statements');
    await server.#track('none');
    return server;
  }

  /** Creates an empty database. @returns its URL */
  async create(name: string): Promise<string> {
    await this.#ask(`create database ${name}`);
    return this.#server.urlOf(name);
  }

  async drop(name: string): Promise<void> {
    await this.#ask(`drop database ${name} with (force)`);
  }

  /** @returns the user and system time of all its processes since its start, microseconds */
  cpuUs(): number {
    const own = statOf(this.#pid) ?? [];
    const ended = ((own[USER_TIME_OF_CHILDREN] ?? 0) + (own[USER_TIME_OF_CHILDREN + 1] ?? 0)) * TICK_US;
    const children = pids().filter((pid) => statOf(pid)?.[PARENT] === this.#pid);
    return [this.#pid, ...children].reduce((sum, pid) => sum + runUs(pid), ended);
  }

  /**
   * Counts statements during the given work only, because counting takes processor time.
   * @returns the statements that a database got, each with its count, the most frequent first
   */
  async statements(database: string, during: () => Promise<unknown>): Promise<Map<string, number>> {
    await this.#track('all');
    await this.#ask('select pg_stat_statements_reset()');
    await during();
    const rows = await this.#ask(
      `select query, calls from pg_stat_statements s join pg_database d on d.oid = s.dbid
        where datname = '${database}' order by calls desc`,
    );
    await this.#track('none');
    return new Map(rows.map(({ query, calls }) => [query, Number(calls)]));
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  async #track(which: 'all' | 'none'): Promise<void> {
    await this.#ask(`alter system set pg_stat_statements.track = '${which}'`);
    await this.#ask('select pg_reload_conf()');
  }

  async #ask(query: string): Promise<{ readonly query: string; readonly calls: string }[]> {
    const client = new pg.Client(this.#server.urlOf('postgres'));
    await client.connect();
    const { rows } = await client.query(query).finally(() => client.end());
    return rows;
  }
}

function pids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** @returns the fields from the state on; undefined if the process has ended */
function statOf(pid: number): number[] | undefined {
  try {
    return (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ').map(Number);
  } catch {
    return undefined;
  }
}

/** The time of a process with one thread, exact to the nanosecond, without that of its children. */
function runUs(pid: number): number {
  try {
    return Number.parseInt(readFileSync(`/proc/${pid}/schedstat`, 'utf8'), 10) / NS_PER_US;
  } catch {
    return 0;
  }
}
