/** A dispute that the acquirer reports in its settlement file. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { SettlingHost } from '../../../src/sandbox/acquirer/host.ts';
import { settlementFile } from '../../../src/sandbox/acquirer/settlement-file.ts';
import type { Rig } from '../../api/rest/rig.ts';
import { turnpike } from '../../cli/turnpike.ts';

export interface ReportedDispute {
  readonly merchant: string;
  readonly order: string;
  readonly amount: string;
  readonly reason: string;
  readonly respondBy: string;
}

/** @param options of the import, such as `--store` */
export async function importDispute(rig: Rig, dispute: ReportedDispute, ...options: readonly string[]): Promise<void> {
  const { settlement } = rig.host as SettlingHost;
  expect(settlement.dispute({ ...dispute, kind: 'CHARGEBACK' }, Date.now())).toBeUndefined();
  const file = join(rig.folder, 'settlement.csv');
  writeFileSync(file, settlementFile(settlement.batch(settlement.close(undefined, Date.now()))));
  const env = { DATABASE_URL: rig.databaseUrl };
  expect((await turnpike(rig.folder, ['settlement', 'import', file, ...options], env)).err).toBe('');
}
