/**
 * `POST /callback/{provider}`: a provider's server reports that something happened. Validate its signature and facts,
 * record the event, answer at once, and queue a status query of the payment and of what is pending after it. Nothing
 * else in the callback is trusted.
 */
import { namedError } from '../../contract/errors/catalogue.ts';
import { resultOf } from '../../contract/gateway-codes.ts';
import { needsAccount } from '../merchant/provider-accounts.ts';
import { isOpenCode } from '../order/order.ts';
import type { Callback, FoundPayment, RawCallback } from '../ports/index.ts';
import { isAmountMismatch, isUndecided } from './conclude.ts';
import { type BrowserPaymentDependencies, event } from './dependencies.ts';
import { movementKind } from './movement.ts';

/** The sender of the callback, for the timeline and the log. */
export interface Caller {
  /** Its network address. */
  readonly from: string;
  /** Support code of the response. */
  readonly supportCode: string;
}

/** Where a callback came to. */
export interface CallbackAddress {
  readonly provider: string;
  /** Present where the provider knows the merchant by an account of its own. */
  readonly merchant?: string;
}

/**
 * @throws InterfaceError 4xx when it is not genuine, or matches no payment; 503 when its signature cannot be verified
 *   now, so that the provider sends it again. Nothing changes then.
 */
export async function handleCallback(
  dependencies: BrowserPaymentDependencies,
  address: CallbackAddress,
  raw: RawCallback,
  caller: Caller,
): Promise<void> {
  const { browser, clock, log } = dependencies.gateway;
  const provider = browser.providers.get(address.provider);
  const account = address.merchant && (await browser.accounts.ofMerchant(address.merchant, address.provider));
  if (provider === undefined || needsAccount(address.provider) !== (account !== undefined)) {
    throw namedError('PROVIDER_UNKNOWN');
  }
  const callback = await provider.callback(raw, clock.now(), account || undefined);
  if (callback.status === 'UNRELATED') {
    log.info({ ...caller, ...address }, 'a callback was about no payment');
    return;
  }
  if (callback.status !== 'GENUINE') {
    const isForged = callback.status === 'FORGED';
    throw namedError(isForged ? 'CALLBACK_SIGNATURE_WRONG' : 'CALLBACK_UNVERIFIED');
  }
  const { others = [], ...first } = callback;
  const told = await Promise.all([first, ...others].map((one) => matched(dependencies, address, one)));
  if (told.every((one) => one === undefined)) {
    throw namedError('CALLBACK_WITHOUT_PAYMENT');
  }
  for (const { found, says } of told.filter((one) => one !== undefined)) {
    const noted = event(dependencies, 'CALLED_BACK', 'PROVIDER', caller.from, says);
    await browser.payments.note(found.payment.transactionKey, [noted], mayChange(found) ? clock.now() : undefined);
    await askAboutMovements(dependencies, found);
  }
  dependencies.wake(address.provider);
}

/** @returns undefined where it is about no payment that came to this address, or about another one's money */
async function matched(
  { gateway }: BrowserPaymentDependencies,
  address: CallbackAddress,
  callback: Callback,
): Promise<{ readonly found: FoundPayment; readonly says: string } | undefined> {
  const found = await gateway.browser.payments.findBy('reference', callback.reference);
  return found === undefined || !isOf(found, address) || hasOtherMoney(found, callback)
    ? undefined
    : { found, says: callback.says };
}

/** The message may be about a capture or a refund that is pending at the provider. */
async function askAboutMovements({ gateway }: BrowserPaymentDependencies, { order, payment }: FoundPayment) {
  const { browser, clock, orders } = gateway;
  const pending = order.state.movements.filter(
    ({ type, provider, gatewayCode }) =>
      provider === payment.provider && movementKind(type) !== undefined && isOpenCode(gatewayCode),
  );
  for (const { transactionId } of pending) {
    const transaction = await orders.transaction(order.key, transactionId);
    // One that is still under way has no answer yet.
    if (transaction?.outcome !== undefined && isOpenCode(transaction.outcome.gatewayCode)) {
      await browser.payments.note(transaction.key, [], clock.now());
    }
  }
}

function isOf({ payment, merchantId }: FoundPayment, { provider, merchant }: CallbackAddress): boolean {
  return payment.provider === provider && (merchant === undefined || merchant === merchantId);
}

function hasOtherMoney(found: FoundPayment, { money }: Callback): boolean {
  return money !== undefined && isAmountMismatch(found, { money });
}

/** The payment is open, or it failed: the provider may have a newer status. */
function mayChange(found: FoundPayment): boolean {
  const { outcome } = found.transaction;
  const failed = outcome !== undefined && resultOf(outcome.gatewayCode) === 'FAILURE';
  return isUndecided(found) || (failed && found.payment.late === null);
}
