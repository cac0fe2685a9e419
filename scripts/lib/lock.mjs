/**
 * Allows one set-up at a time in a checkout, since `npm run gateway` and `npm run sandbox` may be the first two
 * commands, and run in parallel.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './project.mjs';

const POLL_MS = 200;

/**
 * Runs `work` while no other live process holds the lock. A lock whose process has ended is taken over.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [file]
 * @returns {Promise<T>}
 */
export async function withLock(work, file = join(ROOT, '.cache', 'setup.lock')) {
  mkdirSync(dirname(file), { recursive: true });
  let isReported = false;
  while (!take(file)) {
    const holder = readHolder(file);
    if (holder === undefined || !isAlive(holder)) {
      rmSync(file, { force: true });
    } else {
      if (!isReported) {
        process.stdout.write(`Waiting for another set-up in this folder (process ${holder}) …\n`);
      }
      isReported = true;
    }
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/** @param {string} file */
function readHolder(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists, but belongs to another user.
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error @returns the system's own code, such as `ENOENT` */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
