import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadScript } from './module.ts';

const { missingTools, withoutTools } = await loadScript<{
  missingTools(ways: { places: string[]; install: (packages: readonly string[]) => Promise<void> }): Promise<string[]>;
  withoutTools(missing: readonly string[]): string;
}>('lib/tools.mjs');

it('the script installs tools that are missing, and names those that it could not install', async () => {
  const place = mkdtempSync(join(tmpdir(), 'turnpike-tools-'));
  const put = (name: string) => writeFileSync(join(place, name), '');
  const places = [place];
  for (const name of ['nginx', 'ngx_http_js_module.so', 'buildah', 'mmdebstrap', 'podman-compose']) {
    put(name);
  }
  const refused = await missingTools({ places, install: () => Promise.reject(new Error('no root')) });
  expect(refused).toEqual(['haproxy', 'caddy', 'systemd']);
  expect(withoutTools(refused)).toBe('No haproxy and no caddy and no systemd: the tests with it are left out.\n');

  const asked: (readonly string[])[] = [];
  const install = async (packages: readonly string[]) => {
    asked.push(packages);
    if (packages.includes('caddy')) {
      throw new Error('This Debian has no caddy.');
    }
    put(packages[0] === 'systemd' ? 'systemd-analyze' : 'haproxy');
  };
  expect(await missingTools({ places, install })).toEqual(['caddy']);
  expect(asked).toEqual([['haproxy', 'caddy', 'systemd'], ['haproxy'], ['caddy'], ['systemd']]);
  put('caddy');
  expect(withoutTools(await missingTools({ places, install: () => Promise.reject() }))).toBe('');
});
