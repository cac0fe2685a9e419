/**
 * Packages as a shop has them: packed, installed from their tarballs into an empty project, with the programs of their
 * READMEs beside them.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../scripts/lib/project.mjs';
import { type PackedPackage, packageNames, packPackage } from '../../scripts/packages.ts';
import { kept } from '../support/kept.ts';
import { spawnTethered } from '../support/tethered.ts';

const run = promisify(execFile);

export interface InstalledProject {
  readonly folder: string;
  /** By the names of their folders. */
  readonly packed: ReadonlyMap<string, PackedPackage>;
}

/** Packages that need files of a build, or a shop system, and have tests of their own. */
const INSTALLED_APART: readonly string[] = ['medusa', 'sandbox', 'shop-check', 'vendure'];

/** A program of a README: a block of code whose first line is a comment with the file's name. */
const PROGRAM = /```(?:js|ts|html|json)\n(?:\/\/|<!--) (\S+\.\w+)(?: -->)?\n([\s\S]*?)```/g;

/** @returns the programs of the package's README, by their files */
export function programsOf(name: string): ReadonlyMap<string, string> {
  const readme = readFileSync(join(ROOT, 'packages', name, 'README.md'), 'utf8');
  return new Map([...readme.matchAll(PROGRAM)].map(([, file = '', code = '']) => [file, code]));
}

/** The project that all test files of a worker share. */
export const installedProject = kept(async (): Promise<InstalledProject> => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-packages-'));
  const names = packageNames().filter((name) => !INSTALLED_APART.includes(name));
  const packed = new Map<string, PackedPackage>();
  for (const name of names) {
    packed.set(name, await packPackage(name, join(folder, 'packed')));
  }
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  const tarballs = [...packed.values()].map(({ file }) => file);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', ...tarballs], {
    cwd: folder,
  });
  for (const name of names) {
    for (const [file, code] of programsOf(name)) {
      writeFileSync(join(folder, file), code);
    }
  }
  return { folder, packed };
});

/** @returns the compiler's problems with these files of the project, under strict settings */
export async function typeProblems({ folder }: InstalledProject, files: readonly string[]): Promise<string> {
  const options = {
    ...{ target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'], module: 'nodenext' },
    ...{ types: ['node'], typeRoots: [join(ROOT, 'node_modules', '@types')], paths: typesOf('pg', 'express') },
    ...{ allowJs: true, checkJs: true, noEmit: true, strict: true, skipLibCheck: true },
    ...{ noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  try {
    await run(process.execPath, [compiler, '-p', folder]);
    return '';
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}

const typesOf = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, [join(ROOT, 'node_modules', '@types', name)]]));

export interface Program {
  output(): string;
  kill(): void;
}

/** @returns the output of a program of the project, once it has ended */
export async function outputOf(
  { folder }: InstalledProject,
  [command, ...args]: readonly [string, ...string[]],
  env: Record<string, string>,
): Promise<string> {
  const { stdout, stderr } = await run(command, args, { cwd: folder, env: { ...process.env, ...env } });
  return stdout + stderr;
}

/** Starts a program of the project. */
export function startProgram({ folder }: InstalledProject, file: string, env: Record<string, string>): Program {
  const child = spawnTethered(process.execPath, [join(folder, file)], { ...process.env, ...env });
  let output = '';
  const collect = (text: Buffer) => {
    output += text;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return { output: () => output, kill: () => void child.kill('SIGKILL') };
}
