/**
 * Two processes behind nginx (Debian's package) or HAProxy are restarted one after another while shops pay and payers
 * open pages. Only HAProxy polls the readiness probe. The configuration is that of the operator's page.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createMerchant, newOrderId } from '../support/merchant.ts';
import { freePorts } from '../support/ports.ts';
import { API_PASSWORD, type GatewayProcess, type Stack, startStack } from '../support/stack.ts';
import { counting, grouped, report, rounds } from './report.ts';

const RESTARTS = rounds('RESTARTS', 2);
const CLIENTS = 16;
const PAUSE_MS = 10;
const RUN_MS_MAX = (RESTARTS + 1) * 90_000;
const GUIDE = new URL('../../docs/operating/proxies.md', import.meta.url);

interface Proxy {
  readonly program: string | undefined;
  /** The page's example with these ports. */
  configuration(example: string, port: number, targets: readonly number[], folder: string): string;
  readonly args: (file: string) => string[];
}

const found = (name: string) =>
  ['/usr/sbin', '/usr/bin', '/usr/local/sbin'].map((at) => join(at, name)).find(existsSync);

const to = (example: string, [first = 0, second = 0]: readonly number[]) =>
  example.replace('10.0.0.11:8080', `127.0.0.1:${first}`).replace('10.0.0.12:8080', `127.0.0.1:${second}`);

const PROXIES: Readonly<Record<string, Proxy>> = {
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

let stack: Stack | undefined;
let ending: (() => Promise<void>) | undefined;
afterEach(async () => {
  await ending?.();
  await stack?.close();
});

async function startProxy(name: string, { program = '', configuration, args }: Proxy, port: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-proxy-'));
  const [, example = ''] = new RegExp(`\`\`\`${name}\n([\\s\\S]*?)\`\`\``).exec(await readFile(GUIDE, 'utf8')) ?? [];
  const targets = (stack as Stack).gateways.map((gateway) => gateway.port);
  const file = join(folder, 'proxy.conf');
  await writeFile(file, configuration(example, port, targets, folder));
  const child = spawn(program, args(file), { stdio: ['ignore', 'inherit', 'inherit'] });
  ending = async () => {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  const origin = `http://localhost:${port}`;
  await expect
    .poll(() =>
      fetch(`${origin}/docs/errors`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
}

for (const [name, proxy] of Object.entries(PROXIES)) {
  it.skipIf(proxy.program === undefined)(
    `behind ${name} a rolling restart fails no request`,
    async () => {
      const [port = 0] = await freePorts(1);
      stack = await startStack({ processes: 2, balancerPort: port });
      await startProxy(name, proxy, port);
      const origin = `http://localhost:${port}`;
      const merchant = createMerchant(origin, API_PASSWORD);
      await merchant.introduce();
      const met = new Map<string, number>();
      const note = (what: string) => void met.set(what, (met.get(what) ?? 0) + 1);
      let isOver = false;
      const client = async (index: number) => {
        while (!isOver) {
          const isShop = index % 2 === 0;
          const status = isShop
            ? merchant.pay(newOrderId(), '1').then((answer) => answer.status)
            : merchant
                .checkout({ returnUrl: 'http://localhost:9/back' })
                .then(async ({ url }) => (await fetch(url)).status);
          note(
            await status.then(
              (number) => `${number}`,
              (error: Error) => error.message.slice(0, 80),
            ),
          );
          await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        }
      };
      const clients = Array.from({ length: CLIENTS }, (_, index) => client(index));
      for (let restart = 0; restart < RESTARTS; restart += 1) {
        const { service } = stack.gateways[restart % 2] as GatewayProcess;
        await service.stop();
        await service.start();
      }
      isOver = true;
      await Promise.all(clients);
      const total = [...met.values()].reduce((sum, count) => sum + count, 0);
      const bad = [...met].filter(([what]) => what !== '200' && what !== '201');
      report(`Rolling restarts behind ${name}`, [
        counting(RESTARTS, 'SIGTERM'),
        `${grouped(total)} requests`,
        `${bad.reduce((sum, [, count]) => sum + count, 0)} failed`,
      ]);
      expect(bad).toEqual([]);
      expect(total).toBeGreaterThan(100);
    },
    RUN_MS_MAX,
  );
}
