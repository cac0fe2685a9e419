/** A shop with a store restored from a backup that is older than its payments, and the operator beside it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Reply, type Rig, startRig } from '../api/rest/rig.ts';
import { type Backup, backupOf } from '../support/backup.ts';
import { turnpike } from './turnpike.ts';

export interface Shop {
  readonly rig: Rig;
  readonly backup: Backup;
  /** Sends it, and records it for the repeat. */
  send(order: string, id: string, apiOperation: string, body?: object): Promise<Pick<Reply, 'json' | 'status'>>;
  /** Every request sent so far, in the same order. @returns each answer's result and its order status */
  repeat(): Promise<string[]>;
  command(...args: string[]): ReturnType<typeof turnpike>;
  close(): Promise<void>;
}

/** @param before runs before the backup @param after runs after it */
export async function restoredShop(
  before: (shop: Pick<Shop, 'rig' | 'send'>) => Promise<unknown>,
  after: (shop: Pick<Shop, 'rig' | 'send'>) => Promise<unknown>,
): Promise<Shop> {
  const rig = await startRig();
  const sent: { path: string; body: object }[] = [];
  const send: Shop['send'] = async (order, id, apiOperation, body = {}) => {
    const one = { path: `/order/${order}/transaction/${id}`, body: { apiOperation, ...body } };
    sent.push(one);
    const { status, json } = await rig.api('PUT', one.path, one.body);
    return { status, json };
  };
  await before({ rig, send });
  let backup = undefined as unknown as Backup;
  await rig.meanwhile(async () => {
    backup = await backupOf(rig.databaseUrl);
  });
  await rig.acquirerIs('up');
  await after({ rig, send });
  const command = (...args: string[]) => turnpike(rig.folder, args, { DATABASE_URL: rig.databaseUrl });
  await rig.meanwhile(async () => {
    await backup.restore();
    expect((await command('restored')).code).toBe(0);
  });
  return {
    rig,
    backup,
    send,
    command,
    async repeat() {
      const answers: string[] = [];
      for (const { path, body } of sent) {
        const { json } = await rig.api('PUT', path, body);
        answers.push(
          `${path.split('/')[2]}/${path.split('/')[4]} ${json.result} ${json.error?.cause ?? json.order.status}`,
        );
      }
      return answers;
    },
    async close() {
      await rig.close();
      await backup.remove();
    },
  };
}

export const movements = ({ host }: Rig) =>
  host
    .ledger({})
    .map(({ order, transaction, kind, state, amount: sum }) => `${order}/${transaction} ${kind} ${state} ${sum}`);

/** @param ledger by default the acquirer's own */
export async function compared(
  { rig, command }: Pick<Shop, 'command' | 'rig'>,
  args: readonly string[] = [],
  ledger: unknown = rig.host.ledger({}),
) {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-ledger-'));
  const file = join(folder, 'ledger.json');
  writeFileSync(file, JSON.stringify(ledger));
  try {
    return await command('reconcile', '--ledger', file, ...args);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compares it with the remaining ledgers, all empty, and waits for the gateway of this store to accept requests. */
export async function opened(shop: Pick<Shop, 'command' | 'rig'>): Promise<void> {
  const { rig, command } = shop;
  for (const [, provider] of (await command('restored', '--open')).err.matchAll(/(?<=: |, )provider (\w+)(?=[,.])/g)) {
    const always = ['--from', new Date(0).toISOString(), '--until', new Date().toISOString()];
    expect((await compared(shop, ['--bar', '--provider', provider as string, ...always], [])).code).toBe(0);
  }
  expect((await command('restored', '--open')).err).toBe('');
  const isReady = () =>
    rig.call('GET', '/readyz').then(
      ({ status }) => status === 200,
      // The listener of the closed store ends before that of the open one starts.
      () => false,
    );
  await expect.poll(isReady, { timeout: 30_000, interval: 50 }).toBe(true);
}
