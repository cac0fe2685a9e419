/**
 * The one place where a provider's decision becomes the order's. Callback, return, reconciler, confirmation and
 * withdrawal all end here, in any order and any number: the order changes once, and the merchant is told once.
 */
import { fixedText } from '../contract/decimal.ts';
import { resultOf } from '../contract/gateway-codes.ts';
import { currencyOf } from '../contract/money.ts';
import type { FoundPayment } from '../gateway/browser/browser-payment-records.ts';
import { pauseAfterEnd } from '../gateway/browser/query-schedule.ts';
import { isOpenCode } from '../gateway/order.ts';
import type { ProviderMoney, ProviderState } from '../gateway/provider-port.ts';
import { resolvePending } from '../gateway/resolve-pending.ts';
import { type BrowserPaymentDependencies, event, type Reason } from './dependencies.ts';
import { recordLateCapture } from './late-capture.ts';

/** Its code leaves nothing open: `withProvider` sees to that. */
export type ProviderDecision = Extract<ProviderState, { status: 'DECIDED' }>;

/** An operation that holds the order is waited for, this often. */
const TRIES_MAX = 20;
const TRY_PAUSE_MS = 50;
/** Longer than that, and the schedule sees to it. */
const RETRY_MS = 1_000;

/** The transaction's result is not known yet. False also while it is being initiated. */
export function isUndecided({ transaction }: Pick<FoundPayment, 'transaction'>): boolean {
  const { outcome } = transaction;
  return outcome !== undefined && isOpenCode(outcome.gatewayCode);
}

/** @returns how the payment stands then @throws Error when it is gone, which cannot be */
export async function conclude(
  dependencies: BrowserPaymentDependencies,
  transactionKey: number,
  decision: ProviderDecision,
  reason: Reason,
): Promise<FoundPayment> {
  const { payments } = dependencies.gateway.browser;
  for (let tries = 1; ; tries += 1) {
    const found = await reload(dependencies, transactionKey);
    if (found.transaction.outcome === undefined) {
      return found;
    }
    if (!isUndecided(found)) {
      return concludeLate(dependencies, found, decision);
    }
    if (await resolveAs(dependencies, found, decision, reason)) {
      return reload(dependencies, transactionKey);
    }
    if (tries === TRIES_MAX) {
      await payments.note(transactionKey, [], dependencies.gateway.clock.now() + RETRY_MS);
      return found;
    }
    // Whoever was faster, with the same news as a rule, has left it changed: that is looked at without a pause.
    if (found.order.lockedBy !== null) {
      await dependencies.gateway.pause(TRY_PAUSE_MS);
    }
  }
}

/** @throws Error when it is gone, which cannot be */
export async function reload({ gateway }: BrowserPaymentDependencies, transactionKey: number): Promise<FoundPayment> {
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
  // Money that is not what was asked for pays no order.
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
      ...(isMismatch ? [event(dependencies, 'OTHER_MONEY', 'PROVIDER', reason, moneyText(decision))] : []),
    ],
    // After a money that is not the order's, the very next question finds the success that must be dealt with.
    ...(pause !== null && { followUpAt: gateway.clock.now() + (isMismatch ? 0 : pause) }),
  });
  if (resolved === undefined) {
    return false;
  }
  gateway.log.info({ transaction: resolved.key, gatewayCode, reason }, 'a browser payment is decided');
  if (isMismatch) {
    gateway.log.error({ transaction: resolved.key }, 'a provider has other money down for a browser payment');
  }
  return true;
}

/** What the provider has down is not what was asked for. */
export function isAmountMismatch(
  { order, transaction }: FoundPayment,
  { money }: { readonly money: ProviderMoney },
): boolean {
  const { amount, currency } = transaction.request;
  return money.amount !== amount || money.currency !== currency || money.orderId !== order.orderId;
}

/** In major units. */
export function moneyText({ money }: { readonly money: ProviderMoney }): string {
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
    await recordLateCapture(dependencies, found, isAmountMismatch(found, decision));
    return reload(dependencies, found.transaction.key);
  }
  if (ours === 'SUCCESS' && theirs === 'FAILURE') {
    dependencies.gateway.log.error(
      { transaction: found.transaction.key },
      'a provider took back its word for a payment that succeeded',
    );
  }
  return found;
}
