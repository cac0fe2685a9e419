/**
 * A process that a test starts, stops or kills, and restarts in the same place. It ends with the process that started
 * it. It does not need the test runner.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { spawnTethered } from './tethered.ts';

/** A start takes a second; on a machine with many processes it has taken more than thirty. */
const START_MS_MAX = 90_000;
const READY_POLL_MS = 25;

export interface ServiceOptions {
  /** Absolute path of the script for Node, or a function that finds it at each start. */
  readonly script: string | (() => string);
  /** For the script. */
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Answers 200 once the process can be used. */
  readonly readyUrl: string;
  /** Modules that Node loads before the script: a test's own, which inject faults into the process. */
  readonly preload?: readonly string[];
  /** The time limit of a start. */
  readonly startMsMax?: number;
}

export interface Service {
  /** Resolves once it is ready. @throws if it ends before or is not ready in time; it is not running then */
  start(): Promise<void>;
  /** SIGKILL: no code of the process runs any more. */
  kill(): Promise<void>;
  /** Sends SIGTERM. @returns the exit code, null if a signal ended it */
  stop(): Promise<number | null>;
  /** Signals the running process, which stays managed. */
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the process has ended by itself. */
  ended(): Promise<void>;
  /** Its output since its last start. */
  output(): string;
  /** The id of the running process. @throws if there is none */
  pid(): number;
}

export function createService({
  script,
  args = [],
  env,
  readyUrl,
  preload = [],
  startMsMax = START_MS_MAX,
}: ServiceOptions): Service {
  let child: ChildProcess | undefined;
  let output = '';

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const ending = child;
    child = undefined;
    if (ending === undefined) {
      return null;
    }
    if (!hasEnded(ending)) {
      const closed = once(ending, 'close');
      ending.kill(signal);
      await closed;
    }
    return ending.exitCode;
  }

  return {
    async start() {
      output = '';
      const modules = preload.map((module) => `--import=${module}`);
      const file = typeof script === 'string' ? script : script();
      const started = spawnTethered(process.execPath, [...modules, file, ...args], { ...process.env, ...env });
      child = started;
      const collect = (text: Buffer) => {
        output += text;
      };
      started.stdout.on('data', collect);
      started.stderr.on('data', collect);
      const giveUpAt = Date.now() + startMsMax;
      for (;;) {
        if (hasEnded(started)) {
          throw new Error(`${file} ended at its start: ${output}`);
        }
        if (await isReady(readyUrl)) {
          return;
        }
        if (Date.now() > giveUpAt) {
          await end('SIGKILL');
          throw new Error(`${file} is not ready after ${startMsMax} ms: ${output}`);
        }
        await pause(READY_POLL_MS);
      }
    },
    async kill() {
      await end('SIGKILL');
    },
    stop: () => end('SIGTERM'),
    signal: (signal) => void child?.kill(signal),
    async ended() {
      if (child !== undefined && !hasEnded(child)) {
        await once(child, 'close');
      }
    },
    output: () => output,
    pid() {
      if (child?.pid === undefined) {
        throw new Error(`${script} does not run.`);
      }
      return child.pid;
    },
  };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
