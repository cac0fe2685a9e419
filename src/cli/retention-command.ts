/**
 * `retention report`: the stored data of payers: kinds, row counts, oldest row, purpose, and the rule for its erasure.
 */

import type { Store } from '../adapters/store/index.ts';
import { RETAINED_DATA, RETAINED_KINDS } from '../back-office/retention/index.ts';
import type { Merchant } from '../core/index.ts';
import { type CommandCall, UsageError } from './command.ts';
import { printable } from './printable.ts';

export async function reportRetention({ store, args, usage }: CommandCall): Promise<string> {
  const [id, ...rest] = args;
  if (rest.length > 0) {
    throw new UsageError(usage);
  }
  const merchants = id === undefined ? await store.merchants.list() : [await store.merchants.find(id)];
  const found = merchants.filter((merchant) => merchant !== undefined);
  if (id !== undefined && found.length === 0) {
    throw new UsageError(`There is no merchant ${printable(id)}.`);
  }
  const parts: string[] = [];
  for (const merchant of found) {
    parts.push(await ofMerchant(store, merchant));
  }
  return parts.length === 0 ? 'There is no merchant yet.' : parts.join('\n\n');
}

/** One tab-separated line for each kind. Counted one after the other, since each count reads a table. */
async function ofMerchant(store: Store, { id, key, profile }: Merchant): Promise<string> {
  const lines = [`${printable(id)}: what is kept, rows, oldest, why, until when`];
  for (const kind of RETAINED_KINDS) {
    const { what, purpose, until } = RETAINED_DATA[kind];
    const { rows, oldest } = await store.kept.count(kind, key);
    const since = oldest === null ? '-' : new Date(oldest).toISOString();
    lines.push([what, `${rows}`, since, purpose, until(profile.retention)].join('\t'));
  }
  return lines.join('\n');
}
