/**
 * Merges a request's values: its own over the session's, and those over the token's. Card data that a terminal read
 * counts as the request's own, so it is converted to fields before the token's values are merged.
 */
import type { RequestFields } from '../../contract/request-fields.ts';
import { merge } from '../../contract/values.ts';
import { type CardPresent, cardPresent } from '../cards/card-present.ts';
import { withoutReplacedCard } from '../cards/one-card.ts';
import type { Gateway } from '../gateway.ts';
import type { Merchant } from '../merchant/merchant.ts';
import { mergeWithRecipient } from '../request/recipient.ts';
import type { TransactionCall } from './plan.ts';

export interface MergedValues extends CardPresent {
  /** Key of the session that the request names. */
  readonly session?: number;
  /** Key of the session that supplied sensitive authentication data. */
  readonly sensitiveSession?: number;
}

/** @throws InterfaceError if the named session does not exist, has another version, or cannot be used for a payment */
export async function withSessionValues(
  gateway: Gateway,
  { merchant, values }: Pick<TransactionCall, 'merchant' | 'values'>,
): Promise<Pick<MergedValues, 'sensitiveSession' | 'session' | 'values'>> {
  const id = values.session?.id;
  if (id === undefined) {
    return { values };
  }
  const session = await gateway.sources.session(merchant.key, id, values.session?.version);
  return {
    values: mergeWithRecipient(withoutReplacedCard(session.values, values), values),
    session: session.key,
    sensitiveSession: session.sensitive ? session.key : undefined,
  };
}

/**
 * @throws InterfaceError for the reasons of `withSessionValues`, and if the named token does not exist or card data is
 *   contradictory
 */
export async function mergedValues(
  gateway: Gateway,
  call: Pick<TransactionCall, 'merchant' | 'values'>,
): Promise<MergedValues> {
  const { values, ...ofSession } = await withSessionValues(gateway, call);
  const read = { ...terminalRead(gateway, call.merchant, values), ...ofSession };
  const token = values.sourceOfFunds?.token;
  if (token === undefined) {
    return read;
  }
  const sourceOfFunds = await gateway.sources.token(call.merchant.key, token);
  return { ...read, values: merge({ sourceOfFunds }, read.values) };
}

/**
 * Converts card data that a terminal read to fields. The merchant's key is decrypted only for encrypted card data.
 *
 * @throws InterfaceError if card data is contradictory
 */
export function terminalRead({ p2peOf }: Gateway, { profile }: Merchant, values: RequestFields): CardPresent {
  return cardPresent(values, values.sourceOfFunds?.provided?.card?.p2pe === undefined ? undefined : p2peOf(profile));
}
