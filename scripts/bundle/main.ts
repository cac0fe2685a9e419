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
import { build } from 'vite';
import { PROGRAM, use } from '../lib/built-folders.mjs';
import { bundledPackages, PACKAGES_FILE, packagesText } from './bundled-packages.ts';
import { ENTRIES, THREADS } from './entries.ts';
import { lightBuiltins } from './light-builtins.ts';
import { moduleAddresses } from './module-addresses.ts';

/** Packages that load files beside their own, such as a binary. */
const UNBUNDLED = ['better-sqlite3'];
/** Packages of fastify that are called only for JSON schemas, which no route has (`http-server.ts`). */
const UNUSED = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'];

const packages = new Set<string>();

/** @param isOneFile whether the input has a single file, which holds all of its modules */
async function bundle(outDir: string, input: Record<string, string>, isOneFile = false): Promise<void> {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [moduleAddresses(outDir), lightBuiltins(), bundledPackages(packages)],
    resolve: {
      // Node's own way to resolve packages: Vite prefers the field `module`.
      mainFields: ['main'],
      alias: UNUSED.map((find) => ({ find, replacement: 'data:text/javascript,export {}' })),
    },
    ssr: { noExternal: true, external: UNBUNDLED, resolve: { conditions: ['node'] } },
    build: {
      ssr: true,
      target: 'esnext',
      outDir,
      emptyOutDir: false,
      // The files that the program reads.
      ssrEmitAssets: true,
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input,
        // A file has all modules that its importers import, used or not, as in the sources. Without the unused ones
        // some files import others for nothing, and the contract would be built before the provider packages are
        // loaded.
        treeshake: false,
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name]-[hash].mjs',
          sourcemapExcludeSources: true,
          comments: false,
          codeSplitting: !isOneFile,
        },
      },
    },
  });
}

const [folder = ''] = process.argv.slice(2);
const outDir = join(PROGRAM, folder);
await bundle(outDir, ENTRIES);
for (const [name, source] of Object.entries(THREADS)) {
  // A process holds the text of every file that its threads import, so each thread has one file, which shares none.
  await bundle(outDir, { [name]: source }, true);
}
writeFileSync(join(outDir, PACKAGES_FILE), packagesText(packages));
use(folder, PROGRAM);
