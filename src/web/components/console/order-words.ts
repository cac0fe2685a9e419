/** The words for an order's status and transactions. */
import { formatMoney } from '../../text/format.ts';
import { textFor } from '../../text/index.ts';
import type {
  ActNotice,
  ActProblem,
  OrderAct,
  OrderNoticeName,
  OrderPage,
  OrderTransactionEntry,
} from '../../views/console/index.ts';
import type { Amount, PaymentMoney } from '../../views/index.ts';
import { BRAND_NAMES } from '../brand-names.ts';
import { instrumentName } from '../instrument-name.ts';
import { moneyStand, readableMoney } from '../money/readable-money.ts';
import { joinedSums, moneySums } from '../money/sums.ts';
import { providerIn } from '../provider-names.ts';

const LOCALE = 'en';

export function money(amount: Amount): string {
  return formatMoney(LOCALE, amount);
}

/** One sentence on the order's money, and each transaction whose result is not known. */
export function moneySentence({ money: sums, provider, shop, status, totals, transactions }: OrderPage): string {
  const open = transactions.filter(({ result }) => result === 'PENDING' || result === 'UNKNOWN');
  if (sums === undefined && open.some(({ type }) => TAKING_TYPES.has(type))) {
    return 'It is not known yet whether money was taken';
  }
  const known =
    sums === undefined ? sentenceWithoutPayment(status, totals.refunded) : paidSentence(sums, shop, provider);
  return [known, ...open.map((one) => `${typeName(one.type)} of ${money(one.amount)}: ${resultName(one)}`)].join(' · ');
}

const TAKING_TYPES: ReadonlySet<string> = new Set(['AUTHORIZATION', 'CAPTURE', 'PAYMENT']);

/** The zone of every time on the page. */
const ZONE = 'UTC';

/** The sentence of the payer's page. A refund names the paid amount too, because people of the shop add the sums up. */
function paidSentence(sums: PaymentMoney, { name }: OrderPage['shop'], provider: string | undefined): string {
  const text = textFor(LOCALE);
  return moneyStand(sums) === 'givenBack'
    ? joinedSums(moneySums(sums, LOCALE, text), LOCALE, ZONE)
    : readableMoney(sums, { locale: LOCALE, shop: { name, timeZone: ZONE }, provider }, text).title;
}

/** @param refunded for a payment that another gateway took */
function sentenceWithoutPayment(status: string, refunded: Amount): string {
  if (Number(refunded.value) > 0) {
    return `${money(refunded)} refunded`;
  }
  return SENTENCES_WITHOUT_PAYMENT[status] ?? 'Nothing has been paid';
}

const SENTENCES_WITHOUT_PAYMENT: Readonly<Record<string, string>> = {
  FAILED: 'No payment has succeeded',
  VERIFIED: 'The card was verified, and nothing has been paid',
};

const TYPES: Readonly<Record<string, string>> = {
  AUTHORIZATION: 'Authorization',
  AUTHORIZATION_UPDATE: 'Change of the authorization',
  CAPTURE: 'Capture',
  CHARGEBACK: 'Chargeback',
  CHARGEBACK_REVERSAL: 'Returned chargeback',
  FUNDING: 'Fee',
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

const NOTICES: Readonly<Record<OrderNoticeName, { readonly sentence: string; readonly isWrong?: true }>> = {
  CARD_DELETED: { sentence: 'The saved card is deleted. The payer is not offered it any more.' },
  CARD_GONE: { sentence: 'Nothing was done: the card was deleted before.', isWrong: true },
  CHECKOUT_AT_PROVIDER: {
    sentence:
      'The checkout takes no new payment, but the provider has not cancelled the one that waits there. ' +
      'End it again in a moment. If the payer agrees before that, the payment shows here.',
    isWrong: true,
  },
  CHECKOUT_ENDED: { sentence: 'The checkout is ended: nothing can be paid with it any more.' },
  CHECKOUT_GONE: { sentence: 'Nothing was done: the checkout was over before.', isWrong: true },
  CHECKOUT_UNDER_WAY: {
    sentence: 'Nothing was ended: a payment is being sent. Load the page again for its result.',
    isWrong: true,
  },
  FAILED: { sentence: 'The gateway failed. Look at the timeline below for the result, and try again.', isWrong: true },
  RECEIPT_GONE: { sentence: 'Nothing was sent: there is no receipt to send.', isWrong: true },
  RECEIPT_OFTEN: { sentence: 'Nothing was sent: this receipt was sent again three times in a day.', isWrong: true },
  RECEIPT_QUEUED: { sentence: 'The receipt is on its way to the payer.' },
  RECEIPT_SOON: {
    sentence: 'Nothing more was sent: a receipt is on its way, or was sent in the last minute.',
    isWrong: true,
  },
  APPROVED: { sentence: 'Approved. The gateway carries it out within a second: load the page again for the result.' },
  DECISION_FAILED: {
    sentence: 'The gateway failed. If it still waits below, nothing was decided: decide again.',
    isWrong: true,
  },
  DECISION_GONE: {
    sentence: 'Nothing was done: it does not wait any more. Another person may have decided.',
    isWrong: true,
  },
  DECISION_OWN: {
    sentence: 'Nothing was done: you have asked for this refund, so another person must decide.',
    isWrong: true,
  },
  REJECTED: { sentence: 'Rejected. No refund is sent, and a payment that was held is given back.' },
};

/** GOOD: done. BAD: not done, or failed. PLAIN: the result is not known yet. */
export function noticeTone(notice: ActNotice): 'BAD' | 'GOOD' | 'PLAIN' {
  switch (notice.kind) {
    case 'DONE': {
      const { result } = notice.transaction;
      return result === 'FAILURE' ? 'BAD' : result === 'SUCCESS' ? 'GOOD' : 'PLAIN';
    }
    case 'NAMED':
      return NOTICES[notice.name].isWrong ? 'BAD' : 'GOOD';
    default:
      return 'BAD';
  }
}

/** @param exponent of the order's currency @example noticeSentence(notice, 2) // 'Refund of €5.00: done.' */
export function noticeSentence(notice: ActNotice, exponent: number): string {
  switch (notice.kind) {
    case 'DONE':
      return doneSentence(notice.transaction);
    case 'NAMED':
      return NOTICES[notice.name].sentence;
    case 'LOCKED':
      return 'Nothing was done: another transaction of this order is under way. Try again in a moment.';
    case 'REFUSED':
      return `Nothing was done. ${problemSentence(notice.act, notice.problem, exponent)}`;
    case 'UNKNOWN':
      return 'The gateway failed, and the result is not known. Send the form once more: nothing happens twice.';
  }
}

function doneSentence(transaction: OrderTransactionEntry): string {
  const { type, amount, reason } = transaction;
  const why = reason === undefined ? [] : [reason.meaning, adviceFor(transaction)];
  return [`${typeName(type)} of ${money(amount)}: ${resultName(transaction)}.`, ...why].join(' ');
}

/** @param exponent of the order's currency */
export function problemSentence(act: OrderAct['kind'], problem: ActProblem, exponent: number): string {
  switch (problem.kind) {
    case 'AMOUNT':
      return exponent === 0
        ? 'Type an amount such as 20, without a point.'
        : `Type an amount such as 20.${'0'.repeat(exponent)}, with a point.`;
    case 'GONE':
      return `The order no longer allows this ${act}.`;
    case 'LEFT':
      return `${money(problem.left)} is left to ${act}.`;
    case 'SENT':
      return 'This form was sent before, with another amount. See the transactions below.';
    case 'OTHER':
      return problem.explanation;
  }
}

type Advice = Readonly<Record<'FAILURE' | 'OPEN', string>>;

const REFUND_ADVICE: Advice = {
  FAILURE: 'The payer has not got this money back. Refund it again later, or pay it back in another way.',
  OPEN: 'Do not refund again before its result is known.',
};

const VOID_ADVICE: Advice = {
  FAILURE: 'Nothing was cancelled.',
  OPEN: 'Do not cancel or refund in another way before its result is known.',
};

/** Transactions after the payment, for which the advice on gateway codes, which is about payers, does not hold. */
const ADVICE: Readonly<Record<string, Advice>> = {
  AUTHORIZATION_UPDATE: {
    FAILURE: 'The reserved amount is as before.',
    OPEN: 'Do not change it again before its result is known.',
  },
  CAPTURE: {
    FAILURE: 'This capture took no money. Capture again later, or ask your acquirer.',
    OPEN: 'Do not capture again before its result is known.',
  },
  REFUND: REFUND_ADVICE,
  REFUND_REQUEST: {
    FAILURE: 'The payer has not got this money back.',
    OPEN: 'The money is returned once an administrator approves it, under “Waiting”. Do not refund again before that.',
  },
  VOID_AUTHORIZATION: VOID_ADVICE,
  VOID_CAPTURE: VOID_ADVICE,
  VOID_PAYMENT: VOID_ADVICE,
  VOID_REFUND: VOID_ADVICE,
};

/** The next step after a transaction that has not succeeded. */
export function adviceFor({ type, result, reason }: OrderTransactionEntry): string | undefined {
  return reason && (ADVICE[type]?.[result === 'FAILURE' ? 'FAILURE' : 'OPEN'] ?? reason.mend);
}

/** The status in lower case: `PARTIALLY_REFUNDED` is partially refunded. */
export function statusName(status: string): string {
  return status.toLowerCase().replaceAll('_', ' ');
}

const STATUS_TONES: Readonly<Record<string, 'right' | 'wrong'>> = {
  CAPTURED: 'right',
  FAILED: 'wrong',
  VERIFIED: 'right',
};

/** The classes of a status's tag. */
export function statusTag(status: string): string {
  return ['tag', STATUS_TONES[status]].filter(Boolean).join(' ');
}

interface ActWords {
  readonly title: string;
  readonly button: string;
  readonly warning: string;
}

export function actWords({ kind, amount, open, targetType = '' }: OrderAct): ActWords {
  const all = money(amount);
  const rest = open === undefined ? '' : ` ${money(open)} is in a ${kind} whose result is not known.`;
  switch (kind) {
    case 'capture':
      return {
        title: 'Capture',
        button: 'Capture',
        warning: `Up to ${all} can be captured. The payer is charged.${rest}`,
      };
    case 'refund':
      return {
        title: 'Refund',
        button: 'Refund',
        warning: `Up to ${all} can be refunded, to the card or account that paid.${rest}`,
      };
    case 'void':
      return {
        title: `Void the ${typeName(targetType).toLowerCase()}`,
        button: `Void ${all}`,
        warning: voidWarning(targetType, all),
      };
  }
}

function voidWarning(targetType: string, all: string): string {
  switch (targetType) {
    case 'AUTHORIZATION':
      return `The reserved ${all} is released.`;
    case 'REFUND':
      return `The payer does not get the ${all}.`;
    default:
      return `The payer is not charged ${all}.`;
  }
}
