/** `keys retire`: destroys old keys that are no longer needed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Vault } from '../../adapters/vault/index.ts';
import {
  DESTROYED_AFTER_MS,
  isUnneeded,
  type KeyNeeds,
  keyNeeds,
  listsByHash,
} from '../../adapters/vault/rotation/index.ts';
import type { KeyPurpose } from '../../core/ports/index.ts';
import { readRiskPolicy } from '../../core/risk/index.ts';
import { type CommandCall, type CommandResult, UsageError } from '../command.ts';
import { printable } from '../printable.ts';
import { PASSWORD_HASHES, ROW_KINDS } from './row-kinds.ts';

/**
 * The first call retires a key; a second call, at least an hour later, destroys it. Each call first counts the rows
 * that need the key.
 * @throws UsageError for an unknown id
 */
export async function retireKeys({ store, settings, args, usage }: CommandCall): Promise<CommandResult> {
  const [named, ...more] = args;
  const keys = await store.dataKeys.all();
  if (more.length > 0 || (named !== undefined && !/^-?[1-9]\d{0,9}$/.test(named))) {
    throw new UsageError(usage);
  }
  if (named !== undefined && !keys.some(({ id, destroyedAt }) => id === Number(named) && destroyedAt === null)) {
    throw new UsageError(`There is no key ${named}.`);
  }
  const stored = await keyNeeds({
    records: store.sealedRecords,
    vault: await Vault.open(settings.keys, store.dataKeys),
    kinds: ROW_KINDS,
    passwords: PASSWORD_HASHES,
  });
  const needs = { ...stored, listing: [...stored.listing, ...operatorsListing(settings.dataDir)] };
  const now = Date.now();
  const lines: string[] = [];
  for (const key of keys.filter(({ destroyedAt }) => destroyedAt === null)) {
    const { id, purpose, retiredAt } = key;
    const isNamed = `${id}` === named;
    if (!isUnneeded(key, keys, needs, now, isNamed)) {
      lines.push(...(isNamed ? refusal(purpose, needs, `key ${id} (${purpose})`) : []));
      continue;
    }
    if (retiredAt === null) {
      await store.dataKeys.retire(id, now);
      lines.push(`key ${id} (${purpose}) is retired: the same command destroys it in an hour`);
    } else if (now - retiredAt < DESTROYED_AFTER_MS) {
      lines.push(`key ${id} (${purpose}) is retired since ${new Date(retiredAt).toISOString()}: not an hour yet`);
    } else {
      await store.dataKeys.destroy(id, now);
      lines.push(`key ${id} (${purpose}) is destroyed`);
    }
  }
  const isRefused = lines.some((line) => line.endsWith('nothing was done'));
  return { text: lines.length === 0 ? 'Something needs every key.' : lines.join('\n'), exitCode: isRefused ? 1 : 0 };
}

/** The file of the operator's own risk rules, if they list cards by hash. Gateways read it at their start. */
function operatorsListing(dataDir: string): readonly string[] {
  const file = join(dataDir, 'risk.json');
  return existsSync(file) && listsByHash(readRiskPolicy(readFileSync(file, 'utf8'))) ? [file] : [];
}

function refusal(purpose: KeyPurpose, { listing }: KeyNeeds, key: string): readonly string[] {
  const lists =
    purpose === 'HASH' && listing.length > 0
      ? [`risk rules list cards by hashes, which ${key} may have made: ${listing.map(printable).join(', ')}`]
      : [];
  return [...lists, `${key} is in use, or rows or rules need it: nothing was done`];
}
