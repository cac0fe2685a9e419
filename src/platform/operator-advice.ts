/** Sentences for failures of the machine instead of the program: each has what the operator can change. */

import { accessSync, constants } from 'node:fs';

/** The driver's own name for its binary. */
const DRIVER_FILE = /better_sqlite3\.node/;

/** SQLite has a code of its own for the index of its log, which is in memory that the disk must have room for. */
const FULL = /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|53100)$/;
/** PostgreSQL's state of a refused write. */
const TAKES_NO_WRITES = '25006';

interface MachineError extends Error {
  readonly code?: string;
  /** The sentence, where the error was made of another one of the machine. */
  readonly advice?: string | undefined;
  /** The file of a failed call to the operating system, and the call. */
  readonly path?: string;
  readonly syscall?: string;
}

/**
 * @param file named if the error does not name one
 * @returns one sentence on what to do; undefined if the error, and the errors that caused it, are of another kind
 */
export function operatorAdvice(error: unknown, file?: string): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const found = (one as MachineError).advice ?? adviceOf(one, file);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function adviceOf({ code = '', message, path, syscall }: MachineError, file?: string): string | undefined {
  const place = path ?? file ?? 'DATA_DIR';
  if (FULL.test(code)) {
    return `The disk of ${path ?? file ?? 'the database'} is full: free space there.`;
  }
  if (code === TAKES_NO_WRITES) {
    return 'The database takes no writes: its server is a standby, or read-only.';
  }
  // SQLite gives no reason, and the system does.
  const isUnopened = code === 'SQLITE_CANTOPEN';
  const isReadOnly = code.startsWith('SQLITE_READONLY');
  const reason = isUnopened || isReadOnly ? accessProblem(place) : code;
  // Node reports a folder that it could not create with its parents as absent, for every reason but a missing right.
  if (reason === 'EROFS' || (code === 'ENOENT' && syscall === 'mkdir')) {
    const remedy =
      path === undefined ? 'make it writable, or put the database into another folder' : 'set DATA_DIR to a folder';
    return `${place} is on a disk that is read-only or full: ${remedy} that user ${userId()} may write.`;
  }
  // A listener that may not use its port has no path.
  const isRefused = (path !== undefined || isUnopened) && (reason === 'EACCES' || reason === 'EPERM');
  if (isRefused || isReadOnly) {
    return `User ${userId()} may not use ${place}: start Turnpike as the owner of its files, give them to user ${userId()} by chown, or set DATA_DIR to another folder.`;
  }
  if (code.startsWith('SQLITE_IOERR')) {
    return `The disk of ${place} fails (${code}): the system's log has the reason.`;
  }
  // The folder is absent, or the place is that of a folder.
  if (isUnopened) {
    return `${place} cannot be opened: it must be a file in a folder that user ${userId()} may write.`;
  }
  if (code === 'ERR_DLOPEN_FAILED') {
    const [detail] = message.split('\n');
    return `The SQLite driver's binary does not fit ${process.platform}-${process.arch}: run npm install again on this machine (${detail}).`;
  }
  if (code === 'MODULE_NOT_FOUND' && DRIVER_FILE.test(message)) {
    return `The SQLite driver has no binary for ${process.platform}-${process.arch}: run Turnpike on Linux, macOS or Windows, on x64 or arm64.`;
  }
  return undefined;
}

/** The code of the system's error if this process may not read or write the file. */
function accessProblem(file: string): string | undefined {
  try {
    accessSync(file, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** The number of this process's user, which may have no name in a container. */
const userId = (): string => `${process.getuid?.() ?? 'of this process'}`;
