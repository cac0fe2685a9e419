/**
 * A process of ours that a test starts, ends gently or at once, and starts again in the same place. It ends with
 * the process that started it. Nothing here needs the test runner.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { spawnTethered } from './tethered.ts';

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
  /** After which a start is given up. */
  readonly startMsMax?: number;
}

export interface Service {
  /** Resolves once it is ready. @throws where it ends before or is never ready, and then nothing of it runs */
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

export function createService({
  script,
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
      const started = spawnTethered(process.execPath, [...modules, script], { ...process.env, ...env });
      child = started;
      const collect = (text: Buffer) => {
        output += text;
      };
      started.stdout.on('data', collect);
      started.stderr.on('data', collect);
      const giveUpAt = Date.now() + startMsMax;
      for (;;) {
        if (hasEnded(started)) {
          throw new Error(`${script} ended at its start: ${output}`);
        }
        if (await isReady(readyUrl)) {
          return;
        }
        if (Date.now() > giveUpAt) {
          await end('SIGKILL');
          throw new Error(`${script} is not ready after ${startMsMax} ms: ${output}`);
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
