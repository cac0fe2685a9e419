/** Validates the name of the schema that has a store's tables. */
import { SettingsError } from './settings-error.ts';

/** PostgreSQL cuts a longer name, so two stores would share a schema. */
const NAME_BYTES_MAX = 63;
const CONTROL_CHARACTER = /\p{Cc}/u;
/** PostgreSQL's own schemas. */
const RESERVED = /^(?:pg_|information_schema$)/;

/**
 * Other settings may be empty. An empty name of a schema is refused, because the gateway would use the tables of
 * another store.
 *
 * @param name of any other characters: it is quoted in statements
 * @throws SettingsError
 */
export function readDatabaseSchema(name: string | undefined, databaseUrl: string): string | undefined {
  if (name === undefined) {
    return undefined;
  }
  if (databaseUrl.startsWith('sqlite:')) {
    throw new SettingsError(
      'DATABASE_SCHEMA cannot be used with SQLite, where each store is a file: name another file in DATABASE_URL.',
    );
  }
  const problem = problemOf(name);
  if (problem !== undefined) {
    throw new SettingsError(`DATABASE_SCHEMA=${JSON.stringify(name)} cannot be used: ${problem}.`);
  }
  return name;
}

function problemOf(name: string): string | undefined {
  if (name.trim() === '') {
    return 'it takes the name of a schema, or is not set';
  }
  if (Buffer.byteLength(name) > NAME_BYTES_MAX) {
    return `a name has at most ${NAME_BYTES_MAX} bytes`;
  }
  if (CONTROL_CHARACTER.test(name)) {
    return 'a name has no control characters';
  }
  return RESERVED.test(name) ? 'PostgreSQL reserves the name' : undefined;
}
