/** `turnpike rehearse` before a gateway that is not in staging, and its wrong calls. Staging's own test runs it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePayments } from '../../src/cli/rehearse/load.ts';
import { turnpike } from './turnpike.ts';

const PASSWORD = { REHEARSE_PASSWORD: 'of-the-shop' };
const asked: string[] = [];
let origin: string;
const gateway = createServer(({ method, url }, response) => {
  asked.push(`${method} ${url}`);
  response.setHeader('Content-Type', 'application/json').end('{"status":"OPERATING"}');
});
beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
});
afterAll(() => void gateway.close());

const rehearse = (args: readonly string[], env: Record<string, string> = PASSWORD) =>
  turnpike(tmpdir(), ['rehearse', ...args], env);

it('sends no payment to a gateway whose answers do not say that it is in staging', async () => {
  const { code, err } = await rehearse(['SHOP', '--origin', origin]);
  expect([code, err]).toEqual([
    1,
    `${origin} is not a staging gateway (Turnpike-Mode: staging): payments there may move money.\n`,
  ]);
  expect(asked).toEqual(['GET /api/rest/version/100/information']);
});

it.each([
  [['SHOP', '--rate', '0'], PASSWORD, 'turnpike rehearse MERCHANT'],
  [['SHOP', '--seconds', 'x'], PASSWORD, 'turnpike rehearse MERCHANT'],
  [[], PASSWORD, 'turnpike rehearse MERCHANT'],
  [['SHOP'], {}, 'REHEARSE_PASSWORD is not set'],
] as const)('refuses the call %j', async (args, env, line) => {
  expect(await rehearse(args, { ...env })).toMatchObject({ code: 2, err: expect.stringContaining(line) });
});

it('counts failed requests by their reason, and payments that were not completed', async () => {
  const transact = async (order: string, transaction: string) =>
    order.endsWith('-3') && transaction === '2'
      ? { status: 503, cause: 'SERVER_BUSY' }
      : { status: 201, result: 'SUCCESS' };
  const { planned, completed, skipped, measurements } = await makePayments(
    { transact },
    { rate: 1_000, seconds: 0.02, prefix: 'R' },
  );
  expect({ planned, completed, skipped }).toEqual({ planned: 20, completed: 19, skipped: 0 });
  expect(measurements.failures()).toEqual({ 'CAPTURE 503 SERVER_BUSY': 1 });
  const counts = measurements.figures(1).map(({ operation, requests, failed }) => [operation, requests, failed]);
  expect(counts.sort()).toEqual([
    ['AUTHORIZE', 20, 0],
    ['CAPTURE', 18, 1],
    ['REFUND', 1, 0],
    ['VOID', 2, 0],
  ]);
});
