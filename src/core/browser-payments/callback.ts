/**
 * `POST /callback/{provider}`: a provider's server reports an event. Validates its signature and claims, records the
 * event, responds at once, and schedules a status query of the payment and of its pending movements. All other content
 * of the callback is ignored.
 */
import { namedError } from '../../contract/errors/catalogue.ts';
import { resultOf } from '../../contract/gateway-codes.ts';
import { needsAccount } from '../merchant/provider-accounts.ts';
import { isOpenCode } from '../order/order.ts';
import type { Callback, FoundPayment, RawCallback } from '../ports/index.ts';
import { isAmountMismatch, isResultOpen } from './conclude.ts';
import { type BrowserPaymentDependencies, event } from './dependencies.ts';
import { movementKind } from './movement.ts';

/** The sender of the callback, for the timeline and the log. */
export interface Caller {
  /** The IP address from which the callback was sent. */
  readonly from: string;
  /** The support code in the response to the callback. */
  readonly supportCode: string;
}

/** The address that a callback was sent to. */
export interface CallbackAddress {
  readonly provider: string;
  /** Present if the merchant has an account of its own with the provider. */
  readonly merchant?: string;
}

/** Finds the store that has a payment now, if it is another one. @param reference of the payment at the provider */
export type HolderOfPayment = (reference: string) => Promise<BrowserPaymentDependencies | undefined>;

/**
 * @param holderOf absent: all payments of this address are in this store
 * @throws InterfaceError 4xx if the callback is not genuine or matches no payment; 503 if its signature cannot be
 *   verified at present, so that the provider sends the callback again. No change is made in these cases.
 */
export async function handleCallback(
  dependencies: BrowserPaymentDependencies,
  address: CallbackAddress,
  raw: RawCallback,
  caller: Caller,
  holderOf: HolderOfPayment = async () => undefined,
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
  const matched = await Promise.all(
    [first, ...others].map(async (one) => matchCallback((await holderOf(one.reference)) ?? dependencies, address, one)),
  );
  if (matched.every((one) => one === undefined)) {
    throw namedError('CALLBACK_WITHOUT_PAYMENT');
  }
  for (const { holder, found, says, takesBack, dispute } of matched.filter((one) => one !== undefined)) {
    const { payments } = holder.gateway.browser;
    if (dispute !== undefined) {
      await payments.recordDispute(found, dispute, clock.now());
    }
    const noted = event(holder, 'CALLED_BACK', 'PROVIDER', caller.from, says);
    await payments.note(found.payment.transactionKey, [noted], takesBack || mayChange(found) ? clock.now() : undefined);
    await askAboutMovements(holder, found);
    holder.wake(address.provider);
  }
}

/** @returns undefined if the callback matches no payment of this address, or states other money than the payment's */
async function matchCallback(
  holder: BrowserPaymentDependencies,
  address: CallbackAddress,
  callback: Callback,
): Promise<Matched | undefined> {
  const found = await holder.gateway.browser.payments.findBy('reference', callback.reference);
  return found === undefined || !isOf(found, address) || hasOtherMoney(found, callback)
    ? undefined
    : { holder, found, says: callback.says, takesBack: callback.takesBack, dispute: callback.dispute };
}

interface Matched extends Pick<Callback, 'dispute' | 'says' | 'takesBack'> {
  /** The store that has the payment. */
  readonly holder: BrowserPaymentDependencies;
  readonly found: FoundPayment;
}

/** Schedules queries of the payment's pending captures and refunds, because the callback may be about one of them. */
async function askAboutMovements({ gateway }: BrowserPaymentDependencies, { order, payment }: FoundPayment) {
  const { browser, clock, orders } = gateway;
  const pending = order.state.movements.filter(
    ({ type, provider, gatewayCode }) =>
      provider === payment.provider && movementKind(type) !== undefined && isOpenCode(gatewayCode),
  );
  for (const { transactionId } of pending) {
    const transaction = await orders.transaction(order.key, transactionId);
    // A transaction without an outcome is still in progress.
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

/** True if the payment is open or failed: the provider may have a newer status. */
function mayChange(found: FoundPayment): boolean {
  const { outcome } = found.transaction;
  const failed = outcome !== undefined && resultOf(outcome.gatewayCode) === 'FAILURE';
  return isResultOpen(found) || (failed && found.payment.late === null);
}
