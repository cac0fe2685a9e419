/** One gateway process of `turnpike serve`. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  type Leave,
  SUPERVISION,
  type Supervision,
  type ToGateway,
  type ToSupervisor,
} from '../../platform/supervision.ts';
import { type LineSink, pipeLines } from './whole-lines.ts';

/** A gateway ends within 30 s of the request to stop. */
const STOP_MS_MAX = 35_000;
/** A process that is too busy to report its metrics in this time is left out. */
const REPORT_MS_MAX = 2_000;
/** The number of its file descriptor in the process, after the standard streams and the channel. */
const LISTENER_FD = 4;
const ADMIN_LISTENER_FD = 5;
/** A crash of Node itself prints a page. */
const SENTENCE_CHARACTERS_MAX = 300;

/** The program of the gateway processes. */
export interface GatewayProgram {
  readonly command: string;
  readonly args: readonly string[];
  /** Added to this process's own environment. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface GatewayPlace {
  readonly program: GatewayProgram;
  /** The file descriptors in this process. */
  readonly listener: number;
  readonly adminListener: number | undefined;
  readonly listensWhenReady: boolean;
  readonly stdout: LineSink;
  readonly stderr: LineSink;
  /** Returns the metrics of the other processes. */
  readonly collect: (asker: GatewayProcess) => Promise<readonly string[]>;
}

export interface GatewayEnd {
  /** `exit code 1`, `SIGKILL`, or the sentence that the process printed before. */
  readonly reason: string;
  /** Whether it completed its requests and ended. */
  readonly isClean: boolean;
}

export class GatewayProcess {
  readonly pid: number | undefined;
  /** Resolves when the process listens; never if it ends before. */
  readonly listening: Promise<void>;
  /** Likewise when it is ready, and listens. */
  readonly ready: Promise<void>;
  /** Resolves when it has ended and its output is written. */
  readonly ended: Promise<GatewayEnd>;
  isListening = false;
  hasListened = false;
  /** Milliseconds of the monotonic clock at which it became ready. */
  readyAt: number | undefined;
  readonly #process: ChildProcess;
  readonly #reports = new Map<number, (page: string) => void>();
  #asked = 0;

  constructor({ program, listener, adminListener, listensWhenReady, stdout, stderr, collect }: GatewayPlace) {
    const hasAdmin = adminListener !== undefined;
    const supervision: Supervision = {
      listener: LISTENER_FD,
      ...(hasAdmin && { adminListener: ADMIN_LISTENER_FD }),
      listensWhenReady,
    };
    this.#process = spawn(program.command, program.args, {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc', listener, ...(hasAdmin ? [adminListener] : [])],
      env: { ...process.env, ...program.environment, [SUPERVISION]: JSON.stringify(supervision) },
    });
    this.pid = this.#process.pid;
    let printed = '';
    pipeLines(this.#process.stdout, stdout);
    pipeLines(this.#process.stderr, stderr, (text) => {
      printed = text;
    });
    const listening = Promise.withResolvers<void>();
    const ready = Promise.withResolvers<void>();
    this.listening = listening.promise;
    this.ready = ready.promise;
    this.#process.on('message', (message: ToSupervisor) => {
      if (message === 'LISTENING') {
        this.isListening = true;
        this.hasListened = true;
        listening.resolve();
      } else if (message === 'READY') {
        this.readyAt = performance.now();
        ready.resolve();
      } else if ('collect' in message) {
        void collect(this).then((pages) => this.#send({ collected: message.collect, pages }));
      } else if ('reported' in message) {
        this.#reports.get(message.reported)?.(message.page);
      }
    });
    this.ended = endOf(this.#process).then((how) => {
      this.isListening = false;
      const sentence = printed.trim().split('\n').at(-1)?.slice(0, SENTENCE_CHARACTERS_MAX);
      // A process that has not installed its handlers yet ends by the signal itself.
      return { reason: sentence || how, isClean: how === 'exit code 0' || how === 'SIGTERM' };
    });
  }

  /** Lets the process complete its requests. Kills it if it does not end. Resolves as `ended` does. */
  async stop(leave: Leave): Promise<GatewayEnd> {
    const timer = setTimeout(() => this.#process.kill('SIGKILL'), STOP_MS_MAX);
    if (this.isListening) {
      this.#send({ stop: leave });
    } else {
      // A process that does not listen yet may lack its handlers, and ends by the signal itself.
      this.#process.kill('SIGTERM');
    }
    const end = await this.ended;
    clearTimeout(timer);
    return end;
  }

  /** @returns the metrics of the process; undefined if it does not answer in time */
  async report(): Promise<string | undefined> {
    this.#asked += 1;
    const question = this.#asked;
    const answered = Promise.withResolvers<string | undefined>();
    this.#reports.set(question, answered.resolve);
    const timer = setTimeout(() => answered.resolve(undefined), REPORT_MS_MAX);
    this.#send({ report: question });
    const page = await answered.promise;
    clearTimeout(timer);
    this.#reports.delete(question);
    return page;
  }

  /** A process that has ended gets nothing. */
  #send(message: ToGateway): void {
    if (this.#process.connected) {
      this.#process.send(message, () => undefined);
    }
  }
}

/** @returns how it ended, for the operator */
function endOf(process: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    process.on('error', ({ message }) => {
      // An `error` may also report that a signal could not be sent. Then the process still runs.
      if (process.pid === undefined) {
        resolve(message);
      }
    });
    // `close` instead of `exit`: by then the last lines have been read.
    process.on('close', (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}
