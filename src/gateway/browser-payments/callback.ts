/**
 * `POST /callback/{provider}`: a provider's server reports that something happened. Validate its signature and facts,
 * record the event, answer at once, and queue a status query. Nothing else in the callback is trusted.
 */
import { namedError } from '../../contract/errors/catalogue.ts';
import { resultOf } from '../../contract/gateway-codes.ts';
import type { InterfaceError } from '../../contract/interface-error.ts';
import type { FoundPayment, RawCallback } from '../ports/index.ts';

import { isAmountMismatch, isUndecided } from './conclude.ts';
import { type BrowserPaymentDependencies, event } from './dependencies.ts';

/** The sender of the callback, for the timeline and the log. */
export interface Caller {
  /** Its network address. */
  readonly from: string;
  /** Support code of the response. */
  readonly supportCode: string;
}

/** @throws InterfaceError 4xx when it is not genuine, or matches no payment; nothing changes then */
export async function handleCallback(
  dependencies: BrowserPaymentDependencies,
  providerId: string,
  raw: RawCallback,
  caller: Caller,
): Promise<void> {
  const { browser, clock } = dependencies.gateway;
  const provider = browser.providers.get(providerId);
  if (provider === undefined) {
    throw namedError('PROVIDER_UNKNOWN');
  }
  const callback = provider.callback(raw, clock.now());
  if (callback === undefined) {
    throw refused(dependencies, providerId, caller, namedError('CALLBACK_SIGNATURE_WRONG'));
  }
  const found = await browser.payments.findBy('reference', callback.reference);
  if (found === undefined || found.payment.provider !== providerId || isAmountMismatch(found, callback)) {
    throw refused(dependencies, providerId, caller, namedError('CALLBACK_WITHOUT_PAYMENT'));
  }
  const noted = event(dependencies, 'CALLED_BACK', 'PROVIDER', caller.from, callback.says);
  await browser.payments.note(found.payment.transactionKey, [noted], mayChange(found) ? clock.now() : undefined);
  dependencies.wake(providerId);
}

/** The payment is open, or it failed: the provider may have a newer status. */
function mayChange(found: FoundPayment): boolean {
  const { outcome } = found.transaction;
  const failed = outcome !== undefined && resultOf(outcome.gatewayCode) === 'FAILURE';
  return isUndecided(found) || (failed && found.payment.late === null);
}

function refused(
  { gateway }: BrowserPaymentDependencies,
  provider: string,
  caller: Caller,
  error: InterfaceError,
): InterfaceError {
  gateway.log.warn({ ...caller, provider, reason: error.message }, 'a callback was refused');
  return error;
}
