/** `keys split` and `keys join`: a key of `TURNPIKE_KEYS` that is split among several people. */
import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { joinShares, readShare, SHARES_MAX, splitKey } from '../../adapters/vault/index.ts';
import { KEY_BYTES } from '../../platform/aes-gcm.ts';
import { type CommandResult, type LoneCall, UsageError } from '../command.ts';

/** By default two of three people are needed: one may be absent, and one alone cannot act. */
const SHARES = '3';
const THRESHOLD = '2';
const COUNT = /^[1-9]\d?$/;

/** Makes a key and prints its shares once; the key itself is neither shown nor stored. */
export async function splitNewKey({ args, usage }: LoneCall): Promise<CommandResult> {
  const { shares, threshold } = countsIn(args, usage);
  const texts = splitKey(randomBytes(KEY_BYTES), shares, threshold);
  const { keyId } = readShare(texts[0] ?? '');
  const text = [
    ...texts,
    '',
    `Each line is for one person, on paper or in a store of their own. Any ${threshold} of them give the key ${keyId};`,
    'fewer tell nothing of it. It is kept nowhere else: turnpike keys join makes it of shares.',
  ];
  return { text: text.join('\n'), exitCode: 0 };
}

function countsIn(args: readonly string[], usage: string): { readonly shares: number; readonly threshold: number } {
  try {
    const options = {
      shares: { type: 'string', default: SHARES },
      threshold: { type: 'string', default: THRESHOLD },
    } as const;
    const { values } = parseArgs({ args: [...args], options });
    const [shares, threshold] = [Number(values.shares), Number(values.threshold)];
    const areCounts = COUNT.test(values.shares) && COUNT.test(values.threshold);
    if (areCounts && threshold >= 2 && threshold <= shares && shares <= SHARES_MAX) {
      return { shares, threshold };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(usage);
}

/** Asks for shares until there are enough. @returns the key in the format of `TURNPIKE_KEYS` */
export async function joinKey({ args, usage }: LoneCall): Promise<CommandResult> {
  if (args.length > 0) {
    throw new UsageError(usage);
  }
  const texts: string[] = [];
  let needed = 2;
  process.stderr.write('A share, please. It is not shown.\n');
  for await (const line of unseenLines()) {
    if (line.trim() === '') {
      continue;
    }
    needed = readShare(line).threshold;
    texts.push(line);
    if (texts.length >= needed) {
      return { text: joinShares(texts).toString('base64'), exitCode: 0 };
    }
    process.stderr.write(`Thank you: ${texts.length} of ${needed}. The next person's, please.\n`);
  }
  throw new Error(`${needed} shares are needed, and ${texts.length} were given.`);
}

/** Reads lines without an echo on the terminal, so that the next person cannot read the previous share. */
function unseenLines(): AsyncIterable<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  return createInterface({ input: process.stdin, output: nowhere, terminal: process.stdin.isTTY });
}
