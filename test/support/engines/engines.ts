/** Walks tests in each engine, and skips an engine that is missing here, which `npm run test:all` reports. */
import { describe } from 'vitest';
import type { Engine } from './engine.ts';
import { FIREFOX } from './firefox.ts';
import { WEBKIT } from './webkit.ts';

/** Two whole browsers walk a journey concurrently, beside those of other files. */
const JOURNEY = { timeout: 120_000 };

export function inEachEngine(walk: (engine: Engine) => void): void {
  for (const engine of [FIREFOX, WEBKIT]) {
    inEngine(engine, walk);
  }
}

export const inFirefox = (walk: (engine: Engine) => void): void => inEngine(FIREFOX, walk);

function inEngine(engine: Engine, walk: (engine: Engine) => void): void {
  // WebKit's driver sometimes loses its browser, mostly while a frame is replaced. Firefox has once missed a press on a
  // busy machine, for a reason that was not found.
  const retry = engine === WEBKIT ? 2 : 1;
  describe.skipIf(engine.isMissing)(`in ${engine.name}`, { ...JOURNEY, retry }, () => walk(engine));
}
