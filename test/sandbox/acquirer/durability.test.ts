import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openLedgerFile } from '../../../src/sandbox/acquirer/acquirer-ledger-file.ts';
import { authorization, replyOf, reversalOf } from '../../adapters/acquirers/fixtures.ts';
import { hostWith, linkTo, temporaryFolder } from './rig.ts';

const HOST_PROCESS = join(import.meta.dirname, 'host-process.ts');

describe('an answer of the host', () => {
  it('is in the ledger after the process was killed', async () => {
    const ledgerFile = join(await temporaryFolder(), 'ledger.db');
    const child = spawn(process.execPath, [HOST_PROCESS, ledgerFile], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    const [line] = await once(child.stdout, 'data');
    const link = await linkTo({ port: Number(String(line)) });
    const answered: string[] = [];
    let sent = 0;
    const payForEver = async () => {
      for (;;) {
        sent += 1;
        const request = authorization();
        if ((await link.request(request)).status !== 'ANSWERED') {
          return;
        }
        answered.push(request.orderId);
        if (answered.length === 200) {
          child.kill('SIGKILL');
        }
      }
    };
    await Promise.all(Array.from({ length: 8 }, payForEver));
    const { host } = await hostWith({ ledgerFile });
    const orders = host.ledger({}).map(({ order }) => order);
    expect(answered.length).toBeGreaterThanOrEqual(200);
    expect(answered.filter((order) => !orders.includes(order))).toEqual([]);
    expect(new Set(orders).size).toBe(orders.length);
    expect(orders.length).toBeLessThanOrEqual(sent);
  });

  it('was flushed to the disk before it was answered', async () => {
    const database = openLedgerFile(join(await temporaryFolder(), 'ledger.db'));
    onTestFinished(() => {
      database.close();
    });
    const FULL = 2;
    expect(database.pragma('synchronous', { simple: true })).toBe(FULL);
    expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
  });

  it('does not contain a movement that could not be stored', async () => {
    const ledgerFile = join(await temporaryFolder(), 'ledger.db');
    const { host, log } = await hostWith({ ledgerFile });
    const link = await linkTo(host, { requestTimeoutMs: 1_000 });
    const blocker = new Database(ledgerFile);
    blocker.exec('BEGIN IMMEDIATE');
    const request = authorization();
    const outcome = await link.request(request);
    blocker.close();
    expect(outcome).toEqual({ status: 'NO_ANSWER' });
    expect(log.lines.at(-1)).toMatchObject({ level: 'error', about: { messages: 1 } });
    expect(host.ledger({})).toEqual([]);
    expect(await link.reverse(reversalOf(request), false)).toBe(true);
    expect(replyOf(await link.request(authorization())).gatewayCode).toBe('APPROVED');
  });
});
