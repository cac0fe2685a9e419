/** The program’s settings, read from the environment and validated at once. */

export { readSettings, type Settings } from './settings.ts';
export { withoutStrayKey } from './stray-key.ts';
