/**
 * Corrects the addresses that modules make from their own, such as `new URL('./facts.json', import.meta.url)`, since a
 * bundle's files lie elsewhere. An entry of the bundle is beside the file. A file of `src/` or `docs/` is copied into
 * the bundle. Everything else, such as the built pages, is where it is for the sources. An `import.meta.url` alone
 * keeps its meaning: the address of the file that runs.
 */
import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { ENTRIES, THREADS } from './entries.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ADDRESS = /\bnew URL\(\s*([^,()]+),\s*import\.meta\.url,?\s*\)|\bcreateRequire\(import\.meta\.url\)/g;
const LITERAL = /^'([^']+)'$/;
/** Files that the program reads. A folder's address ends with a slash. */
const READ = /^(?:src|docs)\/.+[^/]$/;
/** The folder in the bundle of the files that the program reads, by their paths in the checkout. */
const FILES = 'files';

const BUNDLED: ReadonlyMap<string, string> = new Map(
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
      handler(code, id) {
        const copy = (path: string) => {
          const fileName = `${FILES}/${path}`;
          this.emitFile({ type: 'asset', fileName, source: readFileSync(resolve(ROOT, path)) });
          return fileName;
        };
        return {
          code: code.replaceAll(ADDRESS, (match, path?: string) => corrected(match, path, { id, outDir, copy })),
          map: null,
        };
      },
    },
  };
}

interface Place {
  /** The module's file. */
  readonly id: string;
  readonly outDir: string;
  /** @returns the path in the bundle */
  copy(path: string): string;
}

/** @throws Error if a bundle cannot know the file */
function corrected(match: string, path: string | undefined, { id, outDir, copy }: Place): string {
  const source = relative(outDir, id).replaceAll('\\', '/');
  if (path === undefined) {
    return match.replace('import.meta.url', `new URL('${source}', import.meta.url)`);
  }
  const [, literal] = LITERAL.exec(path.trim()) ?? [];
  if (literal === undefined) {
    throw new Error(`${id} makes the address of a file from ${path}, which a bundle needs as a literal.`);
  }
  const file = resolve(dirname(id), literal);
  const inCheckout = literal.endsWith('/') ? '' : relative(ROOT, file).replaceAll('\\', '/');
  const bundled = BUNDLED.get(file) ?? (READ.test(inCheckout) ? copy(inCheckout) : undefined);
  return bundled === undefined
    ? match.replace('import.meta.url', `new URL('${source}', import.meta.url)`)
    : `new URL('./${bundled}', import.meta.url)`;
}
