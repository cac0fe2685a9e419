/** Transactions survive a restart completely. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { end } from '../../../src/sandbox/three-ds/acs/ending.ts';
import type { TransactionRow } from '../../../src/sandbox/three-ds/ledger/rows.ts';
import { startThreeDS } from '../../../src/sandbox/three-ds/start-three-ds.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';
import { areqOf, openThreeDSServer, postMessage } from './three-ds-server.ts';

it('the simulator has its transactions after a restart, and sends the result that is due', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-three-ds-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const ledgerFile = join(folder, 'three-ds.db');
  const server = await openThreeDSServer();
  onTestFinished(() => server.close());
  const first = await startThreeDS({ ledgerFile, log: memoryLog() });
  const { ca, threeDSServer: certificate } = first.certificates;
  const { message = {} } = await postMessage(`${first.api}/mastercard`, areqOf(server), { ca, certificate });
  first.threeDS.faults.set({ message: 'RReq', mode: 'LATE', delayMs: 1_000 });
  first.threeDS.change((work) =>
    end(work, work.ledger.transactions.find({ id: message.dsTransID }) as TransactionRow, { transStatus: 'Y' }),
  );
  await first.close();
  expect(server.results).toEqual([]);
  const second = await startThreeDS({ ledgerFile, log: memoryLog() });
  onTestFinished(() => second.close());
  second.threeDS.setAhead(1_000);
  expect((await server.heard(1))[0]?.message).toMatchObject({ dsTransID: message.dsTransID, transStatus: 'Y' });
});
