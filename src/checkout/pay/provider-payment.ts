/**
 * Payments at a provider from the hosted page: the offered providers, the request that initiates a payment, and its
 * cancel.
 */

import { type ProviderSettings, providerSettings } from '../../contract/fields/browser-payment-fields.ts';
import { BROWSER_PAYMENT_PROVIDERS, providerType, takesCurrency } from '../../contract/providers/index.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { merge } from '../../contract/values.ts';
import {
  cancelAtProvider,
  isResultOpen,
  isUnanswered,
  lastStatus,
  offeredProvider,
} from '../../core/browser-payments/index.ts';
import type { Gateway, Merchant } from '../../core/index.ts';
import type { BrowserOperation, FoundPayment } from '../../core/ports/index.ts';
import type { ProviderChoice } from '../../web/views/index.ts';
import type { Checkout } from '../session/session.ts';
import type { PayerDependencies } from '../status/checkout-status.ts';

const BROWSER_OPERATIONS: Partial<Record<Checkout['operation'], BrowserOperation>> = {
  AUTHORIZE: 'AUTHORIZE',
  PURCHASE: 'PAY',
};

type PayableSession = { readonly checkout: Checkout; readonly fields: RequestFields };

/** The merchant's providers that support this checkout's operation and currency and confirm on their own pages. */
export function providerChoices(
  gateway: Gateway,
  merchant: Merchant,
  { checkout, fields }: PayableSession,
): ProviderChoice[] {
  const currency = fields.order?.currency ?? '';
  const operation = BROWSER_OPERATIONS[checkout.operation];
  if (operation === undefined) {
    return [];
  }
  return Object.values(BROWSER_PAYMENT_PROVIDERS)
    .filter(
      ({ operations, confirmations }) =>
        operations.includes(operation) && confirmations.includes('CONFIRM_AT_PROVIDER'),
    )
    .filter((facts) => takesCurrency(facts, currency))
    .filter(({ id }) => offeredProvider(gateway, merchant, id) !== undefined)
    .map(({ id, name, mark, isWallet }) => ({ id, name, mark, isWallet }));
}

/** The choices without the providers that do not respond at present. */
export function answeringChoices(gateway: Gateway, merchant: Merchant, session: PayableSession): ProviderChoice[] {
  const { health } = gateway.browser;
  return providerChoices(gateway, merchant, session).filter(({ id }) => health.isAnswering(id, merchant.profile.id));
}

/**
 * The checkout's fields as an INITIATE_BROWSER_PAYMENT. The shop's settings for this provider apply, except for the
 * operation and the place of confirmation, which the page determines.
 */
export function initiation(fields: RequestFields, id: string, checkout: Checkout): RequestFields {
  const operation = BROWSER_OPERATIONS[checkout.operation];
  if (operation === undefined) {
    throw new TypeError(`No provider supports ${checkout.operation}.`);
  }
  const wishes = providerSettings(fields, id);
  const settings = merge<ProviderSettings>(wishes, { paymentConfirmation: 'CONFIRM_AT_PROVIDER', operation });
  return {
    ...fields,
    browserPayment: { operation, [id]: settings },
    sourceOfFunds: { type: providerType(id) },
  };
}

/** The result of a cancel at the provider. Unless `cancelled`, the payment may still be paid there. */
export type CancelEnd = 'cancelled' | 'refused' | 'unreached';

export async function cancelProviderPayment(
  dependencies: PayerDependencies,
  found: FoundPayment,
  from: string,
): Promise<CancelEnd> {
  const after = await cancelAtProvider(dependencies, found, from);
  if (!isResultOpen(after)) {
    return 'cancelled';
  }
  return isUnanswered(lastStatus(after)) ? 'unreached' : 'refused';
}
