/**
 * Bundles the thread of a world for the package `@turnpike/sandbox`, beside the built pages and the threads of the
 * bundled program, which it starts:
 *
 *   node scripts/bundle/world.ts
 *
 * It prints the folder of the bundle, `dist/world/VERSION`, which is made once for each version of the sources.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM, pointer } from '../lib/built-folders.mjs';
import { withLock } from '../lib/lock.mjs';
import { ROOT } from '../lib/project.mjs';
import { bundle } from './bundle.ts';
import { PACKAGES_FILE, packagesText } from './bundled-packages.ts';
import { THREADS } from './entries.ts';

const WORLD = join(ROOT, 'dist', 'world');
const version = pointer(PROGRAM)?.folder;
if (version === undefined) {
  throw new Error('The program is not bundled: run npm run build.');
}
const folder = join(WORLD, version);
await withLock(async () => {
  if (existsSync(folder)) {
    return;
  }
  mkdirSync(WORLD, { recursive: true });
  const draft = `${folder}-${process.pid}`;
  const packages = new Set<string>();
  await bundle(draft, { thread: 'src/world/thread.ts' }, packages);
  for (const name of Object.keys(THREADS)) {
    copyFileSync(join(PROGRAM, version, `${name}.mjs`), join(draft, `${name}.mjs`));
  }
  writeFileSync(join(draft, PACKAGES_FILE), packagesText(packages));
  for (const former of readdirSync(WORLD).filter((name) => join(WORLD, name) !== draft)) {
    rmSync(join(WORLD, former), { recursive: true, force: true });
  }
  renameSync(draft, folder);
});
process.stdout.write(`${folder}\n`);
