/** The keys that sign a merchant's notifications: a new one, beside which the one before it signs for some time. */
import { HOUR_MS } from '../../contract/durations.ts';
import type { Merchant } from '../../core/index.ts';
import type { Clock } from '../../core/ports/index.ts';
import type { SignedIn } from '../access.ts';
import type { KeptHours } from '../api-passwords.ts';
import { type ConsoleAudit, recordAtMerchant } from '../audit.ts';
import type { BrowserCaller } from '../sign-in.ts';

export interface StoredSigningKey {
  /** 1 for the first key. */
  readonly generation: number;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Null for the newest. */
  readonly retiredAt: number | null;
}

export interface SigningKeyDependencies {
  readonly signingKeys: {
    /** The newest first; empty before the first notification. */
    find(merchantKey: number): Promise<readonly StoredSigningKey[]>;
    /** @returns the new key; undefined if there is a newer generation than `before` */
    rotate(
      merchantKey: number,
      times: { readonly before: number; readonly keptUntil: number },
    ): Promise<string | undefined>;
  };
  readonly audit: ConsoleAudit;
  readonly clock: Clock;
}

export interface KeyRotation {
  readonly hours: KeptHours;
  /** The newest generation, as the page showed it; 0 if there was none. */
  readonly before: number;
}

/** @returns the new key; undefined if somebody has made one since the page was made */
export async function rotateSigningKey(
  { signingKeys, audit, clock }: SigningKeyDependencies,
  { person }: SignedIn,
  { id, key }: Merchant,
  { hours, before }: KeyRotation,
  caller: BrowserCaller,
): Promise<string | undefined> {
  const record = (state: 'BEGUN' | 'CHANGED' | 'DONE') =>
    recordAtMerchant(
      audit,
      { action: 'console signing key', person, merchantId: id, caller },
      { state, before, keptHours: hours },
    );
  await record('BEGUN');
  const text = await signingKeys.rotate(key, { before, keptUntil: clock.now() + hours * HOUR_MS });
  await record(text === undefined ? 'CHANGED' : 'DONE');
  return text;
}
