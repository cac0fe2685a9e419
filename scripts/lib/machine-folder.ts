/**
 * The folder of an installed version for one kind of machine: the release, and the files that npm would install beside
 * it: Node, and the driver of SQLite with the binary of this machine alone.
 */
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.mjs';
import { output, StepFailure } from './step.mjs';

/** The processor in names of packages and archives: that of this machine. */
export const PROCESSOR = process.arch;

const NODE = join(ROOT, 'node_modules', `node-linux-${PROCESSOR}`);
const DRIVER = join('node_modules', 'better-sqlite3');

export interface Release {
  readonly version: string;
  /** The tarball's path. */
  readonly file: string;
}

/** @throws StepFailure if the folder has no release or several */
export function findRelease(folder: string): Release {
  const found = readdirSync(folder).flatMap((name) => {
    const version = /^turnpike-(.+)\.tgz$/.exec(name)?.[1];
    return version === undefined ? [] : [{ version, file: join(folder, name) }];
  });
  const [release] = found;
  if (release === undefined || found.length > 1) {
    throw new StepFailure(`${folder} has ${found.length} releases: run npm run release.`);
  }
  return release;
}

/** Node with its licence, below `into`. */
export function writeNode(into: string): void {
  mkdirSync(join(into, 'bin'), { recursive: true });
  cpSync(join(NODE, 'bin', 'node'), join(into, 'bin', 'node'));
  cpSync(join(NODE, 'LICENSE'), join(into, 'LICENSE-OF-NODE'));
}

/** All other files of the version, below `into`. */
export async function writeProgram(release: Release, into: string): Promise<void> {
  mkdirSync(into, { recursive: true });
  await output('tar', ['-xzf', release.file, '-C', into, '--strip-components=1', '--no-same-owner']);
  for (const name of ['package.json', 'LICENSE', 'lib']) {
    cpSync(join(ROOT, DRIVER, name), join(into, DRIVER, name), { recursive: true });
  }
  const binary = join('prebuilds', `linux-${PROCESSOR}.node`);
  cpSync(join(ROOT, DRIVER, binary), join(into, DRIVER, binary));
  cpSync(join(ROOT, 'deploy'), join(into, 'deploy'), { recursive: true });
}

/** The time of all files of an archive: that of the release's. */
export async function secondsOf(release: Release): Promise<string> {
  const [line = ''] = (await output('tar', ['-tzvf', release.file, '--full-time', '--utc'])).split('\n');
  const [, day, time] = /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)/.exec(line) ?? [];
  return `${Date.parse(`${day}T${time}Z`) / 1_000}`;
}

/** With these options the same files are the same bytes. */
export const tarOptions = (seconds: string): string[] => ['--sort=name', `--mtime=@${seconds}`, '--numeric-owner'];

/** Archives files of a folder, which become root's. */
export async function archive(folder: string, file: string, seconds: string, names: readonly string[]): Promise<void> {
  await output('tar', [...tarOptions(seconds), '--owner=0', '--group=0', '-C', folder, '-cf', file, ...names]);
}
