/**
 * A disk for a store that a test can make fail while a process has its files open: a small file system in a file.
 * Requires root.
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
 * `WRITE`: existing files cannot be written, as when the system remounts a disk read-only. `FLUSH`: writes stay in
 * memory, and every flush is a device error.
 */
export type Failure = 'WRITE' | 'FLUSH';

export interface FailingDisk {
  readonly path: string;
  fail(failure: Failure): void;
  /** Ends the failure. */
  mend(): void;
  remove(): void;
}

const DISK_BYTES = 64 * 2 ** 20;

/** @returns undefined if it cannot be created */
export function makeFailingDisk(): FailingDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-disk-'));
  const image = join(folder, 'image');
  const path = join(folder, 'disk');
  mkdirSync(path);
  closeSync(openSync(image, 'w'));
  truncateSync(image, DISK_BYTES);
  try {
    // With a journal, the file system would shut down permanently at the first device error.
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

/** Except files in shared memory, where remapping would end the process. */
function filesIn(path: string): string[] {
  const files = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.filter(({ name }) => !name.endsWith('-shm')).map(({ name }) => join(path, name));
}

/** Whether the failure works, which depends on the file system of the disk's own file. */
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
