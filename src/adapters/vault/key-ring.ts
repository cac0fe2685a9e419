/** The data keys that a process has loaded, in plain, and the selection of the key in use for each purpose. */
import type { KeyPurpose, WrappedDataKey } from '../../core/ports/index.ts';
import { deriveKey } from '../../platform/aes-gcm.ts';
import type { KeyService } from './keys.ts';
import { unwrapKey } from './wrapping.ts';

export interface HeldKey {
  readonly id: number;
  readonly purpose: KeyPurpose;
  /** For SEAL a key derived from the data key; otherwise the data key itself. */
  readonly bytes: Buffer;
  readonly isBound: boolean;
  readonly activeFrom: number | null;
  readonly isRetired: boolean;
}

interface Current {
  /** The key in use, followed by announced keys and by earlier keys, each the newest first. */
  readonly keys: readonly HeldKey[];
  /** The time at which another key comes into use. */
  readonly until: number;
}

export class KeyRing {
  readonly #keks: readonly KeyService[];
  readonly #now: () => number;
  #byId = new Map<number, HeldKey>();
  #current = new Map<KeyPurpose, Current>();
  #heldUpTo = 0;

  constructor(keks: readonly KeyService[], now: () => number) {
    this.#keks = keks;
    this.#now = now;
  }

  /** All keys up to this id are loaded, unless they were destroyed. */
  get heldUpTo(): number {
    return this.#heldUpTo;
  }

  get kekIds(): readonly string[] {
    return this.#keks.map(({ id }) => id);
  }

  byId(id: number): HeldKey | undefined {
    return this.#byId.get(id);
  }

  /** @throws Error if no key is in use */
  inUse(purpose: KeyPurpose): HeldKey {
    const key = this.inUseYet(purpose);
    if (key === undefined) {
      throw new Error(`No key is in use for ${purpose}.`);
    }
    return key;
  }

  /** Undefined while the first key is only announced. */
  inUseYet(purpose: KeyPurpose): HeldKey | undefined {
    const [first] = this.all(purpose);
    return first !== undefined && first.activeFrom !== null ? first : undefined;
  }

  /** The key in use, followed by announced keys and by earlier keys, each the newest first. */
  all(purpose: KeyPurpose): readonly HeldKey[] {
    const now = this.#now();
    const known = this.#current.get(purpose);
    if (known !== undefined && now < known.until) {
      return known.keys;
    }
    const made = sortKeys([...this.#byId.values()], purpose, now);
    this.#current.set(purpose, made);
    return made.keys;
  }

  /** The key that was in use at this time, or the oldest one. */
  inUseAt(purpose: KeyPurpose, at: number): HeldKey | undefined {
    const used = [...this.#byId.values()].filter((key) => key.purpose === purpose && key.activeFrom !== null);
    const byTime = used.sort((one, other) => (one.activeFrom ?? 0) - (other.activeFrom ?? 0));
    return byTime.findLast(({ activeFrom }) => (activeFrom ?? 0) <= at) ?? byTime[0];
  }

  /**
   * Replaces the keys by those stored now. Loaded keys are not unwrapped again, so that a process works on while its
   * key-encryption key is changed.
   *
   * @returns an error, with a sentence for the operator, for each key that could not be unwrapped
   */
  async load(stored: readonly WrappedDataKey[]): Promise<readonly Error[]> {
    const held = new Map<number, HeldKey>();
    const problems: Error[] = [];
    let heldUpTo = 0;
    for (const row of stored.filter(({ destroyedAt }) => destroyedAt === null)) {
      const { id, purpose, isBound, activeFrom, retiredAt } = row;
      const bytes = this.#byId.get(id)?.bytes ?? (await this.#unwrapped(row, problems));
      if (bytes !== undefined) {
        held.set(id, { id, purpose, bytes, isBound, activeFrom, isRetired: retiredAt !== null });
      }
      heldUpTo = problems.length === 0 ? id : heldUpTo;
    }
    this.#byId = held;
    this.#heldUpTo = heldUpTo;
    this.#current.clear();
    return problems;
  }

  async #unwrapped(row: WrappedDataKey, problems: Error[]): Promise<Buffer | undefined> {
    try {
      const bytes = await unwrapKey(this.#keks, row);
      return row.purpose === 'SEAL' ? deriveKey(bytes, 'seal') : bytes;
    } catch (error) {
      problems.push(error as Error);
      return undefined;
    }
  }
}

function sortKeys(held: readonly HeldKey[], purpose: KeyPurpose, now: number): Current {
  const keys = held.filter((key) => key.purpose === purpose).sort((one, other) => other.id - one.id);
  const coming = keys.map(({ activeFrom }) => activeFrom ?? Number.POSITIVE_INFINITY).filter((from) => from > now);
  const first = firstOf(keys, now);
  const rest = keys.filter((key) => key !== first);
  return {
    keys: [
      ...(first === undefined ? [] : [first]),
      ...rest.filter((key) => !isUsed(key, now)),
      ...rest.filter((key) => isUsed(key, now)),
    ],
    until: Math.min(...coming),
  };
}

/**
 * Returns the newest key whose start has passed. If this machine's clock is behind, the start of even the first key may
 * lie ahead, or the only started key may be retired and perhaps destroyed already. The next key is then used early,
 * which is safe: a start is set only after every process has loaded the key.
 *
 * @param keys the keys of one purpose, the newest first
 */
function firstOf(keys: readonly HeldKey[], now: number): HeldKey | undefined {
  const used = keys.find((key) => isUsed(key, now));
  if (used !== undefined && !used.isRetired) {
    return used;
  }
  const early = keys.findLast(
    ({ activeFrom, id, isRetired }) => activeFrom !== null && !isRetired && id > (used?.id ?? 0),
  );
  return early ?? used;
}

function isUsed({ activeFrom }: HeldKey, now: number): boolean {
  return activeFrom !== null && activeFrom <= now;
}
