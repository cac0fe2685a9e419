/** The words for an order's status, transactions and notifications. */
import { formatMoney } from '../../text/format.ts';
import { textFor } from '../../text/index.ts';
import type {
  ActNotice,
  OrderAct,
  OrderNotificationEntry,
  OrderPage,
  OrderTransactionEntry,
} from '../../views/console/index.ts';
import type { Amount } from '../../views/index.ts';
import { BRAND_NAMES } from '../brand-names.ts';
import { instrumentName } from '../instrument-name.ts';
import { readableMoney } from '../money/readable-money.ts';
import { providerIn } from '../provider-names.ts';

const LOCALE = 'en';

export function money(amount: Amount): string {
  return formatMoney(LOCALE, amount);
}

/** One sentence on the order's money: the one that the payer's page has, or the reason why there is none. */
export function moneySentence({ money: sums, provider, shop, status }: OrderPage): string {
  if (sums === undefined) {
    return status === 'FAILED' ? 'No payment has succeeded.' : 'Nothing has been paid.';
  }
  return readableMoney(sums, { locale: LOCALE, shop, provider }, textFor(LOCALE)).title;
}

const TYPES: Readonly<Record<string, string>> = {
  AUTHORIZATION: 'Authorization',
  AUTHORIZATION_UPDATE: 'Change of the authorization',
  CAPTURE: 'Capture',
  CHARGEBACK: 'Chargeback',
  CHARGEBACK_REVERSAL: 'Returned chargeback',
  FUNDING: 'Payout',
  PAYMENT: 'Payment',
  REFUND: 'Refund',
  REFUND_REQUEST: 'Requested refund',
  VERIFICATION: 'Verification',
  VOID_AUTHORIZATION: 'Void of the authorization',
  VOID_CAPTURE: 'Void of the capture',
  VOID_PAYMENT: 'Void of the payment',
  VOID_REFUND: 'Void of the refund',
};

/** @param type of a transaction, as the interface names it */
export function typeName(type: string): string {
  return TYPES[type] ?? type;
}

/** @example instrumentText({ instrument: 'VISA', number: '450875xxxxxx1019' }) // 'Visa 450875xxxxxx1019' */
export function instrumentText({ instrument, number }: Pick<OrderTransactionEntry, 'instrument' | 'number'>): string {
  const text = textFor(LOCALE);
  const name =
    number === undefined && !Object.hasOwn(BRAND_NAMES, instrument)
      ? providerIn(text, instrument)
      : instrumentName(instrument, { card: 'Card', giftCard: 'Gift card', bankTransfer: 'Bank transfer' });
  return number === undefined ? name : `${name} ${number}`;
}

const RESULTS: Readonly<Record<OrderTransactionEntry['result'], string>> = {
  FAILURE: 'failed',
  PENDING: 'not finished',
  SUCCESS: 'done',
  UNKNOWN: 'result not known',
};

export function resultName({ result }: OrderTransactionEntry): string {
  return RESULTS[result];
}

/** @example noticeSentence(notice) // 'Refund of €5.00: done.' */
export function noticeSentence(notice: ActNotice): string {
  switch (notice.kind) {
    case 'DONE':
      return doneSentence(notice.transaction);
    case 'LOCKED':
      return 'Nothing was done: another transaction of this order is under way. Try again in a moment.';
    case 'REFUSED':
      return `Nothing was done. ${notice.explanation}`;
    case 'UNKNOWN':
      return 'The gateway failed, and the result is not known. Send the form once more: nothing happens twice.';
  }
}

function doneSentence(transaction: OrderTransactionEntry): string {
  const { type, amount, reason } = transaction;
  const why = reason === undefined ? '' : ` ${reason.meaning}`;
  return `${typeName(type)} of ${money(amount)}: ${resultName(transaction)}.${why}`;
}

const NOTIFICATIONS: Readonly<Record<OrderNotificationEntry['state'], string>> = {
  DELIVERED: 'delivered',
  GIVEN_UP: 'given up: the receiver did not accept it',
  SWITCHED_OFF: 'not sent: the receiver has switched notifications off',
  WAITING: 'waits for its next try',
};

export function notificationName({ state }: OrderNotificationEntry): string {
  return NOTIFICATIONS[state];
}

/** The status in lower case: `PARTIALLY_REFUNDED` is partially refunded. */
export function statusName(status: string): string {
  return status.toLowerCase().replaceAll('_', ' ');
}

interface ActWords {
  readonly title: string;
  readonly button: string;
  readonly warning: string;
}

export function actWords({ kind, amount, targetType }: OrderAct): ActWords {
  const all = money(amount);
  switch (kind) {
    case 'capture':
      return { title: 'Capture', button: 'Capture', warning: `Up to ${all} can be captured. The payer is charged.` };
    case 'refund':
      return {
        title: 'Refund',
        button: 'Refund',
        warning: `Up to ${all} can be refunded, to the card or account that paid.`,
      };
    case 'void':
      return {
        title: `Void the ${typeName(targetType ?? '').toLowerCase()}`,
        button: `Void ${all}`,
        warning: `The whole ${all} is cancelled.`,
      };
  }
}
