/** Sentences for failures of the machine instead of the program: they tell the operator what to change. */

/** Debian's packages of the libraries that the SQLite driver needs and a small image may lack. */
const LIBRARY_PACKAGES: Readonly<Record<string, string>> = {
  'libstdc++.so.6': 'libstdc++6',
  'libgcc_s.so.1': 'libgcc-s1',
  'libatomic.so.1': 'libatomic1',
};

const MISSING_LIBRARY = /(lib[\w.+-]+\.so[\w.]*): cannot open shared object file/;
const DRIVER_FILE = /better_sqlite3\.node/;

interface MachineError extends Error {
  readonly code?: string;
  /** The file of a failed call to the operating system. */
  readonly path?: string;
}

/**
 * @param file named if the error does not name one
 * @returns one sentence on what to do; undefined if the error, and the errors that caused it, are of another kind
 */
export function operatorAdvice(error: unknown, file?: string): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    const found = adviceOf(one, file);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function adviceOf({ code = '', message, path }: MachineError, file = 'DATA_DIR'): string | undefined {
  const place = path ?? file;
  if (code === 'EROFS') {
    return `${place} is on a read-only disk: set DATA_DIR to a folder that user ${userId()} may write.`;
  }
  if (code === 'EACCES' || code === 'EPERM' || code.startsWith('SQLITE_READONLY') || code === 'SQLITE_CANTOPEN') {
    return `${place} may not be written by user ${userId()}: start Turnpike as the owner of its files, or set DATA_DIR to another folder.`;
  }
  if (code === 'ERR_DLOPEN_FAILED') {
    return driverAdvice(message);
  }
  if (code === 'MODULE_NOT_FOUND' && DRIVER_FILE.test(message)) {
    return `The SQLite driver has no binary for ${process.platform}-${process.arch}: run Turnpike on Linux, macOS or Windows, on x64 or arm64.`;
  }
  return undefined;
}

function driverAdvice(message: string): string {
  const [, library = ''] = MISSING_LIBRARY.exec(message) ?? [];
  const name = LIBRARY_PACKAGES[library];
  if (name !== undefined) {
    return `The SQLite driver needs the library ${library}: install it (apt-get install ${name}).`;
  }
  const [reason] = message.split('\n');
  return `The SQLite driver's binary does not fit ${process.platform}-${process.arch}: run npm install again on this machine (${reason}).`;
}

/** The number of this process's user, which may have no name in a container. */
const userId = (): string => `${process.getuid?.() ?? 'of this process'}`;
