/** The thread of `checkpoints.ts`. On request it copies the log into the database over its own connection. */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import type { ThreadData } from '../../../../platform/module-sources.ts';
import { requireDriver, type WithDriver } from './driver-version.ts';

const { data } = workerData as ThreadData<WithDriver<{ readonly file: string }>>;
requireDriver(data);
const db = new Database(data.file, { fileMustExist: true });

parentPort?.on('message', (message: 'COPY' | 'END') => {
  if (message === 'COPY') {
    db.pragma('wal_checkpoint(PASSIVE)');
    parentPort?.postMessage('COPIED');
    return;
  }
  db.close();
  parentPort?.close();
});
