/**
 * The archive of a release for one kind of machine, that of this process: what npm would install lies beside the
 * release, which is Node, and the driver of SQLite with one binary.
 */
import { join } from 'node:path';
import { copied, folder } from './package-files.ts';
import type { TarFile } from './tar.ts';

const DRIVER = 'node_modules/better-sqlite3';
const NODE = `node_modules/node-linux-${process.arch}`;

/** The kind of machine, in the archive's name. */
export const MACHINE = `linux-${process.arch}`;

/**
 * @param root the checkout, with its packages installed
 * @param release the files of the release
 */
export function machineFiles(root: string, release: readonly TarFile[]): TarFile[] {
  const driver = ['package.json', 'LICENSE', `prebuilds/${MACHINE}.node`].map((name) => `${DRIVER}/${name}`);
  return [
    ...release,
    copied(root, 'deploy/install/turnpike', 'bin/turnpike', true),
    copied(root, `${NODE}/bin/node`, 'bin/node', true),
    copied(root, `${NODE}/LICENSE`, 'LICENSE-OF-NODE'),
    ...driver.map((path) => copied(root, path)),
    ...folder(join(root, DRIVER, 'lib'), `${DRIVER}/lib`),
  ];
}
