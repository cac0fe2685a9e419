/** The sealed record of a token, and the values that a payment takes from it. */

import { invalidField } from '../../contract/interface-error.ts';
import type { RequestFields, SourceOfFundsFields } from '../../contract/request-fields.ts';
import { merge, type SecretTexts, secretValues } from '../../contract/values.ts';
import type { Sealer, SealPlace, StoredToken, Tokens } from '../ports/index.ts';

/** The purpose under which a token's card is sealed. */
export function tokenPlace({ key, merchantKey }: Pick<StoredToken, 'key' | 'merchantKey'>): SealPlace {
  const before = `token ${key} card`;
  return { bound: `merchant ${merchantKey} ${before}`, before };
}

/** The instrument of the token as request fields, `{ sourceOfFunds: … }`, with card data as `Secret`s. */
export function openedToken(
  sealer: Pick<Sealer, 'open'>,
  token: Pick<StoredToken, 'fields' | 'key' | 'merchantKey' | 'sealedCard'>,
): RequestFields {
  const texts = JSON.parse(sealer.open(token.sealedCard, tokenPlace(token))) as SecretTexts;
  return merge(token.fields, secretValues(texts));
}

/**
 * @returns the token's `sourceOfFunds` for a payment
 * @throws InterfaceError if the token cannot be used for a payment
 */
export async function tokenValues(
  tokens: Tokens,
  sealer: Sealer,
  merchantKey: number,
  token: string,
): Promise<SourceOfFundsFields> {
  const stored = await tokens.find(merchantKey, token);
  if (stored === undefined) {
    throw invalidField('sourceOfFunds.token', 'there is no such token');
  }
  if (stored.fields.sourceOfFunds?.type === 'ACH') {
    throw invalidField('sourceOfFunds.token', 'it stands for a bank account, and payments are made by card');
  }
  return openedToken(sealer, stored).sourceOfFunds ?? {};
}
