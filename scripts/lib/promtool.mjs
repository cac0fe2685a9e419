/** Finds promtool, Prometheus's checker of rules, for the tests of alert rules, or downloads Debian's. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findFile } from './find-file.mjs';
import { ROOT } from './project.mjs';
import { output } from './step.mjs';

const PACKAGE = 'prometheus';
const FOLDER = join(ROOT, '.cache', 'promtool');
const USUAL_PLACES = ['/usr/bin/promtool', '/usr/local/bin/promtool', join(FOLDER, 'usr', 'bin', 'promtool')];

export const WITHOUT_PROMTOOL =
  'No promtool: the alert rules are not checked. Install Prometheus, or name its promtool in PROMTOOL_PATH, to check them.\n';

/**
 * @typedef {object} Ways
 * @property {string | undefined} [given] PROMTOOL_PATH
 * @property {readonly string[]} [places] possible paths of the program
 * @property {() => Promise<unknown>} [download] puts it at one of these paths
 */

/**
 * Tries in this order: PROMTOOL_PATH, an installed one, Debian's package. The package is unpacked and not installed,
 * because it would start a Prometheus.
 * @param {Ways} [ways]
 * @returns {Promise<string | undefined>} the program's path
 * @throws {import('./step.mjs').StepFailure} when PROMTOOL_PATH names no file
 */
export async function findPromtool({
  given = process.env.PROMTOOL_PATH,
  places = USUAL_PLACES,
  download = unpackFromDebian,
} = {}) {
  return findFile({ setting: 'PROMTOOL_PATH', given, places, fetch: download });
}

async function unpackFromDebian() {
  mkdirSync(FOLDER, { recursive: true });
  const unpacks = `apt-get download ${PACKAGE} && dpkg-deb --fsys-tarfile ${PACKAGE}_*.deb | tar -x ./usr/bin/promtool`;
  await output('sh', ['-c', `${unpacks} && rm ${PACKAGE}_*.deb`], { cwd: FOLDER });
}
