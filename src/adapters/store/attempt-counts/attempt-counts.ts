/** Stored counts of payment attempts: implements the gateway's `AttemptCounts` port over any engine. */
import type { AttemptCount, AttemptCounts } from '../../../core/ports/index.ts';
import { write } from '../engine/engine.ts';
import { Repository } from '../engine/repository.ts';
import { type Placeholder, statement } from '../engine/statement.ts';
import type { Schema } from '../schema/index.ts';

const COLUMNS = ['merchant_key', 'kind', 'subject', 'bucket', 'shown', 'times', 'updated_at'] as const;
const KEY = ['merchant_key', 'kind', 'subject', 'bucket'] as const;

type Row = Schema['attempt_count'];

const addCount = statement((db, p: Placeholder<AttemptCount & { now: number }>) =>
  db
    .insertInto('attempt_count')
    .values({
      merchant_key: p('merchantKey'),
      kind: p('kind'),
      subject: p('subject'),
      bucket: p('bucket'),
      shown: p('shown'),
      times: p('times'),
      updated_at: p('now'),
    })
    .onConflict((c) =>
      c.columns(KEY).doUpdateSet((e) => ({
        times: e('attempt_count.times', '+', e.ref('excluded.times')),
        updated_at: e.ref('excluded.updated_at'),
      })),
    ),
);
const changedCounts = statement((db, p: Placeholder<{ since: number; limit: number }>) =>
  db
    .selectFrom('attempt_count')
    .select(COLUMNS)
    .where('updated_at', '>=', p('since'))
    .orderBy('updated_at')
    .limit(p('limit')),
);
const ofMerchant = statement((db, p: Placeholder<{ merchantKey: number }>) =>
  db.selectFrom('attempt_count').select(COLUMNS).where('merchant_key', '=', p('merchantKey')),
);
const lift = statement((db, p: Placeholder<{ zero: number; now: number; merchantKey: number; shown: string }>) =>
  db
    .updateTable('attempt_count')
    .set({ times: p('zero'), updated_at: p('now') })
    .where('merchant_key', '=', p('merchantKey'))
    .where('shown', '=', p('shown'))
    .returning('subject'),
);
const forget = statement((db, p: Placeholder<{ before: number }>) =>
  db.deleteFrom('attempt_count').where('bucket', '<', p('before')),
);

export class StoredAttemptCounts extends Repository implements AttemptCounts {
  async add(counts: readonly AttemptCount[], now: number): Promise<void> {
    // All processes update the rows in the same order, which prevents deadlocks.
    const inOrder = counts.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
    await this.engine.commit({ writes: inOrder.map((count) => write(addCount, { ...count, now })) });
  }

  async changedSince(since: number, limit: number): Promise<(AttemptCount & { readonly updatedAt: number })[]> {
    const rows = await this.engine.read(changedCounts, { since, limit });
    return rows.map((row) => ({ ...countFrom(row), updatedAt: Number(row.updated_at) }));
  }

  async ofMerchant(merchantKey: number): Promise<AttemptCount[]> {
    return (await this.engine.read(ofMerchant, { merchantKey })).map(countFrom);
  }

  async lift(merchantKey: number, shown: string, now: number): Promise<number> {
    return (await this.engine.claim(lift, { zero: 0, now, merchantKey, shown })).length;
  }

  async forget(before: number): Promise<void> {
    await this.engine.commit({ writes: [write(forget, { before })] });
  }
}

function textOf({ merchantKey, kind, subject, bucket }: AttemptCount): string {
  return `${merchantKey} ${kind} ${subject} ${bucket}`;
}

function countFrom({ merchant_key: merchantKey, kind, subject, bucket, shown, times }: Row): AttemptCount {
  return { merchantKey: Number(merchantKey), kind, subject, bucket: Number(bucket), shown, times: Number(times) };
}
