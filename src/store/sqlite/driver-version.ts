/**
 * The version of the SQLite driver that this process has loaded. A thread loads the driver's files again, and `npm ci`
 * may have replaced them meanwhile: two versions of SQLite never open one database in one process.
 */
import { createRequire } from 'node:module';

const VERSION = versionOnDisk();

export type WithDriver<Data> = Data & { readonly driverVersion: string };

/** @param data of a thread @returns the same with the version of this process */
export function withDriver<Data extends object>(data: Data): WithDriver<Data> {
  return { ...data, driverVersion: VERSION };
}

/** Call it in the thread before the driver opens a file. @throws Error when the files are of another version */
export function requireDriver({ driverVersion }: WithDriver<object>): void {
  if (VERSION !== driverVersion) {
    throw new Error(`better-sqlite3 ${VERSION} has replaced ${driverVersion} since the process started.`);
  }
}

function versionOnDisk(): string {
  return createRequire(import.meta.url)('better-sqlite3/package.json').version;
}
