/** The settings, read from the environment and validated at startup. */

export { readSettings, type Settings } from './settings.ts';
export { withoutStrayKey } from './stray-key.ts';
export { wrongMode } from './wrong-mode.ts';
