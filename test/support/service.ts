/** A process of ours that a test starts, ends gently or at once, and starts again in the same place. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { vi } from 'vitest';

/** A start takes a second; on a machine where many others wait for the processor, it has taken more than thirty. */
const START_MS_MAX = 90_000;
const READY_POLL_MS = 25;

export interface ServiceOptions {
  /** Absolute path of what Node runs. */
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  /** Answers 200 from when the process can be used. */
  readonly readyUrl: string;
  /** Modules that Node loads before the script: a test's own, which break the process from outside. */
  readonly preload?: readonly string[];
}

export interface Service {
  /** Resolves once it is ready. */
  start(): Promise<void>;
  /** SIGKILL: nothing in the process gets another turn. */
  kill(): Promise<void>;
  /** Sends SIGTERM. @returns the exit code, null where a signal ended it */
  stop(): Promise<number | null>;
  /** To the process that runs now, which stays ours. */
  signal(signal: NodeJS.Signals): void;
  /** Resolves when the process has ended by itself. */
  ended(): Promise<void>;
  /** What it has written since its last start. */
  output(): string;
  /** Of the process that runs now. @throws where none runs */
  pid(): number;
}

export function createService({ script, env, readyUrl, preload = [] }: ServiceOptions): Service {
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
      const started = spawn(process.execPath, [...modules, script], { env: { ...process.env, ...env } });
      child = started;
      const collect = (text: Buffer) => {
        output += text;
      };
      started.stdout.on('data', collect);
      started.stderr.on('data', collect);
      await vi.waitUntil(
        async () => {
          if (hasEnded(started)) {
            throw new Error(`${script} ended at its start: ${output}`);
          }
          return isReady(readyUrl);
        },
        { timeout: START_MS_MAX, interval: READY_POLL_MS },
      );
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
