/** The thread of `commit-thread.ts`: writes batches of units over its own connection. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadData } from '../../../../platform/module-sources.ts';
import {
  type CommitThreadData,
  type FromCommitThread,
  resultsMessage,
  type ToCommitThread,
} from './commit-messages.ts';
import { openSqlite } from './connection.ts';
import { requireDriver, type WithDriver } from './driver-version.ts';
import { type StatementText, UnitWriter } from './unit-writer.ts';

const { data } = workerData as ThreadData<WithDriver<CommitThreadData>>;
requireDriver(data);
const { file, logPagesMax } = data;
const db = openSqlite(file);
db.pragma(`wal_autocheckpoint = ${logPagesMax}`);
const texts: StatementText[] = [];
const writer = new UnitWriter(db, texts);

function send(message: FromCommitThread): void {
  parentPort?.postMessage(message);
}

parentPort?.on('message', (message: ToCommitThread) => {
  switch (message.ask) {
    case 'WRITE':
      texts.push(...message.texts);
      send(resultsMessage(writer.write(message.units)));
      break;
    case 'COPY_LOG':
      copyLog();
      break;
    case 'COPY_LOG_FROM':
      db.pragma(`wal_autocheckpoint = ${message.pages}`);
      break;
    case 'END':
      db.close();
      parentPort?.close();
      break;
  }
});

function copyLog(): void {
  try {
    db.pragma('wal_checkpoint(PASSIVE)');
  } catch {
    // Copying may fail, for example if the disk is full. The pages stay in the log until the next request to copy them.
  }
}

send({ is: 'READY' });
