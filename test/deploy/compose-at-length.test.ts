/** The compose file, as podman-compose reads it. Its dry run prints the calls of podman, which needs no podman. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const FILE = fileURLToPath(new URL('../../deploy/compose/compose.yaml', import.meta.url));

it.skipIf(!existsSync('/usr/bin/podman-compose'))(
  'podman-compose reads the file: two gateways without rights, one database that only they reach, and a proxy',
  () => {
    const podman = join(mkdtempSync(join(tmpdir(), 'turnpike-podman-')), 'podman');
    writeFileSync(podman, '#!/bin/sh\necho podman version 4.3.1\n');
    chmodSync(podman, 0o755);
    const args = ['--podman-path', podman, '--dry-run', '-f', FILE, 'up', '-d'];
    const { status, stdout, stderr } = spawnSync('podman-compose', args, {
      encoding: 'utf8',
      env: { ...process.env, TURNPIKE_VERSION: '1.2.3' },
    });
    expect({ status, failed: stderr.includes('Traceback') }).toEqual({ status: 0, failed: false });
    const runs = `${stdout}\n${stderr}`.split('\n').filter((line) => line.startsWith(`${podman} run `));
    const of = (service: string) => runs.find((line) => line.includes(`--name=compose_${service}_1 `)) ?? '';
    expect(runs).toHaveLength(4);
    for (const gateway of ['one', 'two'].map(of)) {
      expect(gateway).toMatch(/--read-only .*--cap-drop ALL .*-e CREDENTIALS_DIRECTORY=\/run\/secrets /);
      expect(gateway).toMatch(/\/run\/secrets\/TURNPIKE_KEYS:ro.*\/run\/secrets\/DATABASE_URL:ro/);
      // podman-compose has no order of networks.
      expect(gateway).toMatch(/--net (?:compose_front,compose_inside|compose_inside,compose_front) /);
    }
    expect(of('database')).toContain('--net compose_inside ');
    expect(of('proxy')).toMatch(/Caddyfile:ro .*--net compose_front .*-p 443:443/);
  },
);
