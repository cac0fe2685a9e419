/** Bundles the program when any of its sources has changed, and finds the files of the bundle. */
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { freeFolder, isInUse, PROGRAM, pointer, programVersionOf } from './built-folders.mjs';
import { withLock } from './lock.mjs';
import { ROOT } from './project.mjs';
import { output, step } from './step.mjs';

/**
 * The bundle's files that processes start with, by their sources.
 * @type {Readonly<Record<string, string>>}
 */
const FILES = {
  'src/server.ts': 'server.mjs',
  'src/start/main.ts': 'start.mjs',
  'src/start/serve/main.ts': 'serve.mjs',
};

/**
 * @param {string} node the project's Node
 * @param {string} content the hash of the sources in the build's note
 */
export async function bundleProgram(node, content) {
  const version = programVersionOf(content);
  if (isInUse(version, PROGRAM) || !isWritable()) {
    return;
  }
  await withLock(async () => {
    if (!isInUse(version, PROGRAM)) {
      // The script puts the folder into use once it is complete.
      const args = [join('scripts', 'bundle', 'main.ts'), freeFolder(version, PROGRAM)];
      await step('Bundling the program', () => output(node, args));
    }
  });
}

/**
 * The file to run for a source: that of the current bundle. In a checkout of another user, which lacks a bundle of its
 * sources and takes none from this user, it is the source itself.
 * @param {string} source the path in the checkout
 * @param {string} content the hash of the sources in the build's note
 * @returns {string} a path in the checkout
 */
export function programFile(source, content) {
  const file = FILES[source];
  const folder = isInUse(programVersionOf(content), PROGRAM) ? pointer(PROGRAM)?.folder : undefined;
  return file === undefined || folder === undefined ? source : join('dist', 'program', folder, file);
}

function isWritable() {
  try {
    accessSync(join(ROOT, 'dist'), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
