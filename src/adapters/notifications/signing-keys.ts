/**
 * Each merchant's own signing keys: created on first use, stored encrypted. While a key is being changed, both keys
 * sign.
 */
import type { Clock } from '../../core/ports/index.ts';
import type { Outbox, SigningKey } from './notification-records.ts';
import { newSigningKey } from './signature.ts';

/** How long an old key still signs in addition to the new one, unless the operator sets another time. */
export const OVERLAP_HOURS = 24;
/** Maximum age of cached keys. A changed key is used within this time. */
const CACHE_MS = 1_000;
const CACHED_MAX = 10_000;
/** Maximum number of a merchant's keys that sign. */
const SIGNING_MAX = 2;

export interface KeySealer {
  seal(plain: string, place: string): Uint8Array;
  open(sealed: Uint8Array, place: string): string;
}

export type KeyStore = Pick<Outbox, 'addSigningKey' | 'signingKeys'>;

export interface SigningDependencies {
  readonly keys: KeyStore;
  readonly sealer: KeySealer;
  readonly clock: Clock;
}

export class SigningKeys {
  readonly #dependencies: SigningDependencies;
  readonly #cache = new Map<number, { readonly texts: readonly string[]; readonly readAt: number }>();

  constructor(dependencies: SigningDependencies) {
    this.#dependencies = dependencies;
  }

  /** The keys that sign a merchant's notifications now, the newest first; at least one. */
  async of(merchantKey: number): Promise<readonly string[]> {
    const cached = this.#cache.get(merchantKey);
    const now = performance.now();
    if (cached !== undefined && now - cached.readAt < CACHE_MS) {
      return cached.texts;
    }
    const texts = await signingKeys(this.#dependencies, merchantKey);
    if (this.#cache.size >= CACHED_MAX) {
      this.#cache.clear();
    }
    this.#cache.set(merchantKey, { texts, readAt: now });
    return texts;
  }
}

/** Returns the merchant's keys, the newest first. Creates the first key if there is none. */
export async function signingKeys(dependencies: SigningDependencies, merchantKey: number): Promise<readonly string[]> {
  const stored = await dependencies.keys.signingKeys(merchantKey);
  if (stored.length === 0) {
    await addSigningKey(dependencies, merchantKey, 1, newSigningKey());
    return signingKeys(dependencies, merchantKey);
  }
  const now = dependencies.clock.now();
  return stored
    .filter(({ retiredAt }) => retiredAt === null || retiredAt > now)
    .slice(0, SIGNING_MAX)
    .map((key) => openSigningKey(dependencies.sealer, merchantKey, key));
}

/** @returns false if this generation exists already */
export function addSigningKey(
  { keys, sealer, clock }: SigningDependencies,
  merchantKey: number,
  generation: number,
  text: string,
): Promise<boolean> {
  const sealed = sealer.seal(text, signingKeyPlace(merchantKey, generation));
  return keys.addSigningKey(merchantKey, { generation, sealed, createdAt: clock.now() });
}

export interface RotationDependencies extends SigningDependencies {
  readonly keys: KeyStore & {
    /** Lets the keys up to this generation sign until `at`, except those that end earlier. */
    retireSigningKeys(merchantKey: number, upTo: number, at: number): Promise<void>;
  };
}

/**
 * Makes a new key, beside which the one before it signs for some time.
 *
 * @param before the newest generation; 0 if there is no key yet
 * @param keptUntil the end of the keys up to `before`, in milliseconds since 1970
 * @returns the new key; undefined if there is a newer generation than `before`
 */
export async function rotateSigningKey(
  dependencies: RotationDependencies,
  merchantKey: number,
  { before, keptUntil }: { readonly before: number; readonly keptUntil: number },
): Promise<string | undefined> {
  const text = newSigningKey();
  if (!(await addSigningKey(dependencies, merchantKey, before + 1, text))) {
    return undefined;
  }
  await dependencies.keys.retireSigningKeys(merchantKey, before, keptUntil);
  return text;
}

function openSigningKey(sealer: KeySealer, merchantKey: number, { generation, sealed }: SigningKey): string {
  return sealer.open(sealed, signingKeyPlace(merchantKey, generation));
}

/** The purpose to which the encryption of a merchant's signing key is bound. */
export function signingKeyPlace(merchantKey: number, generation: number): string {
  return `notification key ${merchantKey} ${generation}`;
}
