/** Finds the programs of Debian that tests run, such as proxies, or installs them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installFromDebian } from './debian.mjs';

/**
 * The files by which each is found, and Debian's packages of it.
 * @type {Readonly<Record<string, { files: readonly string[], packages: readonly string[] }>>}
 */
const TOOLS = {
  nginx: { files: ['nginx', 'ngx_http_js_module.so'], packages: ['nginx-light', 'libnginx-mod-http-js'] },
  haproxy: { files: ['haproxy'], packages: ['haproxy'] },
  caddy: { files: ['caddy'], packages: ['caddy'] },
  systemd: { files: ['systemd-analyze'], packages: ['systemd'] },
  buildah: { files: ['buildah', 'mmdebstrap'], packages: ['buildah', 'mmdebstrap'] },
  'podman-compose': { files: ['podman-compose'], packages: ['podman-compose'] },
};
const USUAL_PLACES = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/lib/nginx/modules'];

/** @param {readonly string[]} missing */
export const withoutTools = (missing) =>
  missing.length === 0 ? '' : `No ${missing.join(' and no ')}: the tests with it are left out.\n`;

/**
 * @param {{ places?: readonly string[], install?: (packages: readonly string[]) => Promise<void> }} [ways]
 * @returns {Promise<string[]>} the names of the missing tools
 */
export async function missingTools({ places = USUAL_PLACES, install = (names) => installFromDebian(names) } = {}) {
  const isThere = (/** @type {string} */ name) => places.some((folder) => existsSync(join(folder, name)));
  const missing = () => Object.entries(TOOLS).filter(([, { files }]) => !files.every(isThere));
  const first = missing();
  if (first.length > 0) {
    await install(first.flatMap(([, { packages }]) => packages)).catch(async () => {
      // An older Debian has some of them.
      for (const [, { packages }] of first) {
        await install(packages).catch(() => undefined);
      }
    });
  }
  return missing().map(([name]) => name);
}
