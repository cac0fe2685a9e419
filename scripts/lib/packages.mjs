/** Installs what package-lock.json names, when node_modules does not hold it. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint, removeStamp, stampIs, writeStamp } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { ROOT } from './project.mjs';
import { output, step } from './step.mjs';

/**
 * The versions and hashes of the lockfile, which stays as it is. Not `npm ci`: that refuses a lockfile without an entry for each
 * other system's binary, and ours lacks a few (of Biome and of Astro's compiler), which the registry did not have when it was made.
 * Development packages too, whatever NODE_ENV says: the pages are built here.
 */
const INSTALL = ['install', '--no-save', '--include=dev', '--include=optional', '--no-progress', '--loglevel=error'];

/** Runs `npm install` where node_modules is missing or older than the lockfile. */
export async function installPackages(root = ROOT) {
  if (packagesMatch(root)) return;
  await withLock(
    async () => {
      if (packagesMatch(root)) return;
      await step('Installing packages', async () => {
        removeStamp(stampFile(root));
        const [command, ...args] = npmCommand();
        await output(command, [...args, ...INSTALL], { cwd: root });
        writeStamp(stampFile(root), lockHash(root));
      });
    },
    join(root, '.cache', 'setup.lock'),
  );
}

/**
 * Whether node_modules holds what the lockfile names. The stamp answers at once; without it (a person ran npm),
 * npm's own record inside node_modules is compared and the stamp written.
 * @param {string} root
 */
export function packagesMatch(root) {
  const hash = lockHash(root);
  if (stampIs(stampFile(root), hash)) return true;
  if (!recordMatches(join(root, 'package-lock.json'), join(root, 'node_modules', '.package-lock.json'))) return false;
  writeStamp(stampFile(root), hash);
  return true;
}

const stampFile = (root) => join(root, 'node_modules', '.turnpike-stamp');
const lockHash = (root) => fingerprint(root, ['package-lock.json']);

/** Packages for other systems are left out by npm, so only the ones that are not optional must be there. */
function recordMatches(lockFile, recordFile) {
  if (!existsSync(recordFile)) return false;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const installed = JSON.parse(readFileSync(recordFile, 'utf8')).packages;
  return Object.entries(wanted).every(([path, one]) => {
    if (path === '') return true;
    const found = installed[path];
    return found === undefined ? Boolean(one.optional || one.devOptional) : found.integrity === one.integrity;
  });
}

/**
 * The npm that started this script, else the one beside this Node, else the one on the path. Run by the Node that runs npm and
 * never by the one in node_modules, which npm may replace.
 * @returns {readonly string[]} command and first arguments
 */
function npmCommand() {
  const { npm_execpath: started, npm_node_execpath: node = process.execPath } = process.env;
  const beside = [
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const cli = [started, ...beside].find((file) => file?.endsWith('npm-cli.js') && existsSync(file));
  if (cli !== undefined) return [node, cli];
  return process.platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c', 'npm'] : ['npm'];
}
