/** A release of this checkout, installed by npm into an empty folder, for tests of the installed program. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noteBuild } from './build-note.mjs';
import { npmCommand } from './packages.mjs';
import { buildPages } from './pages.mjs';
import { bundleProgram } from './program.mjs';
import { ROOT } from './project.mjs';
import { output } from './step.mjs';

/** The folder of `npm run test:all`. */
export const TESTED = join(ROOT, '.cache', 'release');

/** @param {string} folder @returns {string} the package of the release that was installed there */
export const installedIn = (folder) => join(folder, 'app', 'node_modules', 'turnpike');

/**
 * Writes a release to `files/` in a folder, and installs it in `app/` there.
 * @param {string} node the project's Node
 * @param {string} folder it is emptied
 * @param {readonly string[]} [options] of `npm run release`
 */
export async function installRelease(node, folder, options = []) {
  await buildPages(node);
  await bundleProgram(node, noteBuild());
  rmSync(folder, { recursive: true, force: true });
  const [files, app] = [join(folder, 'files'), join(folder, 'app')];
  mkdirSync(app, { recursive: true });
  // Without it npm would install into the checkout around the folder.
  writeFileSync(join(app, 'package.json'), '{ "private": true }\n');
  await output(node, [join('scripts', 'release.ts'), '--modified', '--package-only', '--out', files, ...options]);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [npm, ...first] = npmCommand();
  const tarball = join(files, `turnpike-${version}.tgz`);
  await output(npm, [...first, 'install', '--prefer-offline', '--no-audit', '--no-fund', tarball], { cwd: app });
}
