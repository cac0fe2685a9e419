/** One gateway process: reads its settings, composes and starts the gateway, and closes it on a signal. */
import pino, { type Logger } from 'pino';
import { StoreError } from '../adapters/store/index.ts';
import { readBuild } from '../platform/build.ts';
import { operatorAdvice } from '../platform/operator-advice.ts';
import { onOrphaned } from '../platform/orphaned.ts';
import { keepFilesPrivate, privateDataFolder } from '../platform/private-files.ts';
import { createProcessLog, LogIdentity } from '../platform/process-log.ts';
import { type Leave, type Supervisor, supervisorOf } from '../platform/supervision.ts';
import { readSettings } from '../settings/index.ts';
import { type App, type AppParts, startApp } from './index.ts';
import { joinSupervisor } from './join-supervisor.ts';

/** The maximum delay of a log line. */
const FLUSH_INTERVAL_MS = 200;

export async function runGateway(
  env: Readonly<Record<string, string | undefined>>,
  parts: AppParts = {},
): Promise<void> {
  keepFilesPrivate();
  let app: App | undefined;
  const supervisor = supervisorOf(env);
  try {
    const settings = readSettings(env, parts.protocols);
    const narrowed = privateDataFolder(settings.dataDir);
    const { id: build } = readBuild();
    const identity = new LogIdentity(build);
    const log = createLog(settings.logLevel, identity);
    log.info({ build, node: process.version, mode: settings.testMode ?? 'live' }, 'gateway is starting');
    if (settings.testMode === 'staging') {
      log.warn({}, "this is staging, by the rules of live mode with the sandbox's acquirer: no money is moved");
    }
    if (narrowed !== undefined) {
      log.warn(narrowed);
    }
    app = await startApp(settings, log, build, { ...parts, identity, supervisor });
    const { port } = app;
    const listening = () =>
      log.info({ port, mode: settings.testMode ?? 'live', origin: settings.publicOrigin }, 'gateway is listening');
    const closing = closeOnSignal(app, log, supervisor);
    if (supervisor === undefined) {
      listening();
    } else {
      void joinSupervisor(app, supervisor, { listening, closing });
    }
    await app.ready;
  } catch (error) {
    process.stderr.write(`${startProblem(error)}\n`);
    await app?.close();
    process.exit(1);
  }
}

/** The process's log. Lines are written in batches; the last lines are flushed before the process ends. */
function createLog(level: string, identity: LogIdentity): Logger {
  return createProcessLog(level, identity, pino.destination({ sync: false, minLength: 4_096 }));
}

/** @returns a signal that is aborted when the process begins to close */
function closeOnSignal(app: Pick<App, 'close'>, log: Logger, supervisor: Supervisor | undefined): AbortSignal {
  flushRegularly(log);
  const closing = new AbortController();
  const close = async (signal: string, leave?: Leave) => {
    if (closing.signal.aborted) {
      return;
    }
    closing.abort();
    log.info({ signal }, 'closing');
    await app.close(leave);
    log.info({}, 'closed');
    log.flush(() => process.exit(0));
  };
  // A terminal sends these to a supervisor's processes as well, which then stops them.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => supervisor ?? void close(signal));
  }
  process.on('SIGTERM', () => void close('SIGTERM', supervisor && { way: 'REPLACED' }));
  supervisor?.onStop((leave) => void close('stop', leave));
  // Without the process that started it, this one would get no signal to stop.
  onOrphaned(() => void close('disconnect', supervisor && { way: 'ORPHANED' }));
  // An unhandled rejection is a defect that leaves an unknown state. End the process; the next start recovers.
  process.on('unhandledRejection', (reason) => stopOnError(log, reason));
  process.on('uncaughtException', (error) => stopOnError(log, error));
  return closing.signal;
}

/**
 * Flushes the log at an interval, one flush at a time: if the disk is slower than the log, further flushes would only
 * queue.
 */
function flushRegularly(log: Logger): void {
  let isFlushing = false;
  const flush = () => {
    if (!isFlushing) {
      isFlushing = true;
      log.flush(() => {
        isFlushing = false;
      });
    }
  };
  setInterval(flush, FLUSH_INTERVAL_MS).unref();
}

function stopOnError(log: Logger, error: unknown): void {
  log.fatal({ err: error }, 'unexpected error, stopping');
  log.flush(() => process.exit(1));
}

function startProblem(error: unknown): string {
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  if (code === 'EADDRINUSE') {
    const setting = port?.toString() === process.env.ADMIN_PORT ? 'ADMIN_PORT' : 'PORT';
    return `${address}:${port} is in use by another process: set ${setting} to another one.`;
  }
  const advice = operatorAdvice(error);
  if (advice !== undefined) {
    return advice;
  }
  // Add the message of the database engine, which for example names a damaged file.
  if (error instanceof StoreError && error.cause instanceof Error && !error.message.includes(error.cause.message)) {
    return `${error.message} ${error.cause.message}`;
  }
  return error instanceof Error ? error.message : String(error);
}
