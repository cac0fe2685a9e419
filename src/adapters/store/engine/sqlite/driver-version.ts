/**
 * The version of the SQLite driver that this process has loaded. A thread loads the driver's files again, which
 * `npm ci` may have replaced since the start, and two versions of SQLite must not open one database in one process.
 */
import { createRequire } from 'node:module';

const VERSION = versionOnDisk();

export type WithDriver<Data> = Data & { readonly driverVersion: string };

/** @param data start data of a thread @returns the data with this process's driver version */
export function withDriver<Data extends object>(data: Data): WithDriver<Data> {
  return { ...data, driverVersion: VERSION };
}

/** Call this in the thread before the driver opens a file. @throws Error if the driver's files have another version */
export function requireDriver({ driverVersion }: WithDriver<object>): void {
  if (VERSION !== driverVersion) {
    throw new Error(`better-sqlite3 ${VERSION} has replaced ${driverVersion} since the process started.`);
  }
}

function versionOnDisk(): string {
  return createRequire(import.meta.url)('better-sqlite3/package.json').version;
}
