/** `keys status`: each key, the data that needs it, the processes that have loaded it, and the next steps. */

import { KEY_USES_MAX, Vault } from '../../adapters/vault/index.ts';
import { isUnneeded, type KeyNeeds, keyNeeds } from '../../adapters/vault/rotation/index.ts';
import type { KeyHolder, KeyPurpose, WrappedDataKey } from '../../core/ports/index.ts';
import { type CommandCall, type CommandResult, UsageError } from '../command.ts';
import { printable } from '../printable.ts';
import { PASSWORD_HASHES, ROW_KINDS } from './row-kinds.ts';

const FLAGS: Readonly<Record<KeyPurpose, string>> = {
  SEAL: '--data',
  HASH: '--hash',
  STATE: '--cookies',
  COOKIE: '--cookies',
};

export async function showKeys({ store, settings, args, usage }: CommandCall): Promise<CommandResult> {
  if (args.length > 0) {
    throw new UsageError(usage);
  }
  const keys = await store.dataKeys.all();
  if (keys.length === 0) {
    return { text: 'There is no key yet: a gateway makes the first ones when it starts.', exitCode: 0, rows: [] };
  }
  const needs = await keyNeeds({
    records: store.sealedRecords,
    vault: await Vault.open(settings.keys, store.dataKeys),
    kinds: ROW_KINDS,
    passwords: PASSWORD_HASHES,
  });
  const holders = await store.dataKeys.holders();
  const now = Date.now();
  const kekIds = settings.keys.map(({ id }) => id);
  const text = [
    ...keys.map((key) => keyLine(key, keys, needs, now)),
    ...lostLines(keys, needs),
    ...holders.map((holder) => holderLine(holder, keys)),
    ...settings.keys.flatMap(({ id, where }) => (where === undefined ? [] : [`${id} is ${where}, which answers`])),
    ...nextSteps(keys, needs, kekIds, now),
  ].join('\n');
  return { text, exitCode: 0, rows: keys.map((key) => keyRow(key, keys, needs, now)) };
}

function keyRow(key: WrappedDataKey, keys: readonly WrappedDataKey[], needs: KeyNeeds, now: number) {
  const { id, purpose, kek, activeFrom, createdAt, destroyedAt, uses } = key;
  return {
    key: id,
    purpose,
    state: keyState(key, keys, now),
    since: new Date(activeFrom ?? createdAt).toISOString(),
    wrappedUnder: destroyedAt === null ? kek : null,
    rows: (purpose === 'HASH' ? needs.hashed : needs.sealed).get(id) ?? 0,
    uses: purpose === 'SEAL' ? Number(uses) : null,
  };
}

function keyLine(key: WrappedDataKey, keys: readonly WrappedDataKey[], needs: KeyNeeds, now: number): string {
  const { id, purpose, kek, activeFrom, createdAt } = key;
  const since = new Date(activeFrom ?? createdAt).toISOString();
  const parts = [`key ${id}`, purpose, keyState(key, keys, now), `since ${since}`];
  if (key.destroyedAt === null) {
    parts.push(`wrapped under ${kek}`);
  }
  if (purpose === 'SEAL') {
    parts.push(`${needs.sealed.get(id) ?? 0} rows`, `about ${key.uses} of ${KEY_USES_MAX} uses`);
    parts.push(...(key.isBound ? [] : ['seals for the record without its merchant']));
  }
  if (purpose === 'HASH') {
    parts.push(`${needs.hashed.get(id) ?? 0} tokens and passwords`);
  }
  return parts.join(', ');
}

function keyState(key: WrappedDataKey, keys: readonly WrappedDataKey[], now: number): string {
  if (key.destroyedAt !== null) {
    return 'destroyed';
  }
  if (key.activeFrom === null || key.activeFrom > now) {
    return 'announced';
  }
  return key === keyInUse(keys, key.purpose, now) ? 'in use' : key.retiredAt === null ? 'old' : 'retired';
}

function keyInUse(keys: readonly WrappedDataKey[], purpose: KeyPurpose, now: number): WrappedDataKey | undefined {
  return keys.findLast((key) => key.purpose === purpose && key.activeFrom !== null && key.activeFrom <= now);
}

/** Rows sealed under a key that is not in the table: only a backup has that key. */
function lostLines(keys: readonly WrappedDataKey[], { sealed }: KeyNeeds): readonly string[] {
  const held = new Set(keys.filter(({ destroyedAt }) => destroyedAt === null).map(({ id }) => id));
  return [...sealed]
    .filter(([id]) => !held.has(id))
    .map(([id, rows]) => `${rows} rows are sealed under the key ${id}, which the table data_key has not`);
}

function holderLine(holder: KeyHolder, keys: readonly WrappedDataKey[]): string {
  const { held } = holder;
  const newest = Math.max(...keys.map(({ id }) => id));
  const knows =
    held === null
      ? 'has not said which keys it holds'
      : held >= newest
        ? 'holds all keys'
        : `holds the keys up to ${held}`;
  return `${processName(holder)}: ${knows}`;
}

/** The process's host and build; for a process of an older version, only its number. */
export function processName({ process, startedAt, host, pid, build }: KeyHolder): string {
  const place = host == null ? '' : ` on ${printable(host)}, pid ${pid}`;
  const version = build == null ? '' : `, ${printable(build)}`;
  return `process ${process}${place}${version}, since ${new Date(startedAt).toISOString()}`;
}

function nextSteps(
  keys: readonly WrappedDataKey[],
  needs: KeyNeeds,
  kekIds: readonly string[],
  now: number,
): readonly string[] {
  const live = keys.filter(({ destroyedAt }) => destroyedAt === null);
  const steps = new Set<string>();
  for (const key of live) {
    if (key.kek !== kekIds[0]) {
      steps.add('next: turnpike keys rotate --wrapping, because keys are wrapped under an older key of TURNPIKE_KEYS');
    }
    if (key.activeFrom === null || key.activeFrom > now) {
      steps.add(
        `next: key ${key.id} comes into use when every process holds it: turnpike keys rotate ${FLAGS[key.purpose]}`,
      );
    }
    const isOld = key !== keyInUse(keys, key.purpose, now) && key.activeFrom !== null && key.activeFrom <= now;
    if (isOld && isUnneeded(key, keys, needs, now, false)) {
      steps.add('next: turnpike keys retire, because nothing needs an old key any more');
    } else if (isOld && (key.purpose === 'SEAL' || needs.hashed.has(key.id))) {
      steps.add(`next: turnpike keys rotate ${FLAGS[key.purpose]}, because rows are left under the key ${key.id}`);
    }
  }
  if (steps.size === 0 && kekIds.length > 1) {
    steps.add(`next: leave ${kekIds[0]} alone in TURNPIKE_KEYS, because no key is wrapped under another`);
  }
  return steps.size === 0 ? ['next: nothing to do'] : [...steps];
}
