import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newOrderId, paying, type Reply, type Rig, startRig } from '../api/rest/rig.ts';
import { counted } from '../support/counted.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

it('a payment under way when the gateway closes is finished and answered, and stands after the start', async () => {
  const order = newOrderId();
  rig.host.setFaults({ mode: 'DELAY', delayMs: 500, count: 1 });
  const slow: Promise<Reply> = rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'));
  await expect.poll(() => rig.host.ledger({ order }).length).toBe(1);
  await rig.restart();
  const answered = await slow;
  expect([answered.status, answered.json.result]).toEqual([201, 'SUCCESS']);
  const again = await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'));
  expect(again.text).toBe(answered.text);
  expect(rig.host.ledger({ order })).toMatchObject([{ state: 'APPROVED' }]);
});

it('a payment of which only the intent was stored is declined and reversed at the next start', async () => {
  const order = newOrderId();
  // The leftover of a killed process: the row as `begin` wrote it.
  const { json } = await rig.api('PUT', `/order/${order}/transaction/1`, paying('AUTHORIZE'));
  expect(json.result).toBe('SUCCESS');
  await rig.forget(order);
  await rig.restart();
  await expect
    .poll(() => rig.host.ledger({ order }).map(({ state }) => state), { timeout: 30_000 })
    .toEqual(['REVERSED']);
  expect((await rig.api('GET', `/order/${order}`)).json).toMatchObject({ status: 'FAILED', result: 'FAILURE' });
  expect((await rig.api('PUT', `/order/${order}/transaction/2`, paying('AUTHORIZE'))).json.result).toBe('SUCCESS');
});

/** @returns `answered`, or the error */
function asked(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', (error) => resolve(error.message));
    socket.on('data', () => resolve('answered'));
    socket.on('close', () => resolve('closed without an answer'));
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  });
}

it('connections that were not accepted yet when the gateway closes are answered, and none is reset', async () => {
  const { port } = rig.app;
  // The system has accepted them all before the next event loop iteration.
  const all = Array.from({ length: 100 }, () => asked(port));
  await rig.restart();
  expect(counted(await Promise.all(all))).toEqual({ answered: 100 });
});
