/**
 * The bundle that this process runs, instead of the sources, if `npm start` or `npm run gateway` started it
 * (`scripts/bundle/`).
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';

/** All files of a bundle lie in its folder itself, so a source never has such an address. */
const FILE = /^(.+\/dist\/program\/)([0-9a-f]{16}(?:\.\d+)?)\/[^/]+$/;

export interface Bundle {
  /** The folder of all bundles of the checkout. */
  readonly parent: URL;
  /** The name of its folder in there, which is its version. */
  readonly name: string;
}

export const BUNDLE: Bundle | undefined = bundleAt(import.meta.url);

function bundleAt(url: string): Bundle | undefined {
  const [, parent, name] = FILE.exec(url) ?? [];
  return parent === undefined || name === undefined ? undefined : { parent: new URL(parent), name };
}

/**
 * Compiling takes half of the time of a start, and a cache saves it from the second start on. Call it before the
 * modules are imported. The cache of a bundle lies in its folder, and is removed with it.
 */
export function cacheCompiledCode(): void {
  const folder =
    BUNDLE === undefined
      ? new URL('../../.cache/compile', import.meta.url)
      : new URL(`${BUNDLE.name}/compiled`, BUNDLE.parent);
  enableCompileCache(fileURLToPath(folder));
}

/** Marks the folder of the bundle as used until this process ends. */
export function keepBundle(): void {
  if (BUNDLE !== undefined) {
    keepFolder(BUNDLE.parent, BUNDLE.name);
  }
}

/**
 * Marks a folder of a build as used until this process ends, so that later builds do not delete it.
 *
 * @param parent the folder of all builds of its kind
 */
export function keepFolder(parent: URL, name: string): void {
  const users = new URL(`users/${name}/`, parent);
  const mark = new URL(`${hostname()}@${process.pid}`, users);
  try {
    mkdirSync(users, { recursive: true });
    writeFileSync(mark, '');
    process.once('exit', () => rmSync(mark, { force: true }));
  } catch {
    // The user may have only read access to this checkout. A build there keeps the previous folder in any case.
  }
}
