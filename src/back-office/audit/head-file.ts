/**
 * The file of heads, outside the database: the range of each append, written before and after it was stored. Comparing
 * the table with it reveals rewritten, removed and added entries. Several processes of one machine may append to the
 * same file.
 */
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { HeadLine, Heads } from './ports.ts';

const OWNERS_FILE = 0o600;
const OWNERS_FOLDER = 0o700;
const LINE_FEED = 0x0a;

export class HeadFile implements Heads {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Resolves when the line is flushed. Opens the file each time, so that a new one is created after the old one was
   * moved.
   */
  async write(line: HeadLine): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: OWNERS_FOLDER });
    const file = await open(this.#path, 'a+', OWNERS_FILE);
    try {
      const { size } = await file.stat();
      const { buffer } = size === 0 ? { buffer: undefined } : await file.read(Buffer.alloc(1), 0, 1, size - 1);
      // After a power loss the file may end with half a line.
      const isTorn = buffer !== undefined && buffer[0] !== LINE_FEED;
      await file.appendFile(`${isTorn ? '\n' : ''}${JSON.stringify(line)}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
  }
}

/** The parsed file of heads. */
export interface ReadHeads {
  readonly lines: readonly HeadLine[];
  /** Numbers of unreadable lines, from 1. */
  readonly unreadable: readonly number[];
}

/** @throws the file system's error if the file cannot be read */
export async function readHeads(path: string): Promise<ReadHeads> {
  const texts = (await readFile(path, 'utf8')).split('\n');
  const lines: HeadLine[] = [];
  const unreadable: number[] = [];
  for (const [index, text] of texts.entries()) {
    if (text === '') {
      continue;
    }
    const line = headLine(text);
    if (line === undefined) {
      unreadable.push(index + 1);
    } else {
      lines.push(line);
    }
  }
  return { lines, unreadable };
}

const STATES: ReadonlySet<string> = new Set(['COMMITTED', 'INTENT', 'RESTORED']);

function headLine(text: string): HeadLine | undefined {
  try {
    const line = JSON.parse(text) as HeadLine;
    const { from, to, hash, state, time } = line;
    const isLine =
      Number.isSafeInteger(from) && Number.isSafeInteger(to) && typeof hash === 'string' && typeof time === 'string';
    return isLine && STATES.has(state) ? line : undefined;
  } catch {
    return undefined;
  }
}
