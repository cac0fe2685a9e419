/** Secrets that the sandbox generates at the first start and keeps, so that a laptop needs no settings. */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The secret in `file`. If there is no such file, it is generated; only its owner can read it (mode 0600). */
export function keptSecret(
  file: string,
  bytes: number,
  encoding: 'hex' | 'base64',
  generate: (bytes: number) => Buffer = randomBytes,
): string {
  return keptText(file, () => generate(bytes).toString(encoding));
}

/**
 * The text in `file`. If there is no such file, it is generated; only its owner can read it (mode 0600).
 *
 * Written whole under a name of its own, then linked to the real one: a link fails if the name exists, so of two
 * processes that start together the first one wins, and neither reads half a text.
 */
export function keptText(file: string, generate: () => string): string {
  const kept = keptSecretIn(file);
  if (kept !== undefined) {
    return kept;
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

/** The text in `file`; undefined if there is no such file. */
export function keptSecretIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}
