/** The programs of the README, in a project with the installed package, which receive from a real gateway. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { turnpike } from '../../cli/turnpike.ts';
import { newOrderId } from '../../support/merchant.ts';
import { freePorts } from '../../support/ports.ts';
import { register } from '../../support/registered.ts';
import { keptStack, type Stack } from '../../support/stack.ts';
import { type InstalledProject, installedProject, type Program, startProgram } from '../installed.ts';
import { signedNotification } from './signed-notification.ts';

let stack: Stack;
let project: InstalledProject;
let program: Program | undefined;
beforeAll(async () => {
  [stack, project] = [await keptStack(), await installedProject()];
});
afterAll(() => program?.kill());

it('the server reports the outcomes of an order in their sequence, each once', async () => {
  const [port] = await freePorts(1);
  const { id, merchant } = await register(stack, { notification: { url: `http://127.0.0.1:${port}/turnpike` } });
  const { out: key } = await turnpike(stack.dataDir, ['notifications', 'key', id], {
    DATABASE_URL: stack.databaseUrl,
  });
  const env = { PORT: `${port}`, TURNPIKE_NOTIFICATION_KEYS: key.trim() };
  program = startProgram(project, 'server.mjs', env);
  const isListening = async () => (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined))?.status === 404;
  await expect.poll(isListening).toBe(true);
  const orderId = newOrderId();
  await merchant.pay(orderId, '1');
  await merchant.call('PUT', `/order/${orderId}/transaction/2`, {
    apiOperation: 'REFUND',
    transaction: { amount: '10.00', currency: 'EUR' },
  });
  const lines = () => program?.output().trim().split('\n');
  const expected = [`PAYMENT SUCCESS ${orderId} CAPTURED current`, `REFUND SUCCESS ${orderId} REFUNDED current`];
  await expect.poll(lines, { timeout: 30_000 }).toEqual(expected);
});

it('the route answers a request of the Fetch API', async () => {
  const key = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  process.env.TURNPIKE_NOTIFICATION_KEYS = key;
  const route = (await import(pathToFileURL(join(project.folder, 'route.mjs')).href)) as {
    POST(request: Request): Promise<Response>;
  };
  const { headers, body } = signedNotification(key);
  const { status } = await route.POST(new Request('https://shop.example/', { method: 'POST', headers, body }));
  expect(status).toBe(204);
});
