/**
 * Each merchant's own signing keys: made when the first is needed, sealed where they rest, two at a time while one
 * takes the other's place.
 */
import type { Clock } from '../gateway/ports.ts';
import type { Outbox, SigningKey } from './notification-records.ts';
import { newSigningKey } from './signature.ts';

/** So long an old key goes on signing beside the new one, unless the operator says otherwise. */
export const OVERLAP_HOURS = 24;
/** A changed key is used within this time; until then nothing is read or opened again. */
const CACHE_MS = 1_000;
const KEPT_MAX = 10_000;
/** Of a merchant's keys so many sign at most. */
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
  readonly #kept = new Map<number, { readonly texts: readonly string[]; readonly readAt: number }>();

  constructor(dependencies: SigningDependencies) {
    this.#dependencies = dependencies;
  }

  /** What a merchant's notifications are signed with now, the newest first: never none. */
  async of(merchantKey: number): Promise<readonly string[]> {
    const kept = this.#kept.get(merchantKey);
    const now = performance.now();
    if (kept !== undefined && now - kept.readAt < CACHE_MS) {
      return kept.texts;
    }
    const texts = await signingKeys(this.#dependencies, merchantKey);
    if (this.#kept.size >= KEPT_MAX) {
      this.#kept.clear();
    }
    this.#kept.set(merchantKey, { texts, readAt: now });
    return texts;
  }
}

/** Makes the first one where there is none. @returns the newest first */
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
    .map((key) => opened(dependencies.sealer, merchantKey, key));
}

/** @returns false when there is one of this generation already */
export function addSigningKey(
  { keys, sealer, clock }: SigningDependencies,
  merchantKey: number,
  generation: number,
  text: string,
): Promise<boolean> {
  const sealed = sealer.seal(text, place(merchantKey, generation));
  return keys.addSigningKey(merchantKey, { generation, sealed, createdAt: clock.now() });
}

function opened(sealer: KeySealer, merchantKey: number, { generation, sealed }: SigningKey): string {
  return sealer.open(sealed, place(merchantKey, generation));
}

function place(merchantKey: number, generation: number): string {
  return `notification key ${merchantKey} ${generation}`;
}
