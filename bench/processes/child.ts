/** A process of the bench: starts it, measures its usage, stops it. Its output goes to a file in the bench's folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Question, Report, Usage } from './probe.ts';

/** The time for a gateway to complete its open requests. After it the process is killed. */
const STOP_MS_MAX = 10_000;
/**
 * Time limit of a child's first message: long enough for the very first start, without a compile cache, on a busy
 * machine.
 */
const HELLO_MS_MAX = 60_000;
const TAIL_CHARACTERS = 2_000;

export interface ChildOptions {
  readonly name: string;
  readonly entry: URL;
  readonly logFile: string;
  readonly args?: readonly string[];
  /** Options of Node itself. */
  readonly nodeArgs?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The environment of every process of the bench, which is independent of the caller's settings. */
function environment(own: Readonly<Record<string, string>> = {}): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...own };
}

export class Child {
  readonly #options: ChildOptions;
  readonly #process: ChildProcess;
  readonly #gone: Promise<unknown>;
  #questions = 0;

  constructor(options: ChildOptions) {
    this.#options = options;
    const { entry, args = [], nodeArgs = [], env, logFile } = options;
    const log = openSync(logFile, 'w', 0o600);
    this.#process = spawn(process.execPath, [...nodeArgs, fileURLToPath(entry), ...args], {
      env: environment(env),
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.#gone = once(this.#process, 'exit');
  }

  /** Returns the first message that `wanted` accepts. @throws Error when the process ends before it */
  async message<T>(wanted: (message: unknown) => message is T, waitMs: number = HELLO_MS_MAX): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<T>();
    const listen = (message: unknown) => {
      if (wanted(message)) {
        resolve(message);
      }
    };
    this.#process.on('message', listen);
    const timer = AbortSignal.timeout(waitMs);
    const late = once(timer, 'abort').then(() => this.#fail(`said nothing for ${waitMs} ms`));
    const ended = this.#gone.then(() => this.#fail('ended by itself'));
    late.catch(() => undefined);
    ended.catch(() => undefined);
    try {
      return await Promise.race([promise, late, ended]);
    } finally {
      this.#process.off('message', listen);
    }
  }

  send(message: object): void {
    this.#process.send(message);
  }

  /** @param collect whether the process collects garbage first */
  async usage({ collect = false } = {}): Promise<Usage> {
    this.#questions += 1;
    const question: Question = { probe: this.#questions, collect };
    const report = this.message((message): message is Report => (message as Partial<Report>).probe === question.probe);
    this.send(question);
    return (await report).usage;
  }

  get isOver(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** Resolves with the exit code; null if a signal ended the process. */
  async ended(): Promise<number | null> {
    await this.#gone;
    return this.#process.exitCode;
  }

  /** Returns the whole output of the process. */
  output(): string {
    return readFileSync(this.#options.logFile, 'utf8');
  }

  signal(signal: 'SIGCONT' | 'SIGSTOP'): void {
    this.#process.kill(signal);
  }

  /** Sends SIGTERM, and SIGKILL if the process does not end in time. */
  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), STOP_MS_MAX);
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      await this.#gone;
    }
    clearTimeout(timer);
  }

  #fail(what: string): never {
    const { name, logFile } = this.#options;
    throw new Error(`The ${name} ${what}.\n${readFileSync(logFile, 'utf8').slice(-TAIL_CHARACTERS)}`);
  }
}

/** The message that a server of the bench sends once it listens. */
export interface Listening {
  readonly port: number;
}

export function isListening(message: unknown): message is Listening {
  return typeof (message as Partial<Listening>).port === 'number';
}
