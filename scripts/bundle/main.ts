/**
 * Bundles the gateway, its threads, the sandbox and the commands into few files, which load faster than some thousand
 * modules:
 *
 *   node scripts/bundle/main.ts FOLDER
 *
 * @param FOLDER a new folder below `dist/program/`, which is put into use once it is complete
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM, use } from '../lib/built-folders.mjs';
import { bundle } from './bundle.ts';
import { PACKAGES_FILE, packagesText } from './bundled-packages.ts';
import { ENTRIES, THREADS } from './entries.ts';

const packages = new Set<string>();
const [folder = ''] = process.argv.slice(2);
const outDir = join(PROGRAM, folder);
await bundle(outDir, ENTRIES, packages);
for (const [name, source] of Object.entries(THREADS)) {
  // A process holds the text of every file that its threads import, so each thread has one file, which shares none.
  await bundle(outDir, { [name]: source }, packages, true);
}
writeFileSync(join(outDir, PACKAGES_FILE), packagesText(packages));
use(folder, PROGRAM);
