/** The store, and the vault with its data keys in the store. */

import { openStore, type Store, StoreError } from '../adapters/store/index.ts';
import { Vault } from '../adapters/vault/index.ts';
import type { ChangingHash } from '../api/rest/index.ts';
import { Heartbeat, PromotionCheck } from '../core/index.ts';
import type { LogIdentity } from '../platform/process-log.ts';
import { KEYS_LEFT_LOW } from '../platform/store-ids.ts';
import { type Settings, withoutStrayKey, wrongMode } from '../settings/index.ts';
import type { Foundation } from './foundation.ts';

export interface ComposedStore {
  readonly store: Store;
  readonly vault: Vault;
}

export interface ProcessNames {
  readonly build?: string;
  readonly identity?: LogIdentity | undefined;
}

/** @throws StoreError with one line for the operator */
export async function composeStore(
  { settings, log, spans, turns }: Foundation,
  { build, identity }: ProcessNames = {},
): Promise<ComposedStore> {
  const store = await openStore(settings, { build, spans, turns });
  if (identity !== undefined) {
    identity.process = () => store.processes.key;
  }
  log.info({}, 'the store is open');
  if (store.migrated.length > 0) {
    log.info({ migrations: store.migrated }, 'the database was migrated');
  }
  if (store.later.length > 0) {
    log.warn({ migrations: store.later }, 'a later version has extended the database: this one works beside it');
  }
  if (store.keysLeft() < KEYS_LEFT_LOW) {
    log.warn({}, `store ${store.number} has ${store.keysLeft()} row keys left: serve new merchants from another store`);
  }
  try {
    await claimMode(store, settings);
    return { store, vault: await Vault.open(settings.keys, store.dataKeys) };
  } catch (error) {
    await store.close();
    await Promise.all(settings.keys.map((key) => key.close()));
    throw withoutStrayKey(error, settings.dataDir);
  }
}

/**
 * A database belongs to the mode in which it was first used: a staging gateway would notify real shops of payments that
 * move no money, and a live one would take such payments for paid.
 *
 * @throws StoreError with one line for the operator
 */
async function claimMode({ installation }: Store, { testMode }: Settings): Promise<void> {
  const mode = testMode ?? 'live';
  const recorded = await installation.claimMode(mode);
  if (recorded !== mode) {
    throw new StoreError(wrongMode(recorded, mode));
  }
}

/** The keyed hash of passwords, with key rotation. */
export function passwordHash(vault: Vault): ChangingHash {
  return {
    hash: (purpose, text) => vault.hash(purpose, text),
    hashes: (purpose, text) => vault.hashes(purpose, text),
    keyId: () => vault.hashKeyId,
  };
}

export interface Membership {
  readonly heartbeat: Heartbeat;
  /** False if other processes on the store may have evicted this process. */
  readonly isAlive: () => boolean;
}

/** @param onEvicted called after this process has evicted another process */
export async function composeMembership({ log }: Foundation, store: Store, onEvicted: () => void): Promise<Membership> {
  const heartbeat = new Heartbeat({
    processes: store.processes,
    promotion: store.isAlone ? undefined : await promotionCheck(store, log),
    monotonic: () => performance.now(),
    log,
    onEvicted,
  });
  // A process that owns its store alone cannot be evicted, even if the store is unavailable for long.
  return { heartbeat, isAlive: () => store.isAlone || heartbeat.holdsLease() };
}

/** Also finds a promotion that took place while no process ran. */
async function promotionCheck({ installation, lineage }: Store, log: Foundation['log']): Promise<PromotionCheck> {
  const record = (timeline: number) =>
    installation
      .recordTimeline(timeline)
      .catch((error: unknown) => log.warn({ err: error }, 'the checked timeline could not be stored'));
  const checked = await installation.timeline();
  if (checked === undefined) {
    await record(lineage.timeline);
  }
  return new PromotionCheck({ lineage, checked, log, onChecked: (timeline) => void record(timeline) });
}

/** True if this is the oldest live process on the store, which is the one that logs alerts. */
export async function isOldest({ processes }: Store): Promise<boolean> {
  return (await processes.others()).every(({ key }) => key > processes.key);
}
