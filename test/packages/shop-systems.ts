/** Shop systems from npm with our plugins from their tarballs, each as one process. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { vi } from 'vitest';
import { withLock } from '../../scripts/lib/lock.mjs';
import { ROOT } from '../../scripts/lib/project.mjs';
import { packPackage } from '../../scripts/packages.ts';
import { sandboxNotificationKey } from '../../src/settings/sandbox/index.ts';
import { API_PASSWORD, type Stack } from '../support/stack.ts';
import { spawnTethered } from '../support/tethered.ts';

const run = promisify(execFile);

/** Newer versions of the systems' dependencies are left out, so that each run has the same ones. */
const BEFORE = '2026-11-25';
/** Codes of npm for a registry that is away. */
const UNREACHABLE = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT)\b/;
const START_MS_MAX = 180_000;

export interface ShopProcess {
  output(): string;
  close(): Promise<void>;
}

type ShopSystem = 'medusa' | 'vendure';

/** The longest time of an installation, which belongs into a hook: the loading of a file of tests has less. */
export const INSTALL_MS_MAX = 900_000;

/** Whether the shop system is installed, or npm's registry answers. */
export async function canInstall(name: ShopSystem): Promise<boolean> {
  const folder = `${name}-shop`;
  if (isInstalled(join(ROOT, '.cache', folder), join(ROOT, 'test', 'packages', folder))) {
    return true;
  }
  try {
    await run('npm', ['ping']);
    return true;
  } catch (error) {
    return isSkipped(name, error);
  }
}

/** Whether all packages that npm knows are there: the project may have got more of them since. */
function isInstalled(folder: string, source: string): boolean {
  if (!existsSync(join(folder, 'node_modules', '.package-lock.json'))) {
    return false;
  }
  const { dependencies = {} } = JSON.parse(withoutOurs(manifestOf(source))) as { dependencies?: object };
  return Object.keys(dependencies).every((name) => existsSync(join(folder, 'node_modules', name)));
}

const manifestOf = (folder: string) => readFileSync(join(folder, 'package.json'), 'utf8');

/** Installs `test/packages/NAME-shop` with our plugin. @returns its folder, or undefined without npm's registry */
export function installShop(name: ShopSystem): Promise<string | undefined> {
  return installProject(`${name}-shop`, join(ROOT, 'test', 'packages', `${name}-shop`), ['client', 'webhooks', name]);
}

/**
 * Installs a copy of a project into `.cache`, where its packages stay between runs, since npm takes a minute for them.
 *
 * @param source its folder
 * @param ours our packages that it uses, by their folders; npm does not know them
 * @returns the copy's folder, or undefined if npm's registry does not answer
 */
export function installProject(name: string, source: string, ours: readonly string[]): Promise<string | undefined> {
  const folder = join(ROOT, '.cache', name);
  // Several files of tests install the same project, and run at once.
  return withLock(() => install(name, source, ours, folder), `${folder}.lock`);
}

async function install(
  name: string,
  source: string,
  ours: readonly string[],
  folder: string,
): Promise<string | undefined> {
  mkdirSync(folder, { recursive: true });
  copyChanged(source, folder);
  writeFileSync(join(folder, 'package.json'), withoutOurs(manifestOf(source)));
  if (!isInstalled(folder, source)) {
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    try {
      await run('npm', ['install', `--before=${BEFORE}`, ...quiet], { cwd: folder });
    } catch (error) {
      isSkipped(name, error);
      return undefined;
    }
  }
  for (const one of ours) {
    const packed = await packPackage(one, join(folder, 'packed'));
    copyChanged(packed.folder, join(folder, 'node_modules', '@turnpike', one));
  }
  return folder;
}

/** @returns false, if npm's registry does not answer @throws the error if it is another one */
function isSkipped(name: string, error: unknown): false {
  const { stderr } = error as { readonly stderr: string };
  if (!UNREACHABLE.test(stderr)) {
    throw error;
  }
  process.stdout.write(`The tests of ${name} are skipped, since npm cannot get it: ${stderr}\n`);
  return false;
}

/** @param manifest the text of a `package.json` */
function withoutOurs(manifest: string): string {
  const isOurs = (name: string) => name.startsWith('@turnpike/');
  return JSON.stringify(JSON.parse(manifest), (name, value) => (isOurs(name) ? undefined : value), 2);
}

/** Leaves files alone that are the same, since a shop that runs may read them. */
function copyChanged(from: string, to: string): void {
  const isChanged = (source: string, target: string) =>
    statSync(source).isDirectory() || !existsSync(target) || !readFileSync(source).equals(readFileSync(target));
  cpSync(from, to, { recursive: true, filter: isChanged });
}

/** The environment of a shop of the sandbox's merchant. */
export function shopEnvironment(stack: Stack, more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...{ NODE_ENV: 'production', GATEWAY: stack.origin, MERCHANT: 'TESTSHOP', PASSWORD: API_PASSWORD },
    NOTIFICATION_KEY: sandboxNotificationKey(stack.dataDir),
    ...more,
  };
}

/** @param isReady whether the shop answers, by its output */
export async function startShop(
  folder: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  isReady: (output: string) => boolean,
): Promise<ShopProcess> {
  const child = spawnTethered('/usr/bin/env', ['-C', folder, process.execPath, ...args], env);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  await vi.waitUntil(() => isReady(output) || child.exitCode !== null, START_MS_MAX);
  if (child.exitCode !== null) {
    throw new Error(`The shop ended at its start: ${output}`);
  }
  return {
    output: () => output,
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
