/** Bundles entries of the program with their packages into files that Node loads without `node_modules`. */
import { build } from 'vite';
import { bundledPackages } from './bundled-packages.ts';
import { lightBuiltins } from './light-builtins.ts';
import { moduleAddresses } from './module-addresses.ts';

/** Packages that load files beside their own, such as a binary. */
const UNBUNDLED = ['better-sqlite3'];
/** Packages of fastify that are called only for JSON schemas, which no route has (`http-server.ts`). */
const UNUSED = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'];

/**
 * @param outDir the folder of the bundle
 * @param input the entries by the names of their files
 * @param packages gets the packages whose modules are in the bundle
 * @param isOneFile whether the input has a single file, which holds all of its modules
 */
export async function bundle(
  outDir: string,
  input: Record<string, string>,
  packages: Set<string>,
  isOneFile = false,
): Promise<void> {
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
