/**
 * A reader who follows a page at a terminal: a shell runs the commands and passes each request, each payer step and
 * each value to be copied to this process, which saves starting another one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { browse, payByCard } from './scriptless-payer.ts';

/** Words are written to a separate pipe, each terminated by NUL and all by one more; the reply is one line. */
const FUNCTIONS = `
hand_over() { printf '%s\\0' "$@" >&3; printf '\\0' >&3; read -r reply; [ "$reply" != "failed" ]; }
curl() { hand_over curl "$@"; }
payer_acts() { hand_over payer; }
copy() { hand_over copy "$1"; printf '%s' "$reply"; }
`;
const END = '\0\0';

interface Answer {
  readonly checkout?: { readonly url: string };
  readonly browserPayment?: { readonly redirectUrl?: string };
}

/** @param commands for a shell @throws Error for the first command with a result that differs from the page */
export async function follow(commands: string, env: Readonly<Record<string, string>>): Promise<void> {
  const shell = spawn('sh', ['-c', `set -e\n${FUNCTIONS}\n${commands}`], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'inherit', 'inherit', 'pipe'],
  });
  const ended = once(shell, 'exit');
  const reader = new Reader();
  let problem: unknown;
  let pending = '';
  for await (const chunk of shell.stdio[3] as Readable) {
    pending += String(chunk);
    if (pending.endsWith(END)) {
      const words = pending.slice(0, -END.length).split('\0');
      pending = '';
      const reply = await reader.act(words).catch((error: unknown) => {
        problem = error;
        return 'failed';
      });
      shell.stdin?.write(`${reply}\n`);
    }
  }
  const [code] = await ended;
  if (problem !== undefined) {
    throw problem;
  }
  if (code !== 0) {
    throw new Error(`The shell ended with ${code}.`);
  }
}

class Reader {
  #answer = '{}';

  /** @returns a line for the shell */
  async act([what, ...args]: readonly string[]): Promise<string> {
    if (what === 'copy') {
      return this.#copy(args[0] ?? '');
    }
    await (what === 'payer' ? this.#pay() : this.#curl(args));
    return 'done';
  }

  /** @throws Error for a refusal, and for a flag that no page should need */
  async #curl(args: readonly string[]): Promise<void> {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: {
        user: { type: 'string', short: 'u' },
        request: { type: 'string', short: 'X', default: 'GET' },
        data: { type: 'string', short: 'd' },
      },
      allowPositionals: true,
    });
    const [url = '', ...others] = positionals;
    if (others.length > 0) {
      throw new Error(`curl was given more than one address: ${positionals.join(' ')}`);
    }
    const headers = new Headers(values.user === undefined ? [] : [['Authorization', `Basic ${btoa(values.user)}`]]);
    const response = await fetch(url, { method: values.request, headers, body: values.data ?? null });
    this.#answer = await response.text();
    if (!response.ok) {
      throw new Error(`${values.request} ${url} was answered ${response.status}: ${this.#answer}`);
    }
  }

  /** The payer's steps after the last answer. */
  async #pay(): Promise<void> {
    const { checkout, browserPayment } = JSON.parse(this.#answer) as Answer;
    await (checkout === undefined ? browse(browserPayment?.redirectUrl ?? '') : payByCard(checkout.url));
  }

  /** @throws Error if the last answer has no such text */
  #copy(path: string): string {
    const member = (at: unknown, name: string) => (at as Readonly<Record<string, unknown>> | undefined)?.[name];
    const value = path.split('.').reduce(member, JSON.parse(this.#answer) as unknown);
    if (typeof value !== 'string') {
      throw new Error(`The last answer has no ${path}.`);
    }
    return value;
  }
}
