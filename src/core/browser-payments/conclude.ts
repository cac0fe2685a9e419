/**
 * The single place that applies a provider's decision to the order. Callback, return, reconciler, confirmation and
 * cancellation all end here, in any order and number: the order changes once, and the merchant is notified once.
 */
import { fixedText } from '../../contract/decimal.ts';
import { resultOf } from '../../contract/gateway-codes.ts';
import { currencyOf } from '../../contract/money.ts';
import { isOpenCode } from '../order/order.ts';
import { type FoundPayment, type ProviderMoney, type ProviderState, supportCode } from '../ports/index.ts';
import { resolvePending } from '../processing/resolve-pending.ts';
import { pauseAfterEnd } from '../schedules/query-schedule.ts';
import { type BrowserPaymentDependencies, event, type Reason } from './dependencies.ts';
import { recordLateCapture } from './late-capture.ts';
import { recordLateRejection } from './late-rejection.ts';

/** A decision with a final code, which `withProvider` ensures. */
export type ProviderDecision = Extract<ProviderState, { status: 'DECIDED' }>;

/** The number and interval of attempts while another operation locks the order. */
const TRIES_MAX = 20;
const TRY_PAUSE_MS = 50;
/** The delay until the reconciler queries again, once all attempts have failed. */
const RETRY_MS = 1_000;

/** True if the transaction has an open result. False while it is being initiated. */
export function isResultOpen({ transaction }: Pick<FoundPayment, 'transaction'>): boolean {
  const { outcome } = transaction;
  return outcome !== undefined && isOpenCode(outcome.gatewayCode);
}

/** @returns the payment's state afterwards @throws Error if the payment does not exist, which cannot happen */
export async function conclude(
  dependencies: BrowserPaymentDependencies,
  transactionKey: number,
  decision: ProviderDecision,
  reason: Reason,
): Promise<FoundPayment> {
  const { payments } = dependencies.gateway.browser;
  for (let tries = 1; ; tries += 1) {
    const found = await reloadPayment(dependencies, transactionKey);
    if (found.transaction.outcome === undefined) {
      return found;
    }
    if (!isResultOpen(found)) {
      return concludeLate(dependencies, found, decision);
    }
    if (await resolveAs(dependencies, found, decision, reason)) {
      return reloadPayment(dependencies, transactionKey);
    }
    if (tries === TRIES_MAX) {
      await payments.note(transactionKey, [], dependencies.gateway.clock.now() + RETRY_MS);
      return found;
    }
    // Without a lock, another caller has just changed the order, usually with the same decision: reload it without a
    // pause.
    if (found.order.lockedBy !== null) {
      await dependencies.gateway.pause(TRY_PAUSE_MS);
    }
  }
}

/** @throws Error if the payment does not exist, which cannot happen */
export async function reloadPayment(
  { gateway }: BrowserPaymentDependencies,
  transactionKey: number,
): Promise<FoundPayment> {
  const found = await gateway.browser.payments.find(transactionKey);
  if (found === undefined) {
    throw new Error('A browser payment is gone.');
  }
  return found;
}

async function resolveAs(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  decision: ProviderDecision,
  reason: Reason,
): Promise<boolean> {
  const { gateway } = dependencies;
  const { reply } = decision;
  const isMismatch = isAmountMismatch(found, decision);
  // A success with an amount mismatch does not pay the order.
  const gatewayCode =
    isMismatch && resultOf(reply.gatewayCode) === 'SUCCESS' ? 'UNSPECIFIED_FAILURE' : reply.gatewayCode;
  const pause = resultOf(gatewayCode) === 'FAILURE' ? pauseAfterEnd(0) : null;
  const resolved = await resolvePending(gateway, {
    merchantId: found.merchantId,
    order: found.order,
    transaction: found.transaction,
    became: { gatewayCode, provider: reply },
    events: [
      event(dependencies, 'COMPLETED', 'PROVIDER', reason, gatewayCode),
      ...(isMismatch ? [event(dependencies, 'OTHER_MONEY', 'PROVIDER', reason, providerMoneyText(decision))] : []),
    ],
    // After an amount mismatch, query again at once: the next query records the provider's success as a late capture.
    followUpAt: pause === null ? undefined : gateway.clock.now() + (isMismatch ? 0 : pause),
  });
  if (resolved === undefined) {
    return false;
  }
  const about = { transaction: resolved.key, paymentCode: supportCode(gateway.sealer, resolved.orderKey) };
  gateway.log.info({ ...about, gatewayCode, reason }, 'a browser payment is decided');
  if (isMismatch) {
    gateway.log.error(about, 'the amount of a browser payment differs at its provider');
  }
  return true;
}

/** True if the provider has a different amount, currency or order than requested. */
export function isAmountMismatch(
  { order, transaction }: FoundPayment,
  { money }: { readonly money: ProviderMoney },
): boolean {
  const { amount, currency } = transaction.request;
  return money.amount !== amount || money.currency !== currency || money.orderId !== order.orderId;
}

/** The money as text, in major units. */
export function providerMoneyText({ money }: { readonly money: ProviderMoney }): string {
  return `${fixedText(money.amount, currencyOf(money.currency)?.exponent ?? 0)} ${money.currency}`;
}

async function concludeLate(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  decision: ProviderDecision,
): Promise<FoundPayment> {
  const { gatewayCode } = found.transaction.outcome!;
  const [ours, theirs] = [resultOf(gatewayCode), resultOf(decision.reply.gatewayCode)];
  if (ours === 'FAILURE' && theirs === 'SUCCESS' && found.payment.late === null) {
    await recordLateCapture(
      dependencies,
      found,
      isAmountMismatch(found, decision) ? providerMoneyText(decision) : undefined,
    );
    return reloadPayment(dependencies, found.transaction.key);
  }
  if (ours === 'SUCCESS' && theirs === 'FAILURE') {
    await recordLateRejection(dependencies, found, decision.reply.providerReference);
    return reloadPayment(dependencies, found.transaction.key);
  }
  return found;
}
