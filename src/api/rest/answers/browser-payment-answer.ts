/**
 * The `browserPayment` group of answers: the requested payment, the address to which the payer is sent, and the payer's
 * progress.
 */
import { redirectAddress } from '../../../checkout/return/index.ts';
import { answeredBrowserPayment } from '../../../contract/fields/browser-payment-fields.ts';
import type { Values } from '../../../contract/read.ts';
import { merge } from '../../../contract/values.ts';
import { type AnswerFields, writeGroup } from '../../../contract/write.ts';
import { interactionStatus, interactionTimes } from '../../../core/browser-payments/index.ts';
import type { PaymentTimeline, StoredEvent, StoredTransaction } from '../../../core/ports/index.ts';
import { instant } from './order-answer.ts';

/** @param version of the request: in older versions the operation belongs to the provider's group */
export function browserPaymentGroup(
  { request }: StoredTransaction,
  { payment, events }: PaymentTimeline,
  publicOrigin: string,
  version: number,
): AnswerFields | undefined {
  const operation = request.type === 'PAYMENT' ? 'PAY' : 'AUTHORIZE';
  const interaction = interactionOf(events);
  const requested = request.details.browserPayment;
  const answered: Values = {
    operation,
    [payment.provider]: { operation },
    ...(payment.pageUrl !== null && { redirectUrl: publicOrigin + redirectAddress(payment.handle) }),
    ...(interaction && { interaction }),
  };
  return writeGroup(answeredBrowserPayment, merge<Values>(requested, answered), version);
}

/** Undefined if the provider did not accept the payment. */
function interactionOf(events: readonly StoredEvent[]): Values | undefined {
  const times = interactionTimes(events);
  const status = interactionStatus(times);
  if (times.timeInitiated === undefined || status === undefined) {
    return undefined;
  }
  return { status, ...Object.fromEntries(Object.entries(times).map(([name, at]) => [name, instant(at)])) };
}
