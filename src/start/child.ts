/** One supervised process. Its log goes to a file; errors are also shown on the terminal. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { privateDataFolder, privateFiles, privateFolder } from '../platform/private-files.ts';
import { RotatingLog, rename } from './rotating-log.ts';

/** The level of an error in pino's log lines. Warnings are not shown on the terminal. */
const ERROR_LEVEL = 50;

const TAIL_LINES = 10;

/** A process that has not installed its handlers yet dies from such a signal. This counts as a clean stop. */
const STOP_SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

export interface ChildExit {
  readonly name: string;
  /** A text for the operator: `exit code 1`, `SIGKILL`. */
  readonly how: string;
  /** Whether the process ended because it was asked to stop. */
  readonly clean: boolean;
  /** The last lines of the log. Empty if an error was shown on the terminal. */
  readonly tail: readonly string[];
  readonly logFile: string;
}

export interface Child {
  /** Resolves when the process has ended and its log is written. */
  readonly ended: Promise<ChildExit>;
  /** Sends SIGTERM, and SIGKILL after `graceMs`. Resolves as `ended` does. */
  stop(graceMs: number): Promise<ChildExit>;
}

/**
 * @param name also names the log, `<dataDir>/logs/<name>.log`; the log of the previous run is renamed to
 * `<name>.previous.log`, and a full log to `<name>.1.log` and so on
 * @param entry the file to run
 * @param nodeOptions options of Node itself
 * @param environment added to this process's own
 */
export function startChild(
  name: string,
  entry: URL,
  dataDir: string,
  nodeOptions: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Child {
  const folder = join(dataDir, 'logs');
  mkdirSync(folder, { recursive: true });
  const narrowed = privateDataFolder(dataDir);
  if (narrowed !== undefined) {
    process.stderr.write(`${narrowed}\n`);
  }
  privateFolder(folder);
  const previous = join(folder, `${name}.previous.log`);
  rename(join(folder, `${name}.log`), previous);
  privateFiles(previous);
  const log = new RotatingLog(folder, name);
  const logFile = log.file;

  // The channel carries no messages: a child sees it close when its supervisor has died.
  const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
  const program = spawn(process.execPath, [...nodeOptions, fileURLToPath(entry)], {
    stdio: [...stdio],
    env: { ...process.env, ...environment },
  });
  const tail: string[] = [];
  let shown = false;
  const record = (line: string, errorText: string | undefined) => {
    log.write(`${line}\n`);
    tail.push(line);
    if (tail.length > TAIL_LINES) {
      tail.shift();
    }
    if (errorText === undefined) {
      return;
    }
    shown = true;
    process.stderr.write(`${errorText}\n`);
  };
  lines(program.stdout, (line) => record(line, errorIn(name, line)));
  lines(program.stderr, (line) => record(line, line));

  const ended = endOf(program).then(async ({ code, signal, problem }) => {
    await log.end();
    const clean = code === 0 || (signal !== null && STOP_SIGNALS.includes(signal));
    return { name, how: problem ?? signal ?? `exit code ${code}`, clean, tail: shown ? [] : tail, logFile };
  });
  return {
    ended,
    async stop(graceMs) {
      program.kill('SIGTERM');
      const abort = new AbortController();
      const late = sleep(graceMs, undefined, { signal: abort.signal }).then(
        () => program.kill('SIGKILL'),
        () => undefined,
      );
      const ending = await ended;
      abort.abort();
      await late;
      return ending;
    },
  };
}

/** The message of an error in a JSON log line, with the process's name. Undefined for other lines. */
export function errorIn(name: string, line: string): string | undefined {
  try {
    const { level, msg, err } = JSON.parse(line) as { level?: number; msg?: string; err?: { message?: string } };
    if (typeof level !== 'number' || level < ERROR_LEVEL) {
      return undefined;
    }
    return `${name}: ${[msg, err?.message].filter(Boolean).join(': ')}`;
  } catch {
    return undefined;
  }
}

function lines(stream: NodeJS.ReadableStream | null, onLine: (line: string) => void): void {
  if (stream !== null) {
    createInterface({ input: stream }).on('line', onLine);
  }
}

interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The reason why the process could not start. */
  readonly problem?: string;
}

/** Does not reject, since an unhandled rejection would end the other processes. */
function endOf(program: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    program.on('error', ({ message }) => {
      // An `error` may also report that a signal could not be sent. Then the process still runs.
      if (program.pid === undefined) {
        resolve({ code: null, signal: null, problem: message });
      }
    });
    // `close` instead of `exit`: by then the last lines have been read.
    program.on('close', (code, signal) => resolve({ code, signal }));
  });
}
