/** Validates the settings of the standbys from which lists are read. The errors omit the URL. */
import { SECOND_MS } from '../contract/durations.ts';
import { databaseHosts } from '../platform/database-hosts.ts';
import { requireDatabaseTls } from './database-url.ts';
import { SettingsError } from './settings-error.ts';

export interface ReadableStandby {
  /** In the format of `DATABASE_URL`. */
  readonly url: string;
  /** Older data is not shown: the list is read from the primary then. */
  readonly ageMsMax: number;
}

const AGE_SECONDS = 10;
/** A standby's data is dated by heartbeats, one every two seconds: less would refuse a standby without a lag. */
const AGE_SECONDS_MIN = 5;
const AGE_SECONDS_MAX = 300;
const SECONDS = /^\d{1,3}$/;

/**
 * @param databaseUrl the validated `DATABASE_URL`
 * @returns undefined without the setting
 * @throws SettingsError
 */
export function readDatabaseRead(
  { DATABASE_READ_URL: url, DATABASE_READ_AGE_MAX: age }: Readonly<Record<string, string | undefined>>,
  databaseUrl: string,
  mode: 'live' | 'sandbox',
): ReadableStandby | undefined {
  const ageMsMax = readAge(age);
  if (url === undefined) {
    return undefined;
  }
  if (databaseUrl.startsWith('sqlite:')) {
    throw new SettingsError('DATABASE_READ_URL cannot be used with SQLite, which has no standby.');
  }
  const urls = databaseHosts(url, 'READS');
  if (urls === undefined) {
    throw new SettingsError(
      'DATABASE_READ_URL cannot be used: it takes postgres://user:password@host:port/database, with several hosts ' +
        'host:port,host:port and target_session_attrs=prefer-standby.',
    );
  }
  requireDatabaseTls('DATABASE_READ_URL', urls, mode);
  return { url, ageMsMax };
}

function readAge(text = `${AGE_SECONDS}`): number {
  const seconds = SECONDS.test(text) ? Number(text) : 0;
  if (seconds < AGE_SECONDS_MIN || seconds > AGE_SECONDS_MAX) {
    throw new SettingsError(
      `DATABASE_READ_AGE_MAX=${JSON.stringify(text)} cannot be used: it takes seconds, from ${AGE_SECONDS_MIN} to ${AGE_SECONDS_MAX}.`,
    );
  }
  return seconds * SECOND_MS;
}
