/** A store in a folder of its own, deleted after each test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../../src/adapters/store/store.ts';
import { newDatabase, type PlaceOptions } from '../../support/database-place.ts';

/**
 * At the end of the running test. A hook of this module would be the first file's alone, since its worker keeps the
 * module.
 */
export function onEnd(cleanUp: () => unknown): void {
  onTestFinished(async () => void (await cleanUp()));
}

/** The path of a database that does not exist yet. */
export function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-store-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'turnpike.db');
}

/** A new database on the engine of the run. @returns its url */
export async function newUrl(options: PlaceOptions = {}): Promise<string> {
  const place = await newDatabase(options);
  onEnd(() => place.remove());
  return place.url;
}

/** @param at url, or the path of an embedded store's file */
export async function opened(at?: string, options: { owner?: boolean } = {}): Promise<Store> {
  const url = at ?? (await newUrl());
  const store = await openStore(url.includes(':') ? url : `sqlite:${url}`, options);
  let open = true;
  const close = store.close.bind(store);
  const once: Store = {
    ...store,
    close: async () => {
      if (open) {
        await close();
      }
      open = false;
    },
  };
  onEnd(() => once.close());
  return once;
}
