/** The thread of `checkpoints.ts`: on request, copies the log into the database over a connection of its own. */
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
