/** The data keys that a process holds, in clear, and which of them is in use for each purpose. */
import type { KeyPurpose, WrappedDataKey } from '../gateway/ports/index.ts';
import { deriveKey, type KeyService } from './keys.ts';
import { unwrapped } from './wrapping.ts';

export interface HeldKey {
  readonly id: number;
  readonly purpose: KeyPurpose;
  /** Of a SEAL key what is derived from it; of every other the key itself. */
  readonly bytes: Buffer;
  readonly isBound: boolean;
  readonly activeFrom: number | null;
  readonly isRetired: boolean;
}

interface Current {
  /** The key in use first, then those that are announced or were in use, the newest first. */
  readonly keys: readonly HeldKey[];
  /** When another one comes into use. */
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

  /** Every key up to this id that is not destroyed is held. */
  get heldUpTo(): number {
    return this.#heldUpTo;
  }

  get kekIds(): readonly string[] {
    return this.#keks.map(({ id }) => id);
  }

  byId(id: number): HeldKey | undefined {
    return this.#byId.get(id);
  }

  /** @throws Error when none is in use */
  inUse(purpose: KeyPurpose): HeldKey {
    const key = this.inUseYet(purpose);
    if (key === undefined) {
      throw new Error(`No key is in use for ${purpose}.`);
    }
    return key;
  }

  /** Undefined as long as the first one is only announced. */
  inUseYet(purpose: KeyPurpose): HeldKey | undefined {
    const [first] = this.all(purpose);
    return first !== undefined && first.activeFrom !== null ? first : undefined;
  }

  /** The key in use first; after it those that are announced or were in use, the newest first. */
  all(purpose: KeyPurpose): readonly HeldKey[] {
    const now = this.#now();
    const known = this.#current.get(purpose);
    if (known !== undefined && now < known.until) {
      return known.keys;
    }
    const made = sorted([...this.#byId.values()], purpose, now);
    this.#current.set(purpose, made);
    return made.keys;
  }

  /** The key that was in use at this time, or the oldest. */
  inUseAt(purpose: KeyPurpose, at: number): HeldKey | undefined {
    const used = [...this.#byId.values()].filter((key) => key.purpose === purpose && key.activeFrom !== null);
    const byTime = used.sort((one, other) => (one.activeFrom ?? 0) - (other.activeFrom ?? 0));
    return byTime.findLast(({ activeFrom }) => (activeFrom ?? 0) <= at) ?? byTime[0];
  }

  /**
   * Takes what is stored now. Keys that are held are not unwrapped again: a process goes on with what it holds while
   * its key-encryption key is changed.
   *
   * @returns why a key could not be unwrapped, with a sentence for the operator each
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
      const bytes = await unwrapped(this.#keks, row);
      return row.purpose === 'SEAL' ? deriveKey(bytes, 'seal') : bytes;
    } catch (error) {
      problems.push(error as Error);
      return undefined;
    }
  }
}

function sorted(held: readonly HeldKey[], purpose: KeyPurpose, now: number): Current {
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
 * The newest whose moment has come. A clock that is behind may show a moment before that of the very first key, or an
 * hour and more before that of the one after a retired key, which may be destroyed by now: every process holds a key
 * whose moment is set, so it may be used early.
 *
 * @param keys of one purpose, the newest first
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
