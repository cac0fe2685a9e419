/** Installs the packages of package-lock.json that node_modules lacks. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fingerprint, removeStamp, stampIs, writeStamp } from './fingerprint.mjs';
import { withLock } from './lock.mjs';
import { ROOT } from './project.mjs';
import { output, step } from './step.mjs';

/**
 * The levels of packages that a command needs. `RUNTIME` is enough to start the gateway and the sandbox and to build
 * the pages; `EVERYTHING` also has the tools that check, test and measure. Each level sets npm's options explicitly,
 * since NODE_ENV would decide otherwise.
 */
export const RUNTIME = { stamp: '.turnpike-runtime', args: ['--omit=dev'] };
export const EVERYTHING = { stamp: '.turnpike-stamp', args: ['--include=dev'] };

/** @typedef {typeof RUNTIME} Level */

const ALWAYS = ['--include=optional', '--no-progress', '--loglevel=error'];

/**
 * Runs npm if node_modules lacks packages of that level or does not match the lockfile.
 * @param {string} [root]
 * @param {Level} [level]
 */
export async function installPackages(root = ROOT, level = EVERYTHING) {
  if (packagesMatch(root, level)) {
    return;
  }
  await withLock(
    async () => {
      if (packagesMatch(root, level)) {
        return;
      }
      // If the tools are installed, the level must include them, or npm would remove them.
      const wanted = existsSync(stampFile(root, EVERYTHING)) ? EVERYTHING : level;
      await step('Installing packages', async () => {
        const args = [...firstArguments(root), ...wanted.args, ...ALWAYS];
        for (const one of [RUNTIME, EVERYTHING]) {
          removeStamp(stampFile(root, one));
        }
        const [command, ...first] = npmCommand();
        await output(command, [...first, ...args], { cwd: root });
        writeStamp(stampFile(root, wanted), lockHash(root));
      });
    },
    join(root, '.cache', 'setup.lock'),
  );
}

/**
 * In a new clone, `npm ci` installs exactly the lockfile. If there are packages already, it would first remove them
 * all, so `npm install` adds the missing ones. Both leave the lockfile unchanged.
 * @param {string} root
 */
function firstArguments(root) {
  return existsSync(join(root, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
}

/**
 * Whether node_modules has the lockfile's packages for a level. If there is no matching stamp, because npm was run by
 * hand, npm's own record inside node_modules is compared and the stamp is written.
 * @param {string} root
 * @param {Level} [level]
 */
export function packagesMatch(root, level = EVERYTHING) {
  const hash = lockHash(root);
  if ([level, EVERYTHING].some((one) => stampIs(stampFile(root, one), hash))) {
    return true;
  }
  if (!recordMatches(join(root, 'package-lock.json'), join(root, 'node_modules', '.package-lock.json'), level)) {
    return false;
  }
  writeStamp(stampFile(root, level), hash);
  return true;
}

/** @param {string} root @param {Level} level */
const stampFile = (root, { stamp }) => join(root, 'node_modules', stamp);
/** @param {string} root */
const lockHash = (root) => fingerprint(root, ['package-lock.json']);

/**
 * npm omits packages for other systems, so optional packages may be absent.
 * @param {string} lockFile
 * @param {string} recordFile
 * @param {Level} level
 */
function recordMatches(lockFile, recordFile, level) {
  if (!existsSync(recordFile)) {
    return false;
  }
  const wanted = entriesOf(lockFile);
  const installed = entriesOf(recordFile);
  return Object.entries(wanted).every(([path, one]) => {
    if (path === '' || (one.dev && level === RUNTIME)) {
      return true;
    }
    const found = installed[path];
    return found === undefined ? Boolean(one.optional || one.devOptional) : found.integrity === one.integrity;
  });
}

/**
 * @param {string} file
 * @returns {Record<string, { integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }>}
 */
function entriesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages;
}

/**
 * The npm that started this script, else the npm beside this Node, else the npm on the path. It runs on npm's own Node,
 * not on the Node in node_modules, which npm may replace.
 * @returns {[string, ...string[]]} command and first arguments
 */
export function npmCommand() {
  const { npm_execpath: started, npm_node_execpath: node = process.execPath } = process.env;
  const beside = [
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const cli = [started, ...beside].find((file) => file?.endsWith('npm-cli.js') && existsSync(file));
  if (cli !== undefined) {
    return [node, cli];
  }
  return process.platform === 'win32' ? ['cmd.exe', '/d', '/s', '/c', 'npm'] : ['npm'];
}
