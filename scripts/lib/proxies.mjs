/** Finds nginx and HAProxy for the tests of rolling restarts behind them, or installs Debian's. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installFromDebian } from './debian.mjs';

const NAMES = ['nginx', 'haproxy'];
const USUAL_PLACES = ['/usr/sbin', '/usr/bin', '/usr/local/sbin'];

/** @param {readonly string[]} missing */
export const withoutProxies = (missing) =>
  missing.length === 0 ? '' : `No ${missing.join(' and no ')}: rolling restarts behind it are left out.\n`;

/**
 * @param {{ places?: readonly string[], install?: () => Promise<void> }} [ways]
 * @returns {Promise<string[]>} the names of the missing proxies
 */
export async function missingProxies({
  places = USUAL_PLACES,
  install = () => installFromDebian(['nginx-light', 'haproxy']),
} = {}) {
  const missing = () => NAMES.filter((name) => !places.some((folder) => existsSync(join(folder, name))));
  if (missing().length > 0) {
    await install().catch(() => undefined);
  }
  return missing();
}
