/** The settings, read from the environment and validated at startup. */

export { MEMORY_URL } from './database-url.ts';
export { wrongMode } from './mode.ts';
export { readSettings, type Settings } from './settings.ts';
export { isStoreName, type NamedStore, readStoreAddress, settingsOfStore } from './store-settings.ts';
export { withoutStrayKey } from './stray-key.ts';
