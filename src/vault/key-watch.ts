/**
 * Keeps a process's keys as the store has them, tells the others which it holds, and brings announced keys into use.
 *
 *   announced   the key is stored, and nobody uses it
 *   held        each live process has read it, and says so in its row
 *   in use      five seconds later, for all at the same moment
 */
import type { DataKeys, Log, WrappedDataKey } from '../gateway/ports/index.ts';
import { ACTIVE_AFTER_MS, announced, announceKey } from './announce.ts';
import type { KeyService } from './keys.ts';
import type { Vault } from './vault.ts';

/**
 * AES-GCM with random nonces of 96 bits: NIST SP 800-38D allows 2^32 uses of a key, where two nonces are equal once in
 * 2^32 keys. At a quarter of that it is once in 2^36, and a key that was made late is still in time.
 */
export const KEY_USES_MAX = 2 ** 30;
/** Uses are written down every two seconds. What a process that dies had not written yet is less than this. */
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

export class KeyWatch {
  readonly #dependencies: KeyWatchDependencies;
  #problem: string | undefined;
  #isCounted = false;

  constructor(dependencies: KeyWatchDependencies) {
    this.#dependencies = dependencies;
  }

  async run(): Promise<void> {
    const { vault, stored } = this.#dependencies;
    const [problem] = await vault.refresh();
    this.#logOnce(problem?.message);
    await this.#writeUses();
    await stored.report(vault.heldUpTo, vault.kekIds);
    const keys = await stored.all();
    await this.#activate(keys);
    await this.#renew(keys);
  }

  #logOnce(problem: string | undefined): void {
    if (problem !== undefined && problem !== this.#problem) {
      this.#dependencies.log.error(
        { problem },
        'a data key cannot be held: it stays unused by all processes until this one is restarted with its key',
      );
    }
    this.#problem = problem;
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

  /** The old one seals nothing more; what it has sealed stays where it is. */
  async #renew(keys: readonly WrappedDataKey[]): Promise<void> {
    const { vault, stored, kek, log, now = Date.now, usesMax = KEY_USES_MAX } = this.#dependencies;
    const used = keys.find(({ id }) => id === vault.sealKeyId);
    const isComing = keys.some(({ id, purpose }) => purpose === 'SEAL' && id > vault.sealKeyId);
    if (used === undefined || used.uses < usesMax || isComing || announced(keys, 'SEAL') !== undefined) {
      return;
    }
    const { id } = await announceKey(kek, stored, 'SEAL', now());
    log.warn({ key: used.id, uses: used.uses, newKey: id }, 'a data key was used often enough: a new one is announced');
  }
}
