/**
 * Corrects the addresses that modules make from their own, such as `new URL('./facts.json', import.meta.url)`, since a
 * bundle's files lie elsewhere. An entry of the bundle is beside the file; everything else is where the sources are.
 * An `import.meta.url` alone keeps its meaning: the address of the file that runs.
 */
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { ENTRIES, THREADS } from './entries.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ADDRESS = /\bnew URL\(\s*([^,()]+),\s*import\.meta\.url,?\s*\)|\bcreateRequire\(import\.meta\.url\)/g;
const LITERAL = /^'([^']+)'$/;

const FILES: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...ENTRIES, ...THREADS }).map(([name, source]) => [resolve(ROOT, source), `${name}.mjs`]),
);

/** @param outDir the folder of all files of the bundle */
export function moduleAddresses(outDir: string): Plugin {
  return {
    name: 'turnpike-module-addresses',
    // Before types are stripped, so that the source map is about the source's own lines, which this does not change.
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.ts$/, code: 'import.meta.url' },
      handler: (code, id) => ({
        code: code.replaceAll(ADDRESS, (match, path?: string) => corrected(match, path, id, outDir)),
        map: null,
      }),
    },
  };
}

function corrected(match: string, path: string | undefined, id: string, outDir: string): string {
  const [, literal] = LITERAL.exec(path ?? '') ?? [];
  const entry = literal === undefined ? undefined : FILES.get(resolve(dirname(id), literal));
  if (entry !== undefined) {
    return `new URL('./${entry}', import.meta.url)`;
  }
  const source = relative(outDir, id).replaceAll('\\', '/');
  return match.replace('import.meta.url', `new URL('${source}', import.meta.url)`);
}
