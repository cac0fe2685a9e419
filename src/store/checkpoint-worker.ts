/** The thread of `checkpoints.ts`: copies the log home whenever it is told to, over a connection of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

const db = new Database(workerData as string, { fileMustExist: true });

parentPort?.on('message', (message: 'COPY' | 'END') => {
  if (message === 'COPY') {
    db.pragma('wal_checkpoint(PASSIVE)');
    parentPort?.postMessage('COPIED');
    return;
  }
  db.close();
  parentPort?.close();
});
