/** The acquirer of the guide, from the code on its page, run as in its folder. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AcquirerProtocol } from '../../../../src/adapters/acquirers/protocol.ts';
import { kept } from '../../../support/kept.ts';

const GUIDE = new URL('../../../../docs/guide/acquirers.md', import.meta.url);
const SOURCE = new URL('../../../../src/', import.meta.url).href;
const ZOD = pathToFileURL(createRequire(import.meta.url).resolve('zod')).href;

/** The code blocks of the page, by file name. */
export function guideFiles(): ReadonlyMap<string, string> {
  const blocks = readFileSync(GUIDE, 'utf8').matchAll(
    /`src\/adapters\/acquirers\/village\/(\w+\.ts)`:\n\n```ts\n(.*?)```/gs,
  );
  return new Map([...blocks].map(([, file = '', code = '']) => [file, code]));
}

/** Loaded once a process; its folder is deleted afterwards. */
export const villageProtocol = kept(async (): Promise<AcquirerProtocol> => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-village-'));
  try {
    mkdirSync(join(folder, 'village'));
    for (const [file, code] of guideFiles()) {
      writeFileSync(join(folder, 'village', file), moved(code));
    }
    const { href } = pathToFileURL(join(folder, 'village', 'index.ts'));
    return ((await import(href)) as { village: AcquirerProtocol }).village;
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function moved(code: string): string {
  return code
    .replaceAll("from '../../../", `from '${SOURCE}`)
    .replaceAll("from '../../", `from '${SOURCE}adapters/`)
    .replaceAll("from '../", `from '${SOURCE}adapters/acquirers/`)
    .replaceAll("from 'zod'", `from '${ZOD}'`);
}
