/** The PSP's callbacks, and their faults. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { type OpenPsp, openPsp, SHOP, TXID } from './rig.ts';

interface Heard {
  readonly path: string;
  readonly text: string;
}

/** @param statuses answered in turn, the last one repeated */
async function receiver(statuses: readonly number[] = [200]) {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const text = (await buffer(request)).toString();
    heard.push({ path: request.url ?? '', text });
    response.writeHead(statuses[Math.min(heard.length, statuses.length) - 1] ?? 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { heard, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback/secret` };
}

/** A paid charge for each id, with a callback URL for the key. */
async function callBack(psp: OpenPsp, url: string, ...txids: readonly string[]): Promise<void> {
  await psp.call('PUT', `/webhook/${SHOP.key}`, { webhookUrl: url });
  for (const txid of txids) {
    await psp.charged({}, txid);
  }
}

const pay = (psp: OpenPsp, txid = TXID) => psp.control('PUT', `/charges/${txid}`, { act: 'PAY' });
const second = TXID.replace('7', '8');
const txidsIn = ({ text }: Heard): string[] =>
  (JSON.parse(text) as { pix: { txid: string }[] }).pix.map(({ txid }) => txid);

it('a callback comes once a charge is paid, at the address with its suffix, until it is acknowledged', async () => {
  const psp = await openPsp();
  const { heard, url } = await receiver([500, 200]);
  await callBack(psp, url, TXID);
  await pay(psp);
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(2);
  expect(heard.map(({ path }) => path)).toEqual(['/callback/secret/pix', '/callback/secret/pix']);
  expect(txidsIn(heard[0]!)).toEqual([TXID]);
  await expect.poll(() => psp.psp.ledger.deliveries.all()[0]).toMatchObject({ is_acknowledged: 1, due_at: null });
});

it('a callback comes again once a refund has its result', async () => {
  const psp = await openPsp();
  const { heard, url } = await receiver();
  await callBack(psp, url, TXID);
  await pay(psp);
  const [{ endToEndId }] = (await psp.call('GET', `/cob/${TXID}`)).body.pix;
  await psp.call('PUT', `/pix/${endToEndId}/devolucao/R1`, { valor: '1.00' });
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(2);
  expect(JSON.parse(heard[1]!.text).pix[0].devolucoes[0].status).toBe('DEVOLVIDO');
});

it('no callback is sent where the key has no address', async () => {
  const psp = await openPsp();
  await psp.charged();
  await pay(psp);
  expect(psp.psp.ledger.deliveries.all()).toEqual([]);
});

it.each([
  ['TWICE', 2, '/callback/secret/pix'],
  ['WITHOUT_SUFFIX', 1, '/callback/secret'],
  ['WRONG_ADDRESS', 1, '/callback/a-secret-that-is-none-of-anybodys-at-all/pix'],
] as const)('%s', async (mode, times, path) => {
  const psp = await openPsp();
  const { heard, url } = await receiver();
  await callBack(psp, url, TXID);
  await psp.control('PUT', '/faults', { mode, count: 1 });
  await pay(psp);
  await expect.poll(() => heard.map((one) => one.path)).toEqual(Array.from({ length: times }, () => path));
});

it('MALFORMED sends a body that is not JSON', async () => {
  const psp = await openPsp();
  const { heard, url } = await receiver();
  await callBack(psp, url, TXID);
  await psp.control('PUT', '/faults', { mode: 'MALFORMED', count: 1 });
  await pay(psp);
  await expect.poll(() => heard.length).toBe(1);
  expect(() => JSON.parse(heard[0]!.text)).toThrow();
});

it('OUT_OF_ORDER lets the next callback overtake', async () => {
  const psp = await openPsp();
  const { heard, url } = await receiver();
  await callBack(psp, url, TXID, second);
  await psp.control('PUT', '/faults', { mode: 'OUT_OF_ORDER', count: 1 });
  await pay(psp);
  await pay(psp, second);
  await expect.poll(() => heard.flatMap(txidsIn)).toEqual([second, TXID]);
});

it('NEVER and LATE hold the callback back', async () => {
  const psp = await openPsp();
  const { heard, url } = await receiver();
  await callBack(psp, url, TXID, second);
  await psp.control('PUT', '/faults', { mode: 'NEVER', count: 1 });
  await pay(psp);
  await expect.poll(() => psp.psp.ledger.deliveries.all()[0]?.due_at).toBeNull();
  await psp.control('PUT', '/faults', { mode: 'LATE', delayMs: 600_000, count: 1 });
  await pay(psp, second);
  await expect.poll(() => (psp.psp.ledger.deliveries.all()[1]?.due_at ?? 0) > Date.now() + 500_000).toBe(true);
  expect(heard).toEqual([]);
});
