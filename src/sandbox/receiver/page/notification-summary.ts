/** The summary of a body. Any field may be missing, because the body is untrusted. */
import { currencyOf, majorText, minorUnits } from '../../../contract/money.ts';

export interface NotificationSummary {
  /** The transaction's type, `PAYMENT`, or the event of a checkout, `CHECKOUT_ABANDONED`. */
  readonly type: string | undefined;
  readonly result: string | undefined;
  readonly gatewayCode: string | undefined;
  /** @example '12.50 EUR' */
  readonly amount: string | undefined;
  readonly merchant: string | undefined;
  readonly order: string | undefined;
  readonly transaction: string | undefined;
  readonly sequence: string | undefined;
}

export function summaryOf(body: unknown): NotificationSummary {
  const text = (...path: readonly string[]) => textAt(body, path);
  return {
    type: text('transaction', 'type') ?? text('event'),
    result: text('result'),
    gatewayCode: text('response', 'gatewayCode'),
    amount:
      money(text('transaction', 'amount'), text('transaction', 'currency')) ??
      money(text('order', 'amount'), text('order', 'currency')),
    merchant: text('merchant'),
    order: text('order', 'id'),
    transaction: text('transaction', 'id'),
    sequence: text('sequence'),
  };
}

function textAt(value: unknown, path: readonly string[]): string | undefined {
  const [name, ...rest] = path;
  if (name === undefined) {
    return typeof value === 'string' || typeof value === 'number' ? `${value}` : undefined;
  }
  return typeof value === 'object' && value !== null
    ? textAt((value as Record<string, unknown>)[name], rest)
    : undefined;
}

/** Restores the trailing zeros that a JSON number lacks. */
function money(amount: string | undefined, code: string | undefined): string | undefined {
  if (amount === undefined || code === undefined) {
    return undefined;
  }
  const currency = currencyOf(code);
  const minor = currency && minorUnits(amount, currency);
  return `${minor === undefined ? amount : majorText(minor, currency!)} ${code}`;
}
