/**
 * A disk for a store that a test can make fail under a process which has its files open: a small file system in a file.
 * It takes root.
 */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `WRITE`: nothing can be written to any file that there is, as where the system has made the disk read-only. `FLUSH`:
 * what is written stays in memory, and every flush of it is an error of the device.
 */
export type Failure = 'WRITE' | 'FLUSH';

export interface FailingDisk {
  readonly path: string;
  fail(failure: Failure): void;
  /** All is as before. */
  mend(): void;
  remove(): void;
}

const DISK_BYTES = 64 * 2 ** 20;

/** @returns undefined where none can be had */
export function makeFailingDisk(): FailingDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-disk-'));
  const image = join(folder, 'image');
  const path = join(folder, 'disk');
  mkdirSync(path);
  closeSync(openSync(image, 'w'));
  truncateSync(image, DISK_BYTES);
  try {
    // With a journal it would give itself up for good at the first error of the device.
    run('mkfs.ext4', '-q', '-F', '-O', '^has_journal', image);
    run('mount', '-o', 'loop,errors=continue', image, path);
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  let immutable: readonly string[] = [];
  const disk: FailingDisk = {
    path,
    fail(failure) {
      immutable = failure === 'FLUSH' ? [image] : filesIn(path);
      run('chattr', '+i', ...immutable);
    },
    mend() {
      run('chattr', '-i', ...immutable);
    },
    remove() {
      run('umount', '-l', path);
      rmSync(folder, { recursive: true });
    },
  };
  if (fails(disk, 'WRITE') && fails(disk, 'FLUSH')) {
    return disk;
  }
  disk.remove();
  return undefined;
}

/** Not what is shared through memory: where that cannot be changed, the change ends the process. */
function filesIn(path: string): string[] {
  const files = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.filter(({ name }) => !name.endsWith('-shm')).map(({ name }) => join(path, name));
}

/** Whether it does, which depends on what the disk's own file lies on. */
function fails(disk: FailingDisk, failure: Failure): boolean {
  const probe = join(disk.path, 'probe');
  const descriptor = openSync(probe, 'w');
  try {
    disk.fail(failure);
    writeSync(descriptor, 'x');
    fsyncSync(descriptor);
    return false;
  } catch {
    return true;
  } finally {
    disk.mend();
    closeSync(descriptor);
    rmSync(probe);
  }
}

function run(program: string, ...given: readonly string[]): void {
  execFileSync(program, given, { stdio: 'ignore' });
}
