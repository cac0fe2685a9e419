/** The `order` group of answers, and the flat form of a retrieved order. */
import type { AnswerOf, ExactNumber } from '../../../contract/answer-types.ts';
import { omit } from '../../../contract/edit-schema.ts';
import { PLACES_MAX } from '../../../contract/fields/amounts.ts';
import { type answeredOrder, order as orderFields } from '../../../contract/fields/order-fields.ts';
import { currencyOf, majorText } from '../../../contract/money.ts';
import type { RequestFields } from '../../../contract/request-fields.ts';
import { exactNumber, writeFields } from '../../../contract/write.ts';
import type { OrderSnapshot } from '../../../core/ports/index.ts';

/**
 * Converts minor units to the JSON number of an answer. If a currency has more digits than an answer, the additional
 * digits are always 0.
 *
 * @throws Error if a stored currency is unknown, which is a defect
 */
export function money(minor: bigint, code: string): ExactNumber {
  const currency = currencyOf(code);
  if (currency === undefined) {
    throw new Error(`A stored amount has the unknown currency ${code}.`);
  }
  const text = majorText(minor, currency);
  return exactNumber(currency.exponent > PLACES_MAX ? text.slice(0, PLACES_MAX - currency.exponent) : text);
}

/** Cache of formatted instants: one answer formats the same two or three several times. */
const instants = new Map<number, string>();
const INSTANTS_MAX = 16;

export function instant(at: number): string {
  let text = instants.get(at);
  if (text === undefined) {
    text = new Date(at).toISOString();
    if (instants.size >= INSTANTS_MAX) {
      instants.clear();
    }
    instants.set(at, text);
  }
  return text;
}

/** Omits amount and currency, which come from the order itself: rows of earlier releases also store them as sent. */
const DETAILS = omit(orderFields, 'amount', 'currency');

export type OrderAnswer = AnswerOf<typeof answeredOrder>;

/**
 * @param details the stored fields of the newest request
 * @param totals the order's totals at the moment that the answer reports
 * @param authenticationStatus the status of the order's newest authentication, or of the one that its payment used
 */
export function orderGroup(
  orderId: string,
  details: RequestFields,
  totals: OrderSnapshot,
  version: number,
  authenticationStatus?: OrderAnswer['authenticationStatus'],
): OrderAnswer {
  const { currency, totalChargedBack } = totals;
  return {
    ...writeFields(DETAILS, details.order, version),
    amount: money(totals.amount, currency),
    chargeback: totalChargedBack === undefined ? undefined : { amount: money(totalChargedBack, currency), currency },
    creationTime: instant(totals.createdAt),
    currency,
    id: orderId,
    lastUpdatedTime: instant(Math.max(totals.createdAt, totals.updatedAt)),
    status: totals.status,
    totalAuthorizedAmount: money(totals.totalAuthorized, currency),
    totalCapturedAmount: money(totals.totalCaptured, currency),
    totalRefundedAmount: money(totals.totalRefunded, currency),
    authenticationStatus,
  };
}
