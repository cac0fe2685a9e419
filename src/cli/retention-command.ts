/**
 * `retention report`: the stored data of payers: kinds, row counts, oldest row, purpose, and the rule for its erasure.
 */

import type { Store } from '../adapters/store/index.ts';
import { RETAINED_DATA, RETAINED_KINDS } from '../back-office/retention/index.ts';
import type { Merchant } from '../core/index.ts';
import { type CommandCall, type CommandResult, UsageError } from './command.ts';
import { printable } from './printable.ts';

export async function reportRetention({ store, args, usage }: CommandCall): Promise<CommandResult> {
  const [id, ...rest] = args;
  if (rest.length > 0) {
    throw new UsageError(usage);
  }
  const merchants = id === undefined ? await store.merchants.list() : [await store.merchants.find(id)];
  const found = merchants.filter((merchant) => merchant !== undefined);
  if (id !== undefined && found.length === 0) {
    throw new UsageError(`There is no merchant ${printable(id)}.`);
  }
  const parts: { readonly id: string; readonly rows: readonly KeptRow[] }[] = [];
  for (const merchant of found) {
    parts.push({ id: merchant.id, rows: await ofMerchant(store, merchant) });
  }
  return {
    text: parts.length === 0 ? 'There is no merchant yet.' : parts.map(partText).join('\n\n'),
    exitCode: 0,
    rows: parts.flatMap(({ rows }) => rows),
  };
}

interface KeptRow {
  readonly merchant: string;
  readonly kind: string;
  readonly what: string;
  readonly rows: number;
  readonly oldest: string | null;
  readonly purpose: string;
  readonly until: string;
}

/** One row for each kind. Counted one after the other, since each count reads a table. */
async function ofMerchant(store: Store, { id, key, profile }: Merchant): Promise<KeptRow[]> {
  const kept: KeptRow[] = [];
  for (const kind of RETAINED_KINDS) {
    const { what, purpose, until } = RETAINED_DATA[kind];
    const { rows, oldest } = await store.kept.count(kind, key);
    const since = oldest === null ? null : new Date(oldest).toISOString();
    kept.push({ merchant: id, kind, what, rows, oldest: since, purpose, until: until(profile.retention) });
  }
  return kept;
}

function partText({ id, rows }: { readonly id: string; readonly rows: readonly KeptRow[] }): string {
  const lines = rows.map(({ what, rows: count, oldest, purpose, until }) =>
    [what, `${count}`, oldest ?? '-', purpose, until].join('\t'),
  );
  return [`${printable(id)}: what is kept, rows, oldest, why, until when`, ...lines].join('\n');
}
