/** Stored instruments, and what one gives to a payment. */
import { invalidField } from '../contract/errors.ts';
import type { Values } from '../contract/read.ts';
import { groupAt, overlay, secretValues } from '../contract/values.ts';
import type { Sealer } from './gateway.ts';

export interface StoredToken {
  readonly key: number;
  readonly token: string;
  /** The instrument's fields without card data: `{ sourceOfFunds: … }`. */
  readonly fields: Values;
  /** The secrets' texts by path, JSON, sealed for `tokenPlace`. */
  readonly sealedCard: Uint8Array;
}

/** Where tokens rest. */
export interface Tokens {
  newKey(): number;
  find(merchantKey: number, token: string): Promise<StoredToken | undefined>;
  insert(merchantKey: number, token: StoredToken, now: number): Promise<void>;
}

/** What a token's card is sealed for. */
export function tokenPlace(key: number): string {
  return `token ${key} card`;
}

/** @returns the `sourceOfFunds` that the token stands for @throws InterfaceError when the merchant has no such token */
export async function tokenValues(tokens: Tokens, sealer: Sealer, merchantKey: number, token: string): Promise<Values> {
  const stored = await tokens.find(merchantKey, token);
  if (stored === undefined) throw invalidField('sourceOfFunds.token', 'there is no such token');
  const secrets = secretValues(
    JSON.parse(sealer.open(stored.sealedCard, tokenPlace(stored.key))) as Record<string, string>,
  );
  return groupAt(overlay(stored.fields, secrets), 'sourceOfFunds') ?? {};
}
