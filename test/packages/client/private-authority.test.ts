/** The README's two ways to a gateway whose certificate is of a private authority, over TLS. */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../../scripts/lib/project.mjs';
import { createAuthority } from '../../support/certificates.ts';
import { API_PASSWORD, keptStack } from '../../support/stack.ts';
import { type InstalledProject, installedProject, outputOf, programsOf } from '../installed.ts';

const PAID = 'SUCCESS APPROVED CAPTURED\n';
/** The client of the README's first program, with which the others pay too. */
const CLIENT = 'new Turnpike({ origin, merchantId, password })';

let project: InstalledProject;
let server: Server;
let env: Record<string, string>;
beforeAll(async () => {
  const [stack, installed] = [await keptStack(), await installedProject()];
  project = installed;
  const authority = createAuthority('Harbour Lane Books');
  const { cert, key } = authority.issue({ name: 'localhost', use: 'server', hosts: ['localhost'] });
  server = createServer({ cert, key }, (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const to = new URL(url, stack.origin);
    const forwarded = httpRequest(to, { method, headers: { ...headers, host: to.host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  writeFileSync(join(project.folder, 'ca.pem'), authority.cert);
  // A package that the program's own packages bring.
  symlinkSync(join(ROOT, 'node_modules', 'undici'), join(project.folder, 'node_modules', 'undici'));
  env = {
    TURNPIKE_ORIGIN: `https://localhost:${port}`,
    TURNPIKE_MERCHANT: 'TESTSHOP',
    TURNPIKE_PASSWORD: API_PASSWORD,
  };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** The README's lines with a dispatcher. */
function dispatcherLines(): readonly string[] {
  const readme = readFileSync(join(ROOT, 'packages', 'client', 'README.md'), 'utf8');
  const block = /^ {4}import .* from 'undici';\n(?: {4}.+\n)+/m.exec(readme)?.[0] ?? '';
  return block.trim().split(/\n\s*/);
}

it('pays with the authority in NODE_EXTRA_CA_CERTS', async () => {
  const node = process.env.npm_node_execpath ?? process.execPath;
  expect(await outputOf(project, [node, 'pay.mjs'], { ...env, NODE_EXTRA_CA_CERTS: 'ca.pem' })).toBe(PAID);
});

it('pays with the authority in a dispatcher of undici', async () => {
  const [imports, dispatcher, client = ''] = dispatcherLines();
  const ca = "const ca = (await import('node:fs')).readFileSync('ca.pem');";
  const program = programsOf('client').get('pay.mjs') ?? '';
  const own = client.replace('…', 'origin, merchantId, password').replace(/;$/, '');
  expect(program).toContain(CLIENT);
  const text = [imports, ca, dispatcher, program.replace(CLIENT, own)].join('\n');
  writeFileSync(join(project.folder, 'dispatcher.mjs'), text);
  expect(await outputOf(project, [process.execPath, 'dispatcher.mjs'], env)).toBe(PAID);
});

it('reports at once that nothing was sent, without the authority', async () => {
  const untrusted = outputOf(project, [process.execPath, 'pay.mjs'], env);
  await expect(untrusted).rejects.toThrow(/NetworkError[\s\S]*isSent: false/);
});
