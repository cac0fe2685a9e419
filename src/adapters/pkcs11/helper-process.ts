/** The gateway's side of the helper process, into which a token's module is loaded. */
import { type ChildProcess, spawn } from 'node:child_process';
import { childProgram, type ModuleSources, readModules } from '../../platform/module-sources.ts';
import type { HelperAnswer, HelperCall, TokenProblem } from './messages.ts';

const MODULES = readModules(new URL('helper/main.ts', import.meta.url));
/** The running Node binary, even if `npm ci` has removed or replaced its file. */
const NODE = process.platform === 'linux' ? '/proc/self/exe' : process.execPath;
/**
 * The time limit of a call. A module that reaches a device over the network may need seconds to sign in; after this
 * time the module counts as stuck.
 */
const ANSWER_MS_MAX = 10_000;
const CLOSE_MS_MAX = 2_000;

/**
 * Restricts the helper's JavaScript to reading files and loading libraries. The native library itself is not
 * restricted.
 */
const NODE_OPTIONS = [
  '--permission',
  '--allow-ffi',
  '--allow-fs-read=*',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
];

export type HelperSuccess = Exclude<HelperAnswer, { readonly problem: TokenProblem }>;

export class HelperProblem extends Error {
  readonly kind: TokenProblem['kind'];

  constructor({ kind, text }: TokenProblem) {
    super(text);
    this.kind = kind;
  }
}

interface PendingCall {
  readonly resolve: (answer: HelperSuccess) => void;
  readonly reject: (error: HelperProblem) => void;
}

export class HelperProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, PendingCall>();
  readonly #msMax: number;
  #questions = 0;
  #isGone = false;

  /**
   * @param env the complete environment of the process
   * @throws HelperProblem if the system refuses to start a process
   */
  constructor(env: Readonly<Record<string, string>>, { msMax = ANSWER_MS_MAX, modules = MODULES } = {}) {
    this.#msMax = msMax;
    this.#child = startHelper(env, modules);
    this.#child.on('message', (message) => this.#take(message as HelperAnswer));
    this.#child.on('error', (error) => this.#end(`its process does not start: ${error.message}`));
    this.#child.on('exit', (code, signal) => this.#end(`its module has ended its process (${signal ?? code})`));
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** @throws HelperProblem if the call fails or the process has ended */
  async call(call: HelperCall): Promise<HelperSuccess> {
    const { promise, resolve, reject } = Promise.withResolvers<HelperSuccess>();
    if (this.#isGone) {
      throw new HelperProblem({ kind: 'AWAY', text: 'its process has ended' });
    }
    this.#questions += 1;
    const question = this.#questions;
    this.#waiting.set(question, { resolve, reject });
    // A process that failed to start emits 'error', and may have no IPC channel.
    if (this.#child.pid !== undefined) {
      this.#child.send({ ...call, question }, (error) => {
        if (error !== null) {
          this.#end(`its process does not listen: ${error.message}`);
        }
      });
    }
    const late = setTimeout(() => {
      this.#end(`no answer within ${this.#msMax / 1_000} s`);
      this.#child.kill('SIGKILL');
    }, this.#msMax);
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      this.#waiting.delete(question);
    }
  }

  /**
   * Ends the process, and resolves once it has ended. The process signs out of the token before, unless that takes too
   * long.
   */
  async close(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null && this.#child.pid !== undefined) {
      const gone = new Promise((resolve) => this.#child.once('exit', resolve));
      if (this.#child.connected) {
        this.#child.disconnect();
      }
      const late = setTimeout(() => this.#child.kill('SIGKILL'), CLOSE_MS_MAX);
      await gone;
      clearTimeout(late);
    }
  }

  #take(answer: HelperAnswer): void {
    const waiting = this.#waiting.get(answer.question);
    if ('problem' in answer) {
      // After any other problem the helper ends itself.
      this.#isGone ||= answer.problem.kind !== 'DAMAGED';
      waiting?.reject(new HelperProblem(answer.problem));
    } else {
      waiting?.resolve(answer);
    }
  }

  #end(text: string): void {
    this.#isGone = true;
    for (const { reject } of this.#waiting.values()) {
      reject(new HelperProblem({ kind: 'AWAY', text }));
    }
  }
}

function startHelper(env: Readonly<Record<string, string>>, modules: ModuleSources): ChildProcess {
  try {
    const child = spawn(NODE, [...NODE_OPTIONS, '-'], {
      // The name in process lists.
      argv0: 'turnpike-pkcs11-helper',
      env: { ...env },
      // A vendor's library may print any text, so only its error output is shown to the operator.
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    });
    // If the child ends before it has read its program, its exit reports that.
    child.stdin?.on('error', () => undefined).end(childProgram(modules));
    return child;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new HelperProblem({ kind: 'AWAY', text: `its process does not start (${code})` });
  }
}
