/**
 * Preloaded into a gateway process by tests only: kills it with SIGKILL at a named point of an operation, once the file
 * `TURNPIKE_CRASH_FILE` contains that point's name, optionally followed by the number of operations to let pass. It
 * wraps the database drivers and the sockets, so that the gateway needs no code for it.
 */
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import Database from 'better-sqlite3';
import pg from 'pg';

const crashFile = process.env.TURNPIKE_CRASH_FILE ?? '';
/** The destinations of messages that move money: the acquirer and the providers. */
const PORTS: ReadonlySet<number> = new Set([
  Number(new URL(process.env.ACQUIRER_URL ?? '').port),
  Number(process.env.SANDBOX_PORT),
]);
/** Sign-on and echo carry no operation. Two length bytes come before the message. */
const NETWORK_MESSAGE = /^..08/s;

/** The requested point; empty without a request. */
function armed(): string {
  try {
    return readFileSync(crashFile, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Operations started since a point was requested: later messages and answers belong to them, not to a reversal of an
 * earlier one.
 */
let started = 0;

function dieAt(point: string): void {
  const [wanted, inPeace = '0'] = armed().split(' ');
  const needed = Number(inPeace) + (point === 'BEFORE_INTENT' ? 0 : 1);
  if (wanted === point && started >= needed) {
    process.kill(process.pid, 'SIGKILL');
  }
}

/** The commit that a statement belongs to; undefined for statements outside operations. */
function stepOf(sql: string): 'INTENT' | 'OUTCOME' | undefined {
  if (/insert into "?payment_transaction"?\b/i.test(sql)) {
    return 'INTENT';
  }
  return /insert into "?transaction_outcome"?\b/i.test(sql) ? 'OUTCOME' : undefined;
}

/** The writes of a connection's open transaction. */
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
    started += armed() === '' ? 0 : 1;
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
