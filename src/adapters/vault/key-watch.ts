/**
 * Keeps a process's keys up to date with the store, reports its loaded keys to the other processes, and brings
 * announced keys into use.
 *
 *   announced   the key is stored, and not in use
 *   loaded      every live process has read it, and reported so in its row
 *   in use      five seconds later, in all processes at the same moment
 */
import type { DataKeys, KeyPurpose, Log, WrappedDataKey } from '../../core/ports/index.ts';
import { ACTIVE_AFTER_MS, announcedKey, announceKey } from './announce.ts';
import type { KeyService } from './keys.ts';
import type { Vault } from './vault.ts';
import { KeyServiceError } from './wrapping.ts';

/**
 * The maximum number of uses of a key. For AES-GCM with random 96-bit nonces, NIST SP 800-38D allows 2^32 uses, at
 * which the probability of a repeated nonce is 2^-32. At a quarter of these uses the probability is 2^-36, and there is
 * time to introduce the next key.
 */
export const KEY_USES_MAX = 2 ** 30;
/** The maximum number of uses that are lost if a process dies. Uses are stored every two seconds. */
const UNWRITTEN_USES_MAX = 16_384;

export interface KeyWatchDependencies {
  readonly vault: Vault;
  readonly stored: DataKeys;
  /** The newest key-encryption key. */
  readonly kek: KeyService;
  readonly log: Log;
  readonly now?: () => number;
  readonly usesMax?: number;
}

/** A data key in use, as shown to the operator. */
export interface DataKeyInUse {
  readonly id: number;
  readonly purpose: KeyPurpose;
  /** Counted only for SEAL keys. */
  readonly uses: number | undefined;
  readonly ageMs: number;
}

export class KeyWatch {
  readonly #dependencies: KeyWatchDependencies;
  #problem: string | undefined;
  #isCounted = false;
  #isWaiting = false;
  #keys: readonly WrappedDataKey[] = [];

  constructor(dependencies: KeyWatchDependencies) {
    this.#dependencies = dependencies;
  }

  async run(): Promise<void> {
    const { vault, stored } = this.#dependencies;
    const [problem] = await vault.refresh();
    this.#logOnce(problem);
    await this.#writeUses();
    await stored.report(vault.heldUpTo, vault.kekIds);
    const keys = await stored.all();
    this.#keys = keys;
    await this.#activate(keys);
    await this.#renew(keys);
  }

  /** The key in use of each purpose, as read by the last run. */
  inUse(): readonly DataKeyInUse[] {
    const now = (this.#dependencies.now ?? Date.now)();
    const used = this.#keys.filter(({ activeFrom, destroyedAt }) => activeFrom !== null && destroyedAt === null);
    const newest = new Map(used.filter((key) => (key.activeFrom ?? now) <= now).map((key) => [key.purpose, key]));
    return [...newest.values()].map(({ id, purpose, uses, activeFrom }) => ({
      id,
      purpose,
      uses: purpose === 'SEAL' ? uses : undefined,
      ageMs: now - (activeFrom ?? now),
    }));
  }

  #logOnce(problem: Error | undefined): void {
    if (problem !== undefined && problem.message !== this.#problem) {
      this.#dependencies.log.error(
        { problem: problem.message },
        problem instanceof KeyServiceError
          ? 'a data key cannot be held yet: it stays unused by all processes until its key service answers'
          : 'a data key cannot be held: it stays unused by all processes until this one is restarted with its key',
      );
    }
    this.#problem = problem?.message;
  }

  async #writeUses(): Promise<void> {
    const { vault, stored } = this.#dependencies;
    const uses = new Map(vault.takeUses());
    if (!this.#isCounted) {
      uses.set(vault.sealKeyId, (uses.get(vault.sealKeyId) ?? 0) + UNWRITTEN_USES_MAX);
    }
    for (const [id, count] of uses) {
      await stored.addUses(id, count);
    }
    this.#isCounted = true;
  }

  async #activate(keys: readonly WrappedDataKey[]): Promise<void> {
    const { vault, stored, now = Date.now } = this.#dependencies;
    for (const { id } of keys.filter(({ activeFrom }) => activeFrom === null)) {
      if (id <= vault.heldUpTo && (await stored.activate(id, now() + ACTIVE_AFTER_MS))) {
        await vault.refresh();
      }
    }
  }

  /**
   * Announces the next key in time. The old key is then no longer used for encryption. Its ciphertexts are not changed.
   */
  async #renew(keys: readonly WrappedDataKey[]): Promise<void> {
    const { vault, stored, kek, log, now = Date.now, usesMax = KEY_USES_MAX } = this.#dependencies;
    const used = keys.find(({ id }) => id === vault.sealKeyId);
    const isComing = keys.some(({ id, purpose }) => purpose === 'SEAL' && id > vault.sealKeyId);
    if (used === undefined || used.uses < usesMax || isComing || announcedKey(keys, 'SEAL') !== undefined) {
      return;
    }
    const id = await this.#announced(() => announceKey(kek, stored, 'SEAL', now()));
    if (id === undefined) {
      return;
    }
    log.warn({ key: used.id, uses: used.uses, newKey: id }, 'a data key was used often enough: a new one is announced');
  }

  /** @returns undefined if the key service does not respond; the old key stays in use until it responds */
  async #announced(announce: () => Promise<WrappedDataKey>): Promise<number | undefined> {
    try {
      const { id } = await announce();
      this.#isWaiting = false;
      return id;
    } catch (error) {
      if (!(error instanceof KeyServiceError)) {
        throw error;
      }
      if (!this.#isWaiting) {
        const { log } = this.#dependencies;
        log.error(
          { problem: error.message },
          'a data key was used often enough, and the next one waits for its key service',
        );
      }
      this.#isWaiting = true;
      return undefined;
    }
  }
}
