/**
 * `npm run packages [-- --out FOLDER]`: builds each folder of `packages/`, and writes it to `dist/packages/` as a
 * folder and as a tarball for npm. The bytes of a tarball depend on the sources alone.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { ROOT } from './lib/project.mjs';
import { type TarFile, tarball } from './release/tar.ts';

const SOURCES = join(ROOT, 'packages');
const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
/** The time of the files in every package that npm packs. */
const NPM_SECONDS = Date.UTC(1985, 9, 26, 8, 15) / 1_000;
/** Every package has these, beside the files that its manifest lists; the licence is the project's by default. */
const ALWAYS = ['package.json', 'README.md', 'LICENSE'];

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly files: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A step of a build beside the compiler: `packages/X/build.ts` exports it as its default. */
export type BuildPackage = (folder: string) => Promise<void>;

export interface PackedPackage {
  readonly manifest: Manifest;
  /** The built package, as it is installed. */
  readonly folder: string;
  /** Path of the tarball. */
  readonly file: string;
  readonly files: readonly string[];
  /** The sum of its files, in bytes. */
  readonly installedBytes: number;
}

/** The folders of `packages/`, by their names. */
export function packageNames(): string[] {
  return readdirSync(SOURCES)
    .filter((name) => existsSync(join(SOURCES, name, 'package.json')))
    .sort();
}

/**
 * @param name the folder's name
 * @param out the folder for the results
 */
export async function packPackage(name: string, out: string): Promise<PackedPackage> {
  const source = join(SOURCES, name);
  const folder = join(out, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const file of ALWAYS) {
    cpSync(existsSync(join(source, file)) ? join(source, file) : join(ROOT, file), join(folder, file));
  }
  if (existsSync(join(source, 'tsconfig.json'))) {
    await compile(source, join(folder, 'lib'));
    // The compiler does not copy declarations that are sources themselves.
    for (const file of readdirSync(join(source, 'src')).filter((one) => one.endsWith('.d.ts'))) {
      cpSync(join(source, 'src', file), join(folder, 'lib', file));
    }
  } else {
    copySources(source, folder);
  }
  if (existsSync(join(source, 'build.ts'))) {
    const { default: build } = (await import(join(source, 'build.ts'))) as { readonly default: BuildPackage };
    await build(folder);
  }
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const paths = [...ALWAYS, ...manifest.files].flatMap((path) => filesAt(folder, path)).sort();
  const files = paths.map((path): TarFile => ({ path, content: readFileSync(join(folder, path)) }));
  const inArchive = files.map((file) => ({ ...file, path: `package/${file.path}` }));
  const file = join(out, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`);
  writeFileSync(file, tarball(inArchive, NPM_SECONDS));
  return {
    manifest,
    folder,
    file,
    files: paths,
    installedBytes: files.reduce((sum, { content }) => sum + content.length, 0),
  };
}

/** Copies the files of the manifest that no build makes. */
function copySources(source: string, folder: string): void {
  const { files } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest;
  for (const file of files.filter((one) => existsSync(join(source, one)))) {
    cpSync(join(source, file), join(folder, file), { recursive: true });
  }
}

/** @throws Error with the compiler's output */
async function compile(source: string, lib: string): Promise<void> {
  const args = [COMPILER, '-p', source, '--rootDir', join(source, 'src'), '--outDir', lib, '--noEmit', 'false'];
  try {
    await promisify(execFile)(process.execPath, args);
  } catch (error) {
    throw new Error(`${source} does not compile:\n${(error as { readonly stdout?: string }).stdout}`);
  }
}

/** The files at a path of the folder, which is a file or a folder. */
function filesAt(folder: string, path: string): string[] {
  return statSync(join(folder, path)).isFile()
    ? [path]
    : readdirSync(join(folder, path)).flatMap((name) => filesAt(folder, `${path}/${name}`));
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: 'string', default: join(ROOT, 'dist', 'packages') } } });
  const out = resolve(values.out);
  rmSync(out, { recursive: true, force: true });
  for (const name of packageNames()) {
    const { file, installedBytes, files } = await packPackage(name, out);
    process.stdout.write(`${file}: ${files.length} files, ${installedBytes} bytes installed\n`);
  }
}
