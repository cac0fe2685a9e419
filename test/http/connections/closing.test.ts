import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newOrderId, paying, type Reply, type Rig, startRig } from '../../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

it('a payment under way when the gateway closes is finished and answered, and is stored after the start', async () => {
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

it('a payment whose intent alone was stored is declined and reversed at the next start', async () => {
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

/** Connects with all clients and writes their requests before the gateway's thread runs again. */
const CLIENTS = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, count, written } } = require('node:worker_threads');
  const results = {};
  let left = count;
  const end = (result) => {
    results[result] = (results[result] ?? 0) + 1;
    left -= 1;
    if (left === 0) parentPort.postMessage(results);
  };
  for (let index = 0; index < count; index += 1) {
    const socket = connect(port, '127.0.0.1');
    let result = 'closed without an answer';
    socket.on('error', (error) => (result = error.message));
    socket.on('data', () => (result = 'answered'));
    socket.on('close', () => end(result));
    socket.write('GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n', () => {
      if (Atomics.add(written, 0, 1) === count - 1) Atomics.notify(written, 0);
    });
  }
`;

/** Lengthens turns of the event loop, each of which accepts one connection: idle connections are swept meanwhile. */
function busyTurns(left: number): void {
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  Atomics.wait(sleeper, 0, 0, 3);
  if (left > 0) {
    setImmediate(() => busyTurns(left - 1));
  }
}

it('connections that wait to be accepted when the gateway closes are answered, and none is reset', async () => {
  const count = 50;
  const written = new Int32Array(new SharedArrayBuffer(4));
  const clients = new Worker(CLIENTS, { eval: true, workerData: { port: rig.app.port, count, written } });
  const ended = once(clients, 'message');
  await once(clients, 'online');
  // Blocks the gateway in this thread, so that the system holds all connections for it.
  for (let before = 0; before < count; before = Atomics.load(written, 0)) {
    expect(Atomics.wait(written, 0, before, 30_000)).not.toBe('timed-out');
  }
  busyTurns(count);
  await rig.restart();
  expect(await ended).toEqual([{ answered: count }]);
});
