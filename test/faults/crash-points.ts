/**
 * Loaded into a gateway process before its own first line, by tests alone: it ends the process at a named point of an
 * operation, by SIGKILL, as soon as the file that `TURNPIKE_CRASH_FILE` names holds that point's name, perhaps with a
 * number after it: so many operations are left in peace first. It wraps what
 * the gateway is built on, the database drivers and the sockets, so that the gateway itself knows nothing of it.
 */
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import Database from 'better-sqlite3';
import pg from 'pg';

const crashFile = process.env.TURNPIKE_CRASH_FILE ?? '';
/** Where messages that move money go: to the acquirer and to the providers. */
const PORTS: ReadonlySet<number> = new Set([
  Number(new URL(process.env.ACQUIRER_URL ?? '').port),
  Number(process.env.SANDBOX_PORT),
]);
/** Sign-on and echo carry no operation. In front of it are two bytes of length. */
const NETWORK_MESSAGE = /^..08/s;

/** The point that is asked for; empty where none is. */
function armed(): string {
  try {
    return readFileSync(crashFile, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Operations that have begun since a point was asked for: what is sent and answered then is their own, and no reversal
 * of an earlier one.
 */
let begun = 0;

function dieAt(point: string): void {
  const [wanted, inPeace = '0'] = armed().split(' ');
  const needed = Number(inPeace) + (point === 'BEFORE_INTENT' ? 0 : 1);
  if (wanted === point && begun >= needed) {
    process.kill(process.pid, 'SIGKILL');
  }
}

/** Which commit a statement belongs to; undefined for those of no operation. */
function stepOf(sql: string): 'INTENT' | 'OUTCOME' | undefined {
  if (/insert into "?payment_transaction"?\b/i.test(sql)) {
    return 'INTENT';
  }
  return /insert into "?transaction_outcome"?\b/i.test(sql) ? 'OUTCOME' : undefined;
}

/** What the transaction that is open on a connection has written. */
const steps = new WeakMap<object, 'INTENT' | 'OUTCOME'>();

function noteStep(connection: object, sql: string): void {
  const step = stepOf(sql);
  if (step !== undefined) {
    steps.set(connection, step);
  }
}

function commitBegins(connection: object): void {
  if (steps.get(connection) === 'INTENT') {
    dieAt('BEFORE_INTENT');
  }
}

function commitEnded(connection: object): void {
  const step = steps.get(connection);
  steps.delete(connection);
  if (step === 'INTENT') {
    begun += armed() === '' ? 0 : 1;
  }
  if (step !== undefined) {
    dieAt(`AFTER_${step}`);
  }
}

const sqlite = Database.prototype as unknown as {
  prepare(sql: string): { run(...values: unknown[]): unknown };
  exec(sql: string): unknown;
};
const { prepare, exec } = sqlite;
sqlite.prepare = function prepareNoted(this: object, sql: string) {
  const statement = prepare.call(this as never, sql);
  if (stepOf(sql) === undefined) {
    return statement;
  }
  const run = statement.run.bind(statement);
  statement.run = (...values) => {
    noteStep(this, sql);
    return run(...values);
  };
  return statement;
};
sqlite.exec = function execNoted(this: object, sql: string) {
  if (sql !== 'COMMIT') {
    return exec.call(this as never, sql);
  }
  commitBegins(this);
  const done = exec.call(this as never, sql);
  commitEnded(this);
  return done;
};

const postgres = pg.Client.prototype as unknown as { query(...asked: unknown[]): unknown };
const { query } = postgres;
postgres.query = function queryNoted(this: object, ...asked: unknown[]) {
  const text = typeof asked[0] === 'string' ? asked[0] : ((asked[0] as { text?: string }).text ?? '');
  noteStep(this, text);
  if (text !== 'COMMIT') {
    return query.apply(this as never, asked);
  }
  commitBegins(this);
  return (query.apply(this as never, asked) as Promise<unknown>).then((done) => {
    commitEnded(this);
    return done;
  });
};

const sockets = Socket.prototype as unknown as {
  connect(...options: unknown[]): unknown;
  write(...written: unknown[]): unknown;
  push(chunk: unknown, ...more: unknown[]): unknown;
};
const ports = new WeakMap<object, number>();
const { connect, write, push } = sockets;
sockets.connect = function connectNoted(this: object, ...options: unknown[]) {
  const [first] = options.flat() as [{ port?: unknown }];
  ports.set(this, Number(first?.port));
  return connect.apply(this as never, options);
};
sockets.write = function writeNoted(this: object, ...written: unknown[]) {
  if (!carriesMoney(this, written[0])) {
    return write.apply(this as never, written);
  }
  return write.call(this as never, ...written.filter((one) => typeof one !== 'function'), () => dieAt('REQUEST_SENT'));
};
sockets.push = function pushNoted(this: object, chunk: unknown, ...more: unknown[]) {
  if (chunk !== null && carriesMoney(this, chunk)) {
    dieAt('REPLY_RECEIVED');
  }
  return push.call(this as never, chunk, ...more);
};

function carriesMoney(socket: object, chunk: unknown): boolean {
  if (!PORTS.has(ports.get(socket) ?? 0)) {
    return false;
  }
  const text = Buffer.isBuffer(chunk) ? chunk.toString('latin1') : String(chunk);
  return !NETWORK_MESSAGE.test(text);
}
