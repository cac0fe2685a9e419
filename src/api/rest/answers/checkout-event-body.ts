/** The body of a notification about a checkout that ended without a payment. */
import type { CheckoutEventSubject } from '../../../checkout/index.ts';
import { currencyOf, minorUnits } from '../../../contract/money.ts';
import { answerText } from '../../../contract/write.ts';
import { instant, money } from './order-answer.ts';

export function checkoutEventBody({ merchantId, session, ended, linkId, at }: CheckoutEventSubject): string {
  const { checkout, fields } = session;
  const { amount, currency, id, reference } = fields.order ?? {};
  const { event, isCancelled, failedAttempts, lastStepAt } = ended;
  return answerText({
    checkout: {
      cancelledByPayer: isCancelled,
      failedAttempts,
      mode: checkout.mode,
      operation: checkout.operation,
      timeOfLastStep: instant(lastStepAt),
    },
    event,
    link: linkId === undefined ? undefined : { id: linkId },
    merchant: merchantId,
    order: { amount: amountNumber(amount, currency), currency, id, reference },
    sequence: 1,
    timeOfRecord: instant(at),
    version: checkout.version.toString(),
  });
}

/** @returns undefined for a checkout that its shop gave no amount */
function amountNumber(amount: string | undefined, code: string | undefined) {
  const currency = code === undefined ? undefined : currencyOf(code);
  const minor = amount === undefined || currency === undefined ? undefined : minorUnits(amount, currency);
  return minor === undefined ? undefined : money(minor, code!);
}
