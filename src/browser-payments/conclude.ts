/**
 * The one place where a provider's decision becomes the order's. Callback, return, reconciler, confirmation and withdrawal all end here,
 * in any order and any number: the order changes once, and the merchant is told once.
 */
import { fixedText } from '../contract/decimal.ts';
import { resultOf } from '../contract/gateway-codes.ts';
import { currencyOf } from '../contract/money.ts';
import type { FoundPayment } from '../gateway/browser/records.ts';
import { pauseAfterEnd } from '../gateway/browser/schedule.ts';
import { isOpenCode } from '../gateway/order.ts';
import type { ProviderMoney, ProviderState } from '../gateway/providers.ts';
import { settle } from '../gateway/settle.ts';
import { lateSuccess } from './late.ts';
import { type BrowserPaymentParts, event, type Reason } from './parts.ts';

/** Its code leaves nothing open: `withProvider` sees to that. */
export type Decision = Extract<ProviderState, { status: 'DECIDED' }>;

/** An operation that holds the order is waited for, this often. */
const TRIES_MAX = 20;
const TRY_PAUSE_MS = 50;
/** Longer than that, and the schedule sees to it. */
const LOOK_AGAIN_MS = 1_000;

/** The transaction's result is not known yet. False also while it is being initiated. */
export function isUndecided({ transaction }: Pick<FoundPayment, 'transaction'>): boolean {
  const { outcome } = transaction;
  return outcome !== undefined && isOpenCode(outcome.gatewayCode);
}

/** @returns how the payment stands then @throws Error when it is gone, which cannot be */
export async function conclude(
  parts: BrowserPaymentParts,
  transactionKey: number,
  decision: Decision,
  reason: Reason,
): Promise<FoundPayment> {
  const { payments } = parts.gateway.browser;
  for (let tries = 1; ; tries += 1) {
    const found = await reload(parts, transactionKey);
    if (found.transaction.outcome === undefined) return found;
    if (!isUndecided(found)) return afterTheEnd(parts, found, decision);
    if (await settleAs(parts, found, decision, reason)) return reload(parts, transactionKey);
    if (tries === TRIES_MAX) {
      await payments.note(transactionKey, [], parts.gateway.clock.now() + LOOK_AGAIN_MS);
      return found;
    }
    // Whoever was faster, with the same news as a rule, has left it changed: that is looked at without a pause.
    if (found.order.lockedBy !== null) await parts.gateway.pause(TRY_PAUSE_MS);
  }
}

/** @throws Error when it is gone, which cannot be */
export async function reload({ gateway }: BrowserPaymentParts, transactionKey: number): Promise<FoundPayment> {
  const found = await gateway.browser.payments.find(transactionKey);
  if (found === undefined) throw new Error('A browser payment is gone.');
  return found;
}

async function settleAs(
  parts: BrowserPaymentParts,
  found: FoundPayment,
  decision: Decision,
  reason: Reason,
): Promise<boolean> {
  const { gateway } = parts;
  const { reply } = decision;
  const isOther = isOtherMoney(found, decision);
  // Money that is not what was asked for pays no order.
  const gatewayCode = isOther && resultOf(reply.gatewayCode) === 'SUCCESS' ? 'UNSPECIFIED_FAILURE' : reply.gatewayCode;
  const pause = resultOf(gatewayCode) === 'FAILURE' ? pauseAfterEnd(0) : null;
  const settled = await settle(gateway, {
    merchantId: found.merchantId,
    order: found.order,
    transaction: found.transaction,
    became: { gatewayCode, provider: reply },
    events: [
      event(parts, 'COMPLETED', 'PROVIDER', reason, gatewayCode),
      ...(isOther ? [event(parts, 'OTHER_MONEY', 'PROVIDER', reason, moneyText(decision))] : []),
    ],
    // After a money that is not the order's, the very next question finds the success that must be dealt with.
    ...(pause !== null && { followUpAt: gateway.clock.now() + (isOther ? 0 : pause) }),
  });
  if (settled === undefined) return false;
  gateway.log.info({ transaction: settled.key, gatewayCode, reason }, 'a browser payment is decided');
  if (isOther) gateway.log.error({ transaction: settled.key }, 'a provider has other money down for a browser payment');
  return true;
}

/** What the provider has down is not what was asked for. */
export function isOtherMoney(
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

async function afterTheEnd(parts: BrowserPaymentParts, found: FoundPayment, decision: Decision): Promise<FoundPayment> {
  const { gatewayCode } = found.transaction.outcome!;
  const [ours, theirs] = [resultOf(gatewayCode), resultOf(decision.reply.gatewayCode)];
  if (ours === 'FAILURE' && theirs === 'SUCCESS' && found.payment.late === null) {
    await lateSuccess(parts, found, isOtherMoney(found, decision));
    return reload(parts, found.transaction.key);
  }
  if (ours === 'SUCCESS' && theirs === 'FAILURE')
    parts.gateway.log.error(
      { transaction: found.transaction.key },
      'a provider took back its word for a payment that succeeded',
    );
  return found;
}
