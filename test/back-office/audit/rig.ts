/** An audit trail on a database of its own, with its file of heads. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../../../src/adapters/store/store.ts';
import {
  type AuditEntry,
  type AuditEvent,
  AuditTrail,
  HeadFile,
  readHeads,
  verifyTrail,
} from '../../../src/back-office/audit/index.ts';
import { type DatabasePlace, newDatabase } from '../../support/database-place.ts';

export interface AuditRig {
  readonly place: DatabasePlace;
  readonly headFile: string;
  readonly store: Store;
  /** Like that of another process on the same store. */
  trail(options?: { readonly headFile?: string; readonly store?: Store; readonly now?: () => number }): AuditTrail;
  another(): Promise<Store>;
  entries(): Promise<AuditEntry[]>;
  /** Replaces all rows of the table. */
  replace(entries: readonly AuditEntry[]): Promise<void>;
  /** @param files of heads; by default the trail's own */
  verified(...files: readonly string[]): ReturnType<typeof verifyTrail>;
  close(): Promise<void>;
}

const NO_LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };
const COLUMNS = ['sequence', 'key', 'at', 'actor', 'action', 'subject', 'details', 'previous', 'hash'] as const;

export const event = (action: string, details: AuditEvent['details'] = {}): AuditEvent => ({
  action,
  actor: 'alice',
  subject: 'SHOP',
  details,
});

export async function auditRig(): Promise<AuditRig> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-audit-'));
  const place = await newDatabase();
  const open: Store[] = [];
  const another = async () => {
    const store = await openStore(place.url, { owner: false });
    open.push(store);
    return store;
  };
  const store = await another();
  const headFile = join(folder, 'audit-head.jsonl');
  return {
    place,
    headFile,
    store,
    another,
    trail: (options = {}) =>
      new AuditTrail({
        entries: (options.store ?? store).audit,
        heads: new HeadFile(options.headFile ?? headFile),
        clock: { now: options.now ?? Date.now },
        log: NO_LOG,
      }),
    entries: async () => (await place.rows('select * from audit_entry order by sequence')) as unknown as AuditEntry[],
    async replace(entries) {
      await place.run('delete from audit_entry');
      if (entries.length > 0) {
        const row = `(${COLUMNS.map(() => '?').join(', ')})`;
        await place.run(
          `insert into audit_entry (${COLUMNS.join(', ')}) values ${entries.map(() => row).join(', ')}`,
          ...entries.flatMap((entry) => COLUMNS.map((column) => entry[column])),
        );
      }
    },
    verified: (...files) =>
      verifyTrail(store.audit, async () => {
        const read = await Promise.all((files.length === 0 ? [headFile] : files).map(readHeads));
        return read.flatMap(({ lines }) => lines);
      }),
    async close() {
      for (const one of open) {
        await one.close();
      }
      await place.remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
