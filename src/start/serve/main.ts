/**
 * `turnpike serve --processes N`: runs N gateway processes on this machine behind one port, with their logs on this
 * terminal. SIGTERM and SIGINT stop all of them gracefully, and SIGHUP replaces one after another.
 */
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { readBuild } from '../../platform/build.ts';
import { withCredentials } from '../../platform/credentials.ts';
import { operatorAdvice } from '../../platform/operator-advice.ts';
import { onOrphaned } from '../../platform/orphaned.ts';
import { keepFilesPrivate } from '../../platform/private-files.ts';
import { createProcessLog, LogIdentity } from '../../platform/process-log.ts';
import { GATEWAY_ENVIRONMENT, GATEWAY_NODE_OPTIONS } from '../node-options.mjs';
import { isSqlite, readCall, ServeUsageError } from './call.ts';
import type { GatewayProgram } from './gateway-process.ts';
import { ProcessGroup } from './process-group.ts';
import { Sockets } from './sockets.ts';

const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;

async function serve(args: readonly string[]): Promise<number> {
  const env = withCredentials(process.env);
  const { processes, main, admin, logLevel } = readCall(args, env);
  const sockets = await Sockets.open(main, admin);
  const { id: build, isRelease } = readBuild();
  const stdout = pino.destination({ fd: 1, sync: false });
  const stderr = pino.destination({ fd: 2, sync: false });
  const log = createProcessLog(logLevel, new LogIdentity(build), stdout);
  const group = new ProcessGroup({ program: gatewayProgram(isRelease), sockets, processes, stdout, stderr, log });
  const stopped = untilStopped().then(async (signal) => {
    log.info({ signal, processes }, 'stopping all gateway processes');
    sockets.close();
    return (await group.stop()) ? 0 : EXIT_FAILURE;
  });
  const restart = oneAtATime(async () => {
    await started;
    await group.restart();
  });
  process.on('SIGHUP', () => {
    if (isSqlite(env)) {
      log.error({}, 'SQLite has one process, which cannot be replaced while it runs: restart it, or set DATABASE_URL');
    } else {
      restart();
    }
  });
  log.info({ build, node: process.version, processes, port: sockets.address.port }, 'starting gateway processes');
  const started = group.start();
  const exitCode = (await started)
    ? await Promise.race([stopped, group.failed.then(() => EXIT_FAILURE)])
    : EXIT_FAILURE;
  await Promise.all([stdout, stderr].map((stream) => new Promise((resolve) => stream.flush(resolve))));
  return exitCode;
}

/**
 * An installed release is called by its path again, which leads to the version that is current when a process starts.
 * So a restart after an upgrade runs the new version. A checkout runs its own.
 */
function gatewayProgram(isRelease: boolean): GatewayProgram {
  const { argv, argv0, execPath } = process;
  const file = fileURLToPath(new URL('../../server.ts', import.meta.url));
  return {
    command: isRelease && isAbsolute(argv0) ? argv0 : execPath,
    args: [...GATEWAY_NODE_OPTIONS, ...(isRelease ? [argv[1] as string, 'gateway'] : [file])],
    environment: GATEWAY_ENVIRONMENT,
  };
}

/** @returns a function that starts the action; calls during one start it once more when that has ended */
function oneAtATime(action: () => Promise<void>): () => void {
  let [isRunning, isWanted] = [false, false];
  return async () => {
    isWanted = true;
    while (isWanted && !isRunning) {
      [isRunning, isWanted] = [true, false];
      await action();
      isRunning = false;
    }
  };
}

/** Resolves with the signal, or when the process that started this one has ended. */
function untilStopped(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, resolve);
    }
    onOrphaned(() => resolve('disconnect'));
  });
}

keepFilesPrivate();
try {
  const args = process.argv.slice(2);
  // An installed release is called with the name of the command.
  process.exit(await serve(args[0] === 'serve' ? args.slice(1) : args));
} catch (error) {
  process.stderr.write(`${operatorAdvice(error) ?? (error as Error).message}\n`);
  process.exit(error instanceof ServeUsageError ? EXIT_USAGE : EXIT_FAILURE);
}
