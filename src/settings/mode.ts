/** The mode of the gateway: sandbox, staging or live. */
import type { TestMode } from '../contract/test-mode.ts';
import { namedMode } from './sandbox/index.ts';
import { SettingsError } from './settings-error.ts';

/**
 * `LIVE_REHEARSAL=sandbox` beside `TURNPIKE_MODE=live` is the name that earlier releases have for staging.
 *
 * @param env with valid values of both
 * @returns undefined where money is moved
 * @throws SettingsError
 */
export function testModeOf(env: Readonly<Record<string, string | undefined>>): TestMode | undefined {
  const named = namedMode(env);
  if (!env.LIVE_REHEARSAL) {
    return named === 'live' ? undefined : (named as TestMode);
  }
  if (named === 'sandbox') {
    throw new SettingsError('LIVE_REHEARSAL is set in sandbox mode: set TURNPIKE_MODE=staging instead of it.');
  }
  return 'staging';
}

/**
 * @param recorded the mode in which the database was first used
 * @returns one line for the operator of a gateway in another mode
 */
export function wrongMode(recorded: string, mode: string): string {
  return (
    `DATABASE_URL cannot be used in ${mode} mode: the database was first used in ${recorded} mode. Use another ` +
    `database, or set TURNPIKE_MODE=${recorded}.`
  );
}
