/**
 * Late capture: a provider took money after its payment had ended here without success. The order's result is final. By
 * the merchant's profile, the money is refunded automatically, or an operator is alerted.
 */
import { resultOf } from '../../contract/gateway-codes.ts';
import { BROWSER_PAYMENT_PROVIDERS } from '../../contract/providers/index.ts';
import { isOpenCode } from '../order/order.ts';
import { storedCurrency } from '../order/stored-currency.ts';
import { type FoundPayment, type ProviderMovementKind, type StatusQuery, supportCode } from '../ports/index.ts';
import { advicePause, noSooner } from '../schedules/follow-up-schedule.ts';
import { type BrowserPaymentDependencies, event } from './dependencies.ts';
import { lateRefundReference } from './names.ts';
import { providerPayment } from './provider-payment.ts';

/** @param otherMoney the amount, if it differs from the request: it is not refunded automatically */
export async function recordLateCapture(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  otherMoney?: string,
): Promise<void> {
  const { gateway, merchantByKey, wake } = dependencies;
  const { order, payment, transaction } = found;
  const merchant = await merchantByKey(order.merchantKey);
  const facts = BROWSER_PAYMENT_PROVIDERS[payment.provider];
  const canRefund = facts?.movements.includes(kindOf(found)) === true && facts.refundedBy === undefined;
  const refunds = otherMoney === undefined && canRefund && merchant?.profile.lateBrowserPayments === 'REFUND';
  const after = refunds ? 'REFUNDING' : 'REPORTED';
  const noted = [
    event(dependencies, 'LATE_SUCCESS', 'PROVIDER', '', after),
    ...(otherMoney === undefined ? [] : [event(dependencies, 'OTHER_MONEY', 'PROVIDER', '', otherMoney)]),
  ];
  const queryAt = refunds ? gateway.clock.now() : null;
  if (!(await gateway.browser.payments.setLate(payment.transactionKey, { before: null, after }, noted, queryAt))) {
    return;
  }
  const fields = {
    merchant: found.merchantId,
    order: order.orderId,
    transactionId: transaction.transactionId,
    paymentCode: supportCode(gateway.sealer, order.key),
  };
  if (refunds) {
    gateway.log.warn(fields, 'a provider took money after its payment had ended; it is refunded');
  } else {
    gateway.log.error(fields, 'a provider took money after its payment had ended: the operator must decide');
  }
  wake(payment.provider);
}

/** Sends the refund, and schedules retries until the provider has answered. */
export async function refundLateCapture(
  dependencies: BrowserPaymentDependencies,
  found: FoundPayment,
  query: StatusQuery,
): Promise<void> {
  const { gateway } = dependencies;
  const { payments, providers } = gateway.browser;
  const { order, payment, transaction } = found;
  const { amount, currency } = transaction.request;
  const answer = (await providers.get(payment.provider)?.move({
    reference: lateRefundReference(payment),
    payment: await providerPayment(gateway, found),
    orderId: order.orderId,
    kind: kindOf(found),
    amount,
    currency: storedCurrency(currency),
  })) ?? { status: 'NOT_SENT' as const };
  if (answer.status !== 'REPLIED' || isOpenCode(answer.reply.gatewayCode)) {
    const pause = noSooner(advicePause(query.earlierQueries + 1), answer);
    await payments.recordQuery(payment.transactionKey, query, gateway.clock.now() + pause);
    return;
  }
  const { gatewayCode } = answer.reply;
  const after = resultOf(gatewayCode) === 'SUCCESS' ? 'REFUNDED' : 'REPORTED';
  const noted = event(dependencies, 'LATE_REFUND', 'PROVIDER', '', gatewayCode);
  await payments.setLate(payment.transactionKey, { before: 'REFUNDING', after }, [noted], null);
  const fields = {
    transaction: payment.transactionKey,
    paymentCode: supportCode(gateway.sealer, order.key),
    gatewayCode,
  };
  if (after === 'REFUNDED') {
    gateway.log.info(fields, 'a late capture was refunded');
  } else {
    gateway.log.error(fields, 'a provider does not refund a late capture: the operator must decide');
  }
}

/** An authorization is voided, because it has no captured money. */
function kindOf({ transaction }: FoundPayment): ProviderMovementKind {
  return transaction.request.type === 'AUTHORIZATION' ? 'VOID' : 'REFUND';
}
