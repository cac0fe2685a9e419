/** Runs the steps of a script. Each prints one line with its title and duration, or the output of a failed command. */
import { spawn } from 'node:child_process';
import { ROOT } from './project.mjs';

/** A failure with an explanation for the user. It is shown without a stack trace. */
export class StepFailure extends Error {
  /** @param {string} message @param {number} [exitCode] */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Runs `work` under a title and prints the line.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  process.stdout.write(`${title} … `);
  return reported('', work);
}

/**
 * Like `step`, but prints the whole line at the end, for work that runs at the same time as other steps.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export function timed(title, work) {
  return reported(`${title} … `, work);
}

/**
 * @template T
 * @param {string} before printed before the duration
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
async function reported(before, work) {
  const began = performance.now();
  try {
    const result = await work();
    process.stdout.write(`${before}${seconds(performance.now() - began)}\n`);
    return result;
  } catch (error) {
    process.stdout.write(`${before}failed after ${seconds(performance.now() - began)}\n`);
    throw error;
  }
}

/**
 * Runs a command to its end and returns its standard output; if it does not exit with 0, both outputs become the
 * failure's message.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string | undefined>, cwd?: string }} [options] `env` is added to this process's own.
 * @returns {Promise<string>}
 */
export function output(command, args, { env = {}, cwd = ROOT } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let all = '';
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      out += text;
      all += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      all += text;
    });
    child.on('error', (error) => reject(new StepFailure(`${command}: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) {
        resolve(out);
      } else {
        reject(
          new StepFailure(
            `${all.trimEnd()}\n${command} ${args.join(' ')}: ${signal ?? `exit code ${code}`}`,
            code ?? 1,
          ),
        );
      }
    });
  });
}

/**
 * Runs a script, and turns a `StepFailure` into its message and exit code. It is the last call of each script.
 * @param {() => Promise<number>} main returns the exit code
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof StepFailure)) {
      throw error;
    }
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error.exitCode;
  }
}

/** @param {number} milliseconds */
function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
