/**
 * A disk for a store that a test can fill: a small file system in memory if this process may mount one (as root);
 * otherwise a limit on the gateway process's file size.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  /** Its description for the report. */
  readonly what: string;
  /** False: only a limit on one process. */
  readonly isFileSystem: boolean;
  readonly path: string;
  /** Leaves no byte free for the process. */
  fill(pid: number): void;
  /** Frees all of it. */
  free(pid: number): void;
  /** Makes the disk read-only or writable again, while no file on it is open. Undefined if this is not possible. */
  readonly setWritable?: (isWritable: boolean) => void;
  remove(): void;
}

const FILLER_PART_BYTES = 64 * 1024;
/** Smaller than any store. */
const FILE_BYTES_MAX = 4_096;

export function makeSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'turnpike-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return limited(path);
  }
  const filler = join(path, 'filler');
  return {
    what: `a file system of ${megabytes} MB in memory, filled to the last byte`,
    isFileSystem: true,
    path,
    fill: () => fillUp(filler, path),
    free: () => truncateSync(filler, 0),
    setWritable: (isWritable) => void execFileSync('mount', ['-o', `remount,${isWritable ? 'rw' : 'ro'}`, path]),
    remove() {
      execFileSync('umount', ['-l', path]);
      rmSync(path, { recursive: true });
    },
  };
}

function fillUp(filler: string, path: string): void {
  try {
    for (;;) {
      writeFileSync(filler, Buffer.alloc(FILLER_PART_BYTES), { flag: 'a' });
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') {
      throw error;
    }
  }
  if (statfsSync(path).bfree > 0) {
    throw new Error('The disk has room still.');
  }
}

function limited(path: string): SmallDisk {
  const limit = (pid: number, bytes: number | 'unlimited') =>
    void execFileSync('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:`]);
  return {
    what: 'a limit on the size of the files of the process, since no file system could be mounted',
    isFileSystem: false,
    path,
    fill: (pid) => limit(pid, FILE_BYTES_MAX),
    free: (pid) => limit(pid, 'unlimited'),
    remove: () => rmSync(path, { recursive: true }),
  };
}
