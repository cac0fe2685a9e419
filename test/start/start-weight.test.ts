import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));
/** Static value imports of a file; dynamic imports are loaded at need. */
const STATIC = /^(?:import|export)\s(?!type\b)[^;]*?from '([^']+)';|^import '([^']+)';/gm;

/** Files below `src/` and packages that a gateway loads before it listens, independent of its settings. */
function loadedAtStart(entry: string): Set<string> {
  const loaded = new Set<string>();
  const open = [resolve(SRC, entry)];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (loaded.has(file)) {
      continue;
    }
    loaded.add(file);
    for (const [, from, alone] of readFileSync(file, 'utf8').matchAll(STATIC)) {
      const specifier = (from ?? alone) as string;
      if (!specifier.startsWith('.')) {
        loaded.add(specifier);
      } else if (specifier.endsWith('.ts') && existsSync(resolve(dirname(file), specifier))) {
        open.push(resolve(dirname(file), specifier));
      }
    }
  }
  return new Set([...loaded].map((one) => one.replace(SRC, '')));
}

describe('the start of a gateway', () => {
  const loaded = loadedAtStart('compose/main.ts');

  it('loads its own parts', () => {
    expect([...loaded]).toEqual(
      expect.arrayContaining(['compose/index.ts', 'adapters/store/store.ts', 'fastify', 'kysely']),
    );
  });

  it.each([
    ['the driver of a database server', 'pg'],
    ['the mail client', 'nodemailer'],
    ['limiters of other stores', 'rate-limiter-flexible'],
    ['metrics that are not requested', 'prom-client'],
    ['the pages’ texts, which the built pages contain', 'web/text/index.ts'],
    ['the letters of receipts', 'adapters/receipts/letter.ts'],
  ])('does not load %s, which other settings need', (_what, unwanted) => {
    expect([...loaded]).not.toContain(unwanted);
  });
});
