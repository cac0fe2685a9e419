/**
 * The files of a release: an npm package with the built pages, the bundled program and what both need; and for
 * operators the examples in `deploy/` and the documentation.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES_FILE } from '../bundle/bundled-packages.ts';
import { PAGES, PROGRAM, pointer } from '../lib/built-folders.mjs';
import { type Locked, lockedPackages, nameOf } from '../sbom.ts';
import { licenceTexts } from './licences.ts';
import type { TarFile } from './tar.ts';

/** The packages that a release installs, since they load files beside their own: the driver of SQLite. */
const INSTALLED = ['better-sqlite3'];
/** The oldest Node that has all that the program uses. */
const NODE_OLDEST = '22.18.0';
/** The folders of the checkout's own processes, within a folder of a build. */
const OWN_FOLDERS = new Set(['compiled', 'users']);
/** Files of the documentation that a release has: all but pictures. */
const TEXT_FILE = /\.(?:md|json|yaml|ts)$/;

export interface Release {
  readonly version: string;
  /** The id of the build: the version with the commit. */
  readonly build: string;
  readonly commit: string | null;
  readonly files: readonly TarFile[];
  /** The packages that the release contains or installs, by their paths in the lockfile. */
  readonly packages: Locked;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** @param root the checkout, with its pages built and its program bundled */
export function releaseOf(root: string): Release {
  const manifest = readJson<Manifest>(join(root, 'package.json'));
  const note = readJson<Pick<Release, 'version' | 'commit'> & { readonly id: string }>(join(PAGES, 'build.json'));
  const pages = folderIn(PAGES);
  const program = folderIn(PROGRAM);
  const packages = packagesIn(join(PAGES, pages), join(PROGRAM, program));
  const text = (path: string, content: string): TarFile => ({ path, content: Buffer.from(content) });
  const json = (path: string, value: object) => text(path, `${JSON.stringify(value, undefined, 2)}\n`);
  // A second build of the same sources has a folder with another name, which is no part of a release.
  const [pagesName = '', programName = ''] = [pages, program].map((name) => name.split('.')[0]);
  const own = packageJson(manifest, `./dist/program/${programName}/provider-packages.mjs`);
  const files = [
    json('package.json', own),
    json('npm-shrinkwrap.json', shrinkwrap(own, installed())),
    copied(root, 'src/start/turnpike.mjs', 'bin/turnpike.mjs', true),
    copied(root, 'src/start/node-options.mjs', 'bin/node-options.mjs'),
    ...['LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md'].map((name) => copied(root, name)),
    ...folder(join(root, 'deploy'), 'deploy'),
    ...folder(join(root, 'docs'), 'docs').filter(({ path }) => TEXT_FILE.test(path)),
    text('LICENSES-OF-PACKAGES.txt', licenceTexts(root, packages)),
    json('dist/build.json', { id: note.id, version: note.version, commit: note.commit, isRelease: true }),
    json('dist/current.json', { folder: pagesName, before: null }),
    json('dist/program/current.json', { folder: programName, before: null }),
    copied(root, 'dist/away.html'),
    ...folder(join(PAGES, pages), `dist/${pagesName}`),
    ...folder(join(PROGRAM, program), `dist/program/${programName}`),
  ];
  return { version: note.version, build: note.id, commit: note.commit, files, packages };
}

function packageJson({ name, version, description, license, dependencies }: Manifest, provider: string) {
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    bin: { turnpike: 'bin/turnpike.mjs' },
    exports: { './provider': provider, './package.json': './package.json' },
    engines: { node: `>=${NODE_OLDEST}` },
    dependencies: Object.fromEntries(INSTALLED.map((one) => [one, dependencies[one]])),
  };
}

/** The lockfile of the release, by which npm installs the packages with the digests that this checkout has. */
function shrinkwrap({ name, version, ...own }: ReturnType<typeof packageJson>, packages: Locked): object {
  const { license, bin, engines, dependencies } = own;
  const project = { name, version, license, dependencies, bin, engines };
  const entries = Object.entries(packages).map(([place, one]) => [
    place,
    { resolved: tarballUrl(nameOf(place, one), one.version), ...one },
  ]);
  const all = { '': project, ...Object.fromEntries(entries) };
  return { name, version, lockfileVersion: 3, requires: true, packages: all };
}

/** With the address and the digest of a package, npm takes it from its cache without a request. */
const tarballUrl = (name: string, version: string): string =>
  `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz`;

/** The packages that npm installs. */
function installed(): Locked {
  const locked = lockedPackages();
  const open = INSTALLED.map((name) => `node_modules/${name}`);
  const places = new Set<string>();
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    places.add(place);
    open.push(...Object.keys(locked[place]?.dependencies ?? {}).map((name) => `node_modules/${name}`));
  }
  return only(locked, places);
}

/** The packages that the builds list, and those that npm installs. */
function packagesIn(...builds: readonly string[]): Locked {
  const bundled = builds.flatMap((one) => readJson<string[]>(join(one, PACKAGES_FILE)));
  return only(lockedPackages(), new Set([...bundled, ...Object.keys(installed())]));
}

function only(locked: Locked, places: ReadonlySet<string>): Locked {
  return Object.fromEntries([...places].sort().flatMap((place) => (locked[place] ? [[place, locked[place]]] : [])));
}

/** @throws Error if there is no build */
function folderIn(parent: string): string {
  const folder = pointer(parent)?.folder;
  if (folder === undefined) {
    throw new Error(`${parent} has no build.`);
  }
  return folder;
}

/** A file of the checkout, at its own path or at another one. */
export const copied = (root: string, from: string, path = from, isExecutable = false): TarFile => ({
  path,
  content: readFileSync(join(root, from)),
  isExecutable,
});

/** All files below a folder, at `path`. */
export function folder(from: string, path: string): TarFile[] {
  return readdirSync(from, { withFileTypes: true }).flatMap((one) => {
    const [inner, at] = [join(from, one.name), `${path}/${one.name}`];
    if (one.isDirectory()) {
      return OWN_FOLDERS.has(one.name) ? [] : folder(inner, at);
    }
    return [{ path: at, content: readFileSync(inner) }];
  });
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}
