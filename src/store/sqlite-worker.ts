/** The thread's side of `sqlite-thread.ts`: a connection of its own, batches in, results out. */
import { parentPort, workerData } from 'node:worker_threads';
import { openSqlite } from './sqlite.ts';
import { SqliteBatches } from './sqlite-batch.ts';
import type { ToThread } from './sqlite-thread.ts';

if (parentPort === null) throw new Error('This file is a thread of the gateway, not a program.');
const port = parentPort;
const db = openSqlite(workerData as string);
const batches = new SqliteBatches(db);

port.on('message', (message: ToThread) => {
  if ('prepare' in message) batches.prepare(...message.prepare);
  else if ('batch' in message) port.postMessage(batches.run(message.batch));
  else {
    db.close();
    port.close();
  }
});
