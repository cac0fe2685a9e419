/** The programs of the README, in a project with the installed package, against a real gateway. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { keptBrowser } from '../../browser.ts';
import { API_PASSWORD, keptStack, type Stack } from '../../support/stack.ts';
import { type InstalledProject, installedProject, outputOf } from '../installed.ts';

const MERCHANT = 'TESTSHOP';
const PAID = 'SUCCESS APPROVED CAPTURED\n';

let stack: Stack;
let project: InstalledProject;
beforeAll(async () => {
  [stack, project] = [await keptStack(), await installedProject()];
});

const env = (password = API_PASSWORD) => ({
  TURNPIKE_ORIGIN: stack.origin,
  TURNPIKE_MERCHANT: MERCHANT,
  TURNPIKE_PASSWORD: password,
});

it('pays on the Node that runs npm, and reports a refusal by its cause', async () => {
  const node = process.env.npm_node_execpath ?? process.execPath;
  expect(await outputOf(project, [node, 'pay.mjs'], env())).toBe(PAID);
  const refused = await outputOf(project, [node, 'pay.mjs'], env('wrong'));
  expect(refused).toMatch(/^INVALID_REQUEST undefined undefined Invalid credentials\. \S+\n$/);
});

it('updates a session from a page of another origin, by the id of the session', async () => {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop.example');
    response.setHeader('Content-Type', pathname.endsWith('.js') ? 'text/javascript' : 'text/html');
    response.end(await readFile(join(project.folder, pathname)).catch(() => ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const { body } = await stack.merchant.call('POST', '/session', {});
  const page = await (await keptBrowser()).newPage();
  await page.goto(`http://127.0.0.1:${port}/page.html#${[stack.origin, MERCHANT, body.session?.id]}`);
  await expect.poll(() => page.title(), { timeout: 10_000 }).toBe('SUCCESS');
  await page.close();
  server.close();
});
