/** Walks tests in each engine, and skips an engine that is missing here, which `npm run test:all` reports. */
import { describe } from 'vitest';
import type { Engine } from './engine.ts';
import { FIREFOX } from './firefox.ts';
import { WEBKIT } from './webkit.ts';

const ENGINES: readonly Engine[] = [FIREFOX, WEBKIT];

export function inEachEngine(walk: (engine: Engine) => void): void {
  for (const engine of ENGINES) {
    describe.skipIf(engine.isMissing)(`in ${engine.name}`, () => walk(engine));
  }
}
