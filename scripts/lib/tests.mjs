/** Runs Vitest so that no process, port or folder outlives the run, however it ends. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './lock.mjs';
import { whenOrphaned } from './node.mjs';
import { ROOT } from './project.mjs';
import { tally } from './tally.mjs';
import { REPORT_VARIABLE } from './test-reporter.mjs';

const REPORT = join(ROOT, '.cache', 'tests.json');
/** The gateway's compile cache, with which each process of a run takes half the processor time to start. */
const COMPILED = join(ROOT, '.cache', 'compile');
const PREFIX = 'turnpike-tests-';
const MEMORY = '/dev/shm';
const MOUNTS = '/proc/self/mounts';
/** The free memory needed for a run's folder. Databases, keys and browser profiles take a few hundred megabytes. */
const MEMORY_BYTES_MIN = 3 * 2 ** 30;
/** After SIGINT, Vitest waits until the running tests have ended. After Ctrl-C the runner waits at most this long. */
const STOP_MS_MAX = 5_000;
/** The exit code of a shell for SIGINT. */
const STOPPED = 130;
/** For tests that start processes of their own, or use a database server: some of them measure their time. */
export const TWO_WORKERS = '--maxWorkers=2';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const REMOVE_TRIES = 5;

/**
 * @param {string} node the project's Node
 * @param {readonly string[]} args Vitest's arguments
 * @param {Record<string, string>} env added to this process's own
 * @returns {Promise<import('./tally.mjs').Report & { exitCode: number, isStopped: boolean, files: FileTime[] }>} at
 * least one failure unless the run succeeded; a signal to this process stops it
 */
export async function runTests(node, args, env) {
  removeFoldersOfTheDead();
  const folder = mkdtempSync(join(roomyFolder(), `${PREFIX}${process.pid}-`));
  // A database server runs under its own account, which must be able to enter its folder.
  chmodSync(folder, 0o711);
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  rmSync(REPORT, { force: true });
  try {
    const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--reporter=./scripts/lib/test-reporter.mjs'];
    const { exitCode, isStopped } = await runInGroup(node, [...vitest, ...args], {
      ...env,
      TMPDIR: folder,
      NODE_COMPILE_CACHE: COMPILED,
      [REPORT_VARIABLE]: REPORT,
    });
    const report = readReport();
    return { exitCode, isStopped, ...tally(report, exitCode), files: report?.files ?? [] };
  } finally {
    remove(folder);
  }
}

/**
 * Runs Vitest in a process group of its own, which is ended as a whole. Browsers and services in other groups end with
 * the process that started them.
 * @param {string} node
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 * @returns {Promise<{ exitCode: number, isStopped: boolean }>} the exit code as a shell reports it
 */
function runInGroup(node, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: process.platform !== 'win32',
    });
    /** @type {NodeJS.Timeout | undefined} */
    let killing;
    const stop = () => {
      child.kill('SIGINT');
      killing ??= setTimeout(() => endGroup(child), STOP_MS_MAX);
    };
    SIGNALS.forEach((signal) => void process.on(signal, stop));
    const orphaned = whenOrphaned(stop);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(killing);
      clearInterval(orphaned);
      SIGNALS.forEach((one) => void process.off(one, stop));
      endGroup(child);
      const exitCode = code ?? 128 + constants.signals[signal ?? 'SIGKILL'];
      const isStopped = killing !== undefined;
      resolve({ exitCode: isStopped ? exitCode || STOPPED : exitCode, isStopped });
    });
  });
}

/** @param {import('node:child_process').ChildProcess} child the group's first process, which may have ended */
function endGroup(child) {
  if (child.pid === undefined) {
    return;
  }
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL');
  } catch (error) {
    // ESRCH means that the group has ended.
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') {
      throw error;
    }
  }
}

/**
 * The folder for databases, in memory if there is room, since flushes to a disk take a third of a run's time. A test
 * that needs a disk requests one.
 */
function roomyFolder() {
  if (!existsSync(MEMORY)) {
    return tmpdir();
  }
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > MEMORY_BYTES_MIN ? MEMORY : tmpdir();
}

/** Removes the folders of killed runs, which could not clean up. */
function removeFoldersOfTheDead() {
  for (const parent of new Set([MEMORY, tmpdir()])) {
    const names = existsSync(parent) ? readdirSync(parent).filter((name) => name.startsWith(PREFIX)) : [];
    for (const name of names.filter((one) => !isAlive(Number(one.slice(PREFIX.length).split('-')[0])))) {
      remove(join(parent, name));
    }
  }
}

/** Removes a folder, after unmounting the small disks that a killed test left in it. @param {string} folder */
function remove(folder) {
  if (existsSync(MOUNTS)) {
    const points = readFileSync(MOUNTS, 'utf8')
      .split('\n')
      .map((line) => line.split(' ')[1] ?? '');
    for (const point of points.filter((one) => one.startsWith(`${folder}/`))) {
      spawnSync('umount', ['-l', point]);
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: REMOVE_TRIES });
}

/** @returns {import('./tally.mjs').Report & { files: FileTime[] } | undefined} */
function readReport() {
  try {
    return JSON.parse(readFileSync(REPORT, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @typedef {import('./test-times.mjs').FileTime} FileTime */
