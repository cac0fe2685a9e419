// @module-tag at-length
/** `@turnpike/client` and `@turnpike/webhooks` on Deno and Bun, from npm. */
import { execFile } from 'node:child_process';
import { globSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../scripts/lib/project.mjs';
import { createAuthority } from '../support/certificates.ts';
import { freePorts } from '../support/ports.ts';
import { API_PASSWORD, keptStack, type Stack } from '../support/stack.ts';
import { programsOf } from './installed.ts';
import { INSTALL_MS_MAX, installProject } from './shop-systems.ts';
import { signedNotification } from './webhooks/signed-notification.ts';

const run = promisify(execFile);

let stack: Stack;
let folder: string | undefined;
let untrusted: Server;
beforeAll(async () => {
  stack = await keptStack();
  const source = join(ROOT, 'test', 'packages', 'runtimes-shop');
  folder = await installProject('runtimes-shop', source, ['client', 'webhooks']);
  for (const [file, code] of folder === undefined ? [] : [...programsOf('client'), ...programsOf('webhooks')]) {
    writeFileSync(join(folder ?? '', file), code);
  }
  const { cert, key } = createAuthority('Nobody').issue({ name: 'localhost', use: 'server', hosts: ['localhost'] });
  untrusted = createServer({ cert, key }, (_, response) => response.end('{}'));
  await new Promise<void>((resolve) => untrusted.listen(0, resolve));
}, INSTALL_MS_MAX);
afterAll(() => untrusted.close());

describe.each([
  ['Deno', '@deno/*/deno', ['run', '--allow-net', '--allow-env']],
  ['Bun', '@oven/*/bin/bun', ['run']],
] as const)('%s', (_, binary, args) => {
  const outputOf = async (program: string, env: Record<string, string>) => {
    // The package of this platform; the one that a shop names gets its program from it by a script of its installation.
    const [path = ''] = globSync(join(folder ?? '', 'node_modules', binary));
    const { stdout } = await run(path, [...args, program], { cwd: folder, env: { ...process.env, ...env } });
    return stdout;
  };
  const pay = (password: string) =>
    outputOf('pay.mjs', {
      TURNPIKE_ORIGIN: stack.origin,
      TURNPIKE_MERCHANT: 'TESTSHOP',
      TURNPIKE_PASSWORD: password,
    });

  it('pays, and reports a refusal by its cause', async ({ skip }) => {
    skip(folder === undefined, 'npm cannot get it.');
    expect(await pay(API_PASSWORD)).toBe('SUCCESS APPROVED CAPTURED\n');
    expect(await pay('wrong')).toMatch(/^INVALID_REQUEST undefined undefined Invalid credentials\. \S+\n$/);
  });

  it('knows that a gateway that does not listen, or has an unknown certificate, got nothing', async ({ skip }) => {
    skip(folder === undefined, 'npm cannot get it.');
    const [port] = await freePorts(1);
    const origins = [`http://127.0.0.1:${port}`, `https://localhost:${(untrusted.address() as AddressInfo).port}`];
    expect(await outputOf('refused.mjs', { ORIGINS: origins.join(' ') })).toBe(
      'NetworkError false\nNetworkError false\n',
    );
  });

  it('receives a notification, and refuses one whose body was changed', async ({ skip }) => {
    skip(folder === undefined, 'npm cannot get it.');
    const key = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const received = { url: 'https://shop.example/turnpike', ...signedNotification(key) };
    expect(await outputOf('receive.mjs', { TURNPIKE_NOTIFICATION_KEYS: key, RECEIVED: JSON.stringify(received) })).toBe(
      'O-1\n204\n401\n',
    );
  });
});
