import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadScript } from './module.ts';

const { missingProxies, withoutProxies } = await loadScript<{
  missingProxies(ways: { places: string[]; install: () => Promise<void> }): Promise<string[]>;
  withoutProxies(missing: readonly string[]): string;
}>('lib/proxies.mjs');

it('the script installs proxies that are missing, and names those that it could not install', async () => {
  const place = mkdtempSync(join(tmpdir(), 'turnpike-proxies-'));
  const put = (name: string) => writeFileSync(join(place, name), '');
  const refused = await missingProxies({ places: [place], install: () => Promise.reject(new Error('no root')) });
  expect(refused).toEqual(['nginx', 'haproxy']);
  expect(withoutProxies(refused)).toBe('No nginx and no haproxy: rolling restarts behind it are left out.\n');
  expect(await missingProxies({ places: [place], install: async () => put('nginx') })).toEqual(['haproxy']);
  put('haproxy');
  expect(withoutProxies(await missingProxies({ places: [place], install: () => Promise.reject() }))).toBe('');
});
