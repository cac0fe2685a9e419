/**
 * nginx (Debian's package) and HAProxy in front of a stack's processes, with the configuration of the operator's page.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { Stack } from '../support/stack.ts';

const GUIDE = new URL('../../docs/operating/proxies.md', import.meta.url);
const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

export interface Proxy {
  readonly program: string | undefined;
  /** The page's example with these ports. */
  configuration(example: string, port: number, targets: readonly number[], folder: string): string;
  readonly args: (file: string) => string[];
}

const found = (name: string) =>
  ['/usr/sbin', '/usr/bin', '/usr/local/sbin'].map((at) => join(at, name)).find(existsSync);

const to = (example: string, [first = 0, second = 0]: readonly number[]) =>
  example
    .replace('10.0.0.11:8080', `127.0.0.1:${first}`)
    .replace('10.0.0.12:8080', `127.0.0.1:${second}`)
    .replaceAll('/srv/turnpike/dist', DIST);

export const PROXIES: Readonly<Record<string, Proxy>> = {
  nginx: {
    program: found('nginx'),
    configuration: (example, port, targets, folder) =>
      `daemon off; pid ${folder}/pid; error_log stderr crit; events {}
       http { access_log off; client_body_temp_path ${folder}/b; proxy_temp_path ${folder}/p; fastcgi_temp_path ${folder}/f;
       uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; ${to(example, targets)
         .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
         .replace('server_name pay.example;', '')
         .replace('Host $host', 'Host $http_host')} }`,
    args: (file) => ['-c', file, '-e', 'stderr'],
  },
  haproxy: {
    program: found('haproxy'),
    configuration: (example, port, targets) => to(example, targets).replace('bind :8000', `bind 127.0.0.1:${port}`),
    args: (file) => ['-db', '-f', file],
  },
};

/** @returns ends it */
export async function startProxy(
  name: string,
  { program = '', configuration, args }: Proxy,
  stack: Stack,
  port: number,
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-proxy-'));
  const [, example = ''] = new RegExp(`\`\`\`${name}\n([\\s\\S]*?)\`\`\``).exec(await readFile(GUIDE, 'utf8')) ?? [];
  const targets = stack.gateways.map((gateway) => gateway.port);
  const file = join(folder, 'proxy.conf');
  await writeFile(file, configuration(example, port, targets, folder));
  const child = spawn(program, args(file), { stdio: ['ignore', 'inherit', 'inherit'] });
  const origin = `http://localhost:${port}`;
  await expect
    .poll(() =>
      fetch(`${origin}/docs/errors`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  return async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
}
