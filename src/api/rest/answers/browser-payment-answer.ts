/**
 * The `browserPayment` group of answers: the requested payment, the address to which the payer is sent, and the payer's
 * progress.
 */
import { redirectAddress } from '../../../checkout/return/index.ts';
import type { AnswerOf, AnswerValues } from '../../../contract/answer-types.ts';
import { answeredBrowserPayment } from '../../../contract/fields/browser-payment-fields.ts';
import type { Values } from '../../../contract/read.ts';
import { merge } from '../../../contract/values.ts';
import { writeGroup } from '../../../contract/write.ts';
import { interactionStatus, interactionTimes } from '../../../core/browser-payments/index.ts';
import type { PaymentTimeline, StoredEvent, StoredTransaction } from '../../../core/ports/index.ts';
import { instant } from './order-answer.ts';

/** @param version the request's version: in older versions the operation belongs to the provider's group */
export function browserPaymentGroup(
  { request }: StoredTransaction,
  { payment, events }: PaymentTimeline,
  publicOrigin: string,
  version: number,
): AnswerOf<typeof answeredBrowserPayment> {
  const operation = request.type === 'PAYMENT' ? 'PAY' : 'AUTHORIZE';
  const requested = request.details.browserPayment;
  const answered: Answered = {
    operation,
    [payment.provider]: { operation },
    redirectUrl: payment.pageUrl === null ? undefined : publicOrigin + redirectAddress(payment.handle),
    interaction: interactionOf(events),
  };
  return writeGroup(answeredBrowserPayment, merge<Values>(requested, answered) as Answered, version);
}

type Answered = AnswerValues<typeof answeredBrowserPayment>;

/** The payer's interaction with the provider; undefined if the provider did not accept the payment. */
function interactionOf(events: readonly StoredEvent[]): Answered['interaction'] {
  const times = interactionTimes(events);
  const status = interactionStatus(times);
  if (times.timeInitiated === undefined || status === undefined) {
    return undefined;
  }
  return {
    status,
    timeCompleted: instantOf(times.timeCompleted),
    timeInitiated: instantOf(times.timeInitiated),
    timeRedirected: instantOf(times.timeRedirected),
    timeReturned: instantOf(times.timeReturned),
  };
}

function instantOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : instant(at);
}
