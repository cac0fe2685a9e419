/**
 * A release and the one before it, each in a checkout from whose bundle a gateway can be started. The release before is
 * the last one with a tag, or else the commit before the newest change of the schema. Without git's history, this
 * checkout is the release before of a copy with a further migration.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from '../../scripts/lib/lock.mjs';
import { EVERYTHING, packagesMatch, RUNTIME } from '../../scripts/lib/packages.mjs';
import { bundleProgram } from './bundle.ts';
import { copyCheckout, linkPackages } from './checkout-copy.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MIGRATIONS = 'src/adapters/store/schema/migrations';
const PLACE = join(ROOT, '.cache', 'release-before');
const ARCHIVE_BYTES_MAX = 512 * 1_024 * 1_024;

export interface Release {
  /** Its checkout. */
  readonly folder: string;
  /** The version, with the commit's first digits if it is not this checkout's. */
  readonly name: string;
}

export interface ReleasePair {
  readonly before: Release;
  readonly after: Release;
  /** Removes the files of a copy. */
  remove(): void;
}

/** Bundles both programs. The release before is kept for the next call; building it takes up to a minute. */
export async function releasePair(): Promise<ReleasePair> {
  bundleProgram();
  const commit = commitBefore();
  const here = releaseIn(ROOT);
  if (commit === undefined) {
    const { folder, remove } = nextRelease();
    return { before: here, after: releaseIn(folder), remove };
  }
  const folder = await checkoutOf(commit);
  return { before: releaseIn(folder, commit), after: here, remove: () => undefined };
}

function releaseIn(folder: string, commit = ''): Release {
  return { folder, name: `${versionIn(folder)} ${commit.slice(0, 8)}`.trimEnd() };
}

function versionIn(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string }).version;
}

/** @returns the id; undefined outside of git, and in a clone without that part of the history */
function commitBefore(): string | undefined {
  if (!existsSync(join(ROOT, '.git'))) {
    return undefined;
  }
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^');
  const changed = git('log', '-1', '--format=%H', '--', join(MIGRATIONS, 'index.ts'));
  return tag === undefined ? commitOf(`${changed}^`) : commitOf(tag);
}

const commitOf = (name: string) => git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);

function git(...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

async function checkoutOf(commit: string): Promise<string> {
  const folder = join(PLACE, commit);
  await withLock(async () => {
    if (existsSync(join(folder, 'dist', 'program', 'current.json'))) {
      return;
    }
    rmSync(PLACE, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const archive = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: ARCHIVE_BYTES_MAX });
    execFileSync('tar', ['-x'], { cwd: folder, input: archive });
    givePackages(folder);
    bundleIn(folder);
  }, `${PLACE}.lock`);
  return folder;
}

/** Links this checkout's packages if the lockfile has the same ones. Otherwise the set-up installs them. */
function givePackages(folder: string): void {
  linkPackages(folder);
  const packages = join(folder, 'node_modules');
  for (const { stamp } of [RUNTIME, EVERYTHING]) {
    rmSync(join(packages, stamp), { force: true });
  }
  if (!packagesMatch(folder, RUNTIME)) {
    rmSync(packages, { recursive: true });
  }
}

/** A copy of this checkout with the next version and a migration that adds a column. */
function nextRelease(): ReturnType<typeof copyCheckout> {
  const copy = copyCheckout();
  const change = (file: string, edit: (text: string) => string) => {
    const path = join(copy.folder, file);
    writeFileSync(path, edit(readFileSync(path, 'utf8')));
  };
  const [major, minor] = versionIn(ROOT).split('.').map(Number);
  change('package.json', (text) => text.replace(/("version": )"[^"]+"/, `$1"${major}.${Number(minor) + 1}.0"`));
  writeFileSync(join(copy.folder, MIGRATIONS, '9000-next-release.ts'), NEXT_MIGRATION);
  change(join(MIGRATIONS, 'index.ts'), (text) =>
    text
      .replace(/^import /m, "import { nextRelease } from './9000-next-release.ts';\nimport ")
      .replace(/\n};/, "\n  '9000_next_release': nextRelease,\n};"),
  );
  bundleIn(copy.folder);
  return copy;
}

const NEXT_MIGRATION = `import type { Up } from './migration.ts';
export const nextRelease: Up = (db) =>
  db.schema.alterTable('payment_order').addColumn('next_release', 'text').execute();
`;

function bundleIn(folder: string): void {
  execFileSync(process.execPath, ['scripts/run.mjs', '--program'], {
    cwd: folder,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: 'pipe',
  });
}
