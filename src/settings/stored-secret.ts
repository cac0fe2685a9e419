/** Secrets that the sandbox generates at its first start and stores, so that a laptop needs no settings. */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The data folder of an installation that ends with its thread: its secrets are in the thread's memory, and no file is
 * written.
 */
export const MEMORY_FOLDER = ':memory:';

/** The secrets of `MEMORY_FOLDER`, by the path that their file would have. */
const inMemory = new Map<string, string>();

/**
 * Reads the secret in `file`, or generates it if the file does not exist. Only the file's owner can read it (mode
 * 0600).
 */
export function readOrCreateSecret(
  file: string,
  bytes: number,
  encoding: 'hex' | 'base64',
  generate: (bytes: number) => Buffer = randomBytes,
): string {
  return readOrCreateText(file, () => generate(bytes).toString(encoding));
}

/**
 * Reads the text in `file`, or generates it if the file does not exist. Only the file's owner can read it (mode 0600).
 *
 * The text is written completely under a temporary name, then linked to the real one. A link fails if the name exists,
 * so of two processes that start together the first one wins, and neither reads a partial text.
 */
export function readOrCreateText(file: string, generate: () => string): string {
  const kept = readSecret(file);
  if (kept !== undefined) {
    return kept;
  }
  if (isInMemory(file)) {
    const text = generate();
    inMemory.set(file, text);
    return text;
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${generate()}\n`, { flag: 'wx', mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trimEnd();
}

/** Returns the text in `file`, or undefined if the file does not exist. */
export function readSecret(file: string): string | undefined {
  if (isInMemory(file)) {
    return inMemory.get(file);
  }
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

function isInMemory(file: string): boolean {
  return file.startsWith(MEMORY_FOLDER);
}
