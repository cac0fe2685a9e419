/** The session with the values that a payer's form adds to it. Pure but for the random digits of versions. */
import type { RequestFields, SourceOfFundsFields } from '../../contract/request-fields.ts';
import { without } from '../../contract/values.ts';
import type { Wallet } from '../../core/ports/index.ts';
import { givenDetails, merchantFields } from './given-details.ts';
import type { ReadDetails } from './payer-details.ts';
import type { PendingAuthentication } from './pending-authentication.ts';
import type { SealedValues } from './sealed-values.ts';
import { type Checkout, type CheckoutSession, type FormState, merchantVersion } from './session.ts';

export interface CollectedValues {
  /** Absent: the payer pays without an instrument of this session, and a stored one is removed. */
  readonly sourceOfFunds?: SourceOfFundsFields | undefined;
  /** Absent: the details are the merchant's. */
  readonly details?: Pick<ReadDetails, 'paths' | 'values'> | undefined;
  /** The payment waits for the payer's bank: a security code is stored with the card, sealed, until then. */
  readonly authentication?: Omit<PendingAuthentication, 'version'>;
  /** `order.walletProvider`, for a card from a wallet. */
  readonly wallet?: Wallet | undefined;
  /** For operation NONE, which ends the checkout: the time of storing. */
  readonly storedAt?: number;
}

/** Replaces instrument, details and form of an earlier attempt. */
export function withCollected(
  sealed: SealedValues,
  session: CheckoutSession,
  { sourceOfFunds, details, authentication, wallet, storedAt }: CollectedValues,
  form: FormState | null,
): CheckoutSession {
  const { linkKey: _linkKey, ...stored } = session;
  const { given: _given, authentication: _authentication, ...own } = session.checkout;
  const fields = merchantFields(session);
  const replaced = details?.paths ?? [];
  const checkout: Checkout = {
    ...own,
    merchantVersion: merchantVersion(session),
    given: replaced.length > 0 ? givenDetails(fields) : undefined,
    storedAt: storedAt ?? own.storedAt,
  };
  const withoutCollected = {
    ...stored,
    checkout,
    // The wallet's name belongs to a token that the payer's card replaces.
    fields: without(fields, ['sourceOfFunds', 'order.walletProvider', ...replaced]),
    sealedCard: null,
    sealedSensitive: null,
    sensitiveUntil: null,
  };
  const updated = sealed.update(withoutCollected, {
    ...details?.values,
    sourceOfFunds,
    order: wallet && { walletProvider: wallet },
  });
  return { ...updated, checkout: withAuthentication(checkout, authentication, updated.version), form };
}

/**
 * The same payment with another authentication.
 *
 * @param sensitive authentication data that the payment before used
 */
export function collectedAgain(
  sealed: SealedValues,
  session: CheckoutSession,
  authentication: PendingAuthentication,
  sensitive: RequestFields,
): CheckoutSession {
  const { behind } = session.checkout;
  // The link then resolves to this session for its next attempt.
  const checkout = { ...session.checkout, behind: behind && { ...behind, attempt: authentication.attempt } };
  const updated = sealed.update(session, sensitive);
  return { ...updated, checkout: withAuthentication(checkout, authentication, updated.version) };
}

function withAuthentication(
  checkout: Checkout,
  authentication: Omit<PendingAuthentication, 'version'> | undefined,
  version: string,
): Checkout {
  return authentication === undefined ? checkout : { ...checkout, authentication: { ...authentication, version } };
}
