/** A form waits in one process, and its payer's browser sends the proof of work to another one on the same store. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { solve } from '../../../../src/web/components/proof/solve.ts';
import { turnpikeProcess } from '../../../cli/turnpike.ts';
import { type GatewayProcess, type Stack, startStack } from '../../../support/stack.ts';
import { cardForm, GOOD, REFUSED } from '../../hands.ts';

const KEYS = { TURNPIKE_KEYS: Buffer.alloc(32, 23).toString('base64') };

let stack: Stack;
const turnpike = (...args: string[]) =>
  turnpikeProcess(stack.dataDir, args, { DATABASE_URL: stack.databaseUrl, ...KEYS });
beforeAll(async () => {
  stack = await startStack({ processes: 2, env: KEYS });
  const file = join(stack.dataDir, 'watchful.json');
  // Its time alone would be half a minute.
  const limits = { declinesPerAddress: 3, declinesPerDevice: null, declinesPerCard: null, declineSharePercent: 1 };
  await writeFile(file, JSON.stringify({ id: 'TESTSHOP', name: 'Example Shop', limits }));
  const put = await turnpike('merchant', 'put', file);
  expect(put.code, put.err).toBe(0);
});
afterAll(() => stack.close());

const page = async ({ origin }: GatewayProcess, path: string) => (await fetch(`${origin}${path}`)).text();

const post = ({ origin }: GatewayProcess, path: string, fields: Record<string, string>) =>
  fetch(`${origin}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Origin: origin },
    redirect: 'manual',
  });

async function send(gateway: GatewayProcess, fields: Record<string, string>) {
  const { orderId, sessionId } = await stack.merchant.checkout({});
  const path = `/checkout/pay/${sessionId}`;
  const html = await page(gateway, path);
  const hidden = Object.fromEntries(
    ['sessionVersion', 'attempt', 'csrf'].map((name) => {
      const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(html)?.[0] ?? '';
      return [name, /value="([^"]*)"/.exec(input)?.[1] ?? ''];
    }),
  );
  await post(gateway, path, { ...hidden, ...fields });
  return { orderId, path };
}

it('a solved challenge sent to another process pays once', async () => {
  const [one, other] = stack.gateways as [GatewayProcess, GatewayProcess];
  for (let count = 0; count < 3; count += 1) {
    await send(one, REFUSED);
  }
  const { orderId, path } = await send(one, GOOD);
  const html = await page(other, path);
  expect(html).toContain('data-kind="waiting"');
  expect(await stack.acquirer.states(orderId)).toEqual([]);
  const [, text = ''] = /data-challenge="([^"]*)"/.exec(html) ?? [];
  const challenge = JSON.parse(text.replaceAll('&#34;', '"').replaceAll('&quot;', '"'));
  const proof = JSON.stringify({ challenge, solution: await solve(challenge) });
  await Promise.all([post(other, path, { proof }), post(one, path, { proof })]);
  await expect.poll(() => stack.acquirer.states(orderId)).toEqual(['APPROVED']);
  expect(await page(other, path.replace('/pay/', '/done/'))).toContain('Paid');
});

it('processes share their counts of declines, which the operator’s list shows', async () => {
  const [, other] = stack.gateways as [GatewayProcess, GatewayProcess];
  await send(other, cardForm('05/39', { number: '5111111111111118' }));
  const shown = async () => (await turnpike('limits', 'show', 'TESTSHOP')).out;
  await expect.poll(shown).toMatch(/^address:[\w-]{12}\t4 declined\tADDRESS: payers wait$/m);
  const [, address = ''] = /^(address:[\w-]{12})\t/m.exec(await shown()) ?? [];
  const lifted = await turnpike('limits', 'lift', 'TESTSHOP', address);
  expect([lifted.code, await shown()]).toEqual([0, expect.not.stringContaining('address:')]);
});
