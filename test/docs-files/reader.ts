/**
 * What a reader of the documentation does at a terminal, for a shell that runs its commands: `reader.ts curl …` sends
 * a request, `reader.ts payer` does what a payer would after the last answer, `reader.ts copy PATH` prints a value of
 * that answer.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { browse, payByCard } from './payer.ts';

const FILE = process.env.LAST_ANSWER ?? '';
/** As curl says that the server refused. */
const REFUSED = 22;

interface Answer {
  readonly checkout?: { readonly url: string };
  readonly browserPayment?: { readonly redirectUrl?: string };
}

/** @throws Error for a flag that the documentation should not need */
async function curl(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
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
  const { status, text } = await send(url, { method: values.request, headers, body: values.data ?? null });
  writeFileSync(FILE, text);
  console.log(text);
  if (status >= 400) {
    console.error(`${values.request} ${url} was answered ${status}.`);
    process.exitCode = REFUSED;
  }
}

async function send(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const response = await fetch(url, init);
  return { status: response.status, text: await response.text() };
}

function answer(): Answer {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Answer;
}

async function payer(): Promise<void> {
  const { checkout, browserPayment } = answer();
  if (checkout !== undefined) {
    await payByCard(checkout.url);
  } else {
    await browse(browserPayment?.redirectUrl ?? '');
  }
}

/** @throws Error where the answer has no such text */
function copy(path: string): void {
  const value = path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], answer());
  if (typeof value !== 'string') {
    throw new Error(`The last answer has no ${path}.`);
  }
  console.log(value);
}

const [what, ...args] = process.argv.slice(2);
const ACTS: Readonly<Record<string, () => Promise<void> | void>> = {
  curl: () => curl(args),
  payer,
  copy: () => copy(args[0] ?? ''),
};
await ACTS[what ?? '']?.();
