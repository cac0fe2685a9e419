/**
 * A process that archives the order ORDER of the store of DATABASE_URL, or erases its customer, and is killed at step
 * DIES_AT of its writes.
 */

import type { Engine } from '../../../../src/adapters/store/engine/engine.ts';
import { IdAllocator } from '../../../../src/adapters/store/engine/id-allocator.ts';
import type { ArchivePieces } from '../../../../src/adapters/store/engine/pieces.ts';
import { openPostgres } from '../../../../src/adapters/store/engine/postgres/open.ts';
import { openEmbedded } from '../../../../src/adapters/store/engine/sqlite/open.ts';
import { storeOver } from '../../../../src/adapters/store/store.ts';
import { eraseOrder } from '../../../../src/back-office/retention/index.ts';

const { DATABASE_URL: url = '', ORDER: orderId = '', DIES_AT: diesAt = '', ERASES: erases } = process.env;
const opened = await (url.startsWith('sqlite:') ? openEmbedded(url, { owner: false }) : openPostgres(url));
const keys = await IdAllocator.open(opened.engine);

let steps = 0;
async function step<Result>(write: () => Promise<Result>): Promise<Result> {
  const result = await write();
  steps += 1;
  if (`${steps}` === diesAt) {
    process.kill(process.pid, 'SIGKILL');
    // The signal is delivered asynchronously; no write may follow until then.
    await new Promise(() => setInterval(() => undefined, 1_000));
  }
  return result;
}

const { engine: bare, pieces: whole } = opened;
const engine: Engine = {
  read: (statement, parameters) => bare.read(statement, parameters),
  claim: (statement, parameters) => bare.claim(statement, parameters),
  commit: (unit) => step(() => bare.commit(unit)),
  close: () => bare.close(),
};
const pieces: ArchivePieces = {
  has: (month) => whole.has(month),
  write: (month, rows) => step(() => whole.write(month, rows)),
  read: (month, transactionKey, copyKey) => whole.read(month, transactionKey, copyKey),
  rewrite: (rows) => step(() => whole.rewrite(rows)),
  remove: (month, copyKey, transactionKeys) => step(() => whole.remove(month, copyKey, transactionKeys)),
  summaries: () => whole.summaries(),
};
const store = storeOver(engine, keys, { ...opened, pieces });
const merchant = await store.merchants.find('SHOP');
const order = await store.orders.find(merchant?.key ?? 0, orderId);
if (order === undefined) {
  throw new Error('There is no such order.');
}
if (erases === 'yes') {
  await eraseOrder(store.erasure, orderId, {
    merchantKey: order.merchantKey,
    now: Date.now(),
    isDryRun: false,
    removeSavedCards: async () => 0,
  });
} else {
  // As an order that changed since it was read, where the fence must refuse it.
  const fence = erases === 'late' ? order.fence - 1 : order.fence;
  await store.archive.archive({ ...order, fence }, Date.now());
}
await opened.close();
