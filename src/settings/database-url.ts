/** Validates the URL of the database. The errors omit the URL, which may contain a password. */
import { databaseHosts } from '../platform/database-hosts.ts';
import { SettingsError } from './settings-error.ts';
import { isThisMachine } from './this-machine.ts';

/** A path of a UNIX socket, percent-encoded. */
const SOCKET = /^%2f/i;

/** SQLite's database in memory, which ends with the process. */
export const MEMORY_URL = 'sqlite::memory:';

/** @throws SettingsError */
export function readDatabaseUrl(text: string, mode: 'live' | 'sandbox'): string {
  if (text === MEMORY_URL && mode === 'live') {
    throw new SettingsError('DATABASE_URL cannot be used in live mode: payments in memory end with the process.');
  }
  if (/^sqlite:.+/.test(text)) {
    return text;
  }
  const urls = databaseHosts(text);
  if (urls === undefined) {
    throw new SettingsError(
      'DATABASE_URL cannot be used: it takes sqlite:path/to/file or postgres://user:password@host:port/database, ' +
        'with several hosts host:port,host:port and target_session_attrs=read-write.',
    );
  }
  requireDatabaseTls('DATABASE_URL', urls, mode);
  return text;
}

/**
 * @param setting its name, for the error
 * @throws SettingsError if live mode would send a password to another machine in clear
 */
export function requireDatabaseTls(setting: string, urls: readonly string[], mode: 'live' | 'sandbox'): void {
  if (mode === 'live' && urls.some(isPlain)) {
    throw new SettingsError(
      `${setting} cannot be used in live mode without TLS: add sslmode=verify-full, and sslrootcert=FILE for an ` +
        'authority of your own; or sslmode=disable, where the network is the database’s alone.',
    );
  }
}

/** Returns true if the URL names another machine, and states neither that TLS is used nor that it is not. */
function isPlain(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const isHere = isThisMachine(hostname) || SOCKET.test(hostname);
  // The driver takes an empty parameter as absent.
  return !isHere && !['sslmode', 'sslrootcert', 'sslcert'].some((name) => searchParams.get(name));
}
