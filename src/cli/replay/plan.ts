/** Plans how a replay makes each recorded transaction, and names the reason for each that it does not make. */
import { MINUTE_MS } from '../../contract/durations.ts';
import type { BundleContents, BundleTransaction } from '../record/bundle.ts';
import { NotReplayable } from './means.ts';

/** A transaction with its place in the bundle, from 1. */
export interface Planned {
  readonly place: number;
  readonly transaction: BundleTransaction;
  /** The result was open first and known later. */
  readonly wasPending: boolean;
  /**
   * A gift card with too little on it was declined, and the next transaction holds its balance: the payer made both at
   * once.
   */
  readonly hold: BundleTransaction | undefined;
}

/** A recorded step that is not played, and the reason in words. */
export interface Skipped {
  readonly step: string;
  readonly because: string;
}

/** Operations on an order that has a payment. */
const SUBSEQUENT: ReadonlySet<string> = new Set(['CAPTURE', 'REFUND', 'UPDATE_AUTHORIZATION', 'VOID']);
const INITIAL: ReadonlySet<string> = new Set(['AUTHORIZE', 'PAY', 'VERIFY']);

/** Longer than the gateway waits for an answer: a later change was the result of a payment that was open. */
const ANSWERED_MS_MAX = 25_000;

export function plannedOf({ transactions, notifications }: BundleContents): readonly Planned[] {
  return transactions.map((transaction, index) => {
    const place = index + 1;
    const isNotifiedOpen = notifications.some((one) => one.transaction === place && one.result === 'PENDING');
    const isLate =
      transaction.changedAt - transaction.at > ANSWERED_MS_MAX && transaction.answer?.gatewayCode !== 'TIMED_OUT';
    const next = transactions[place];
    const isDrained = isGiftCard(transaction) && transaction.answer?.gatewayCode === 'INSUFFICIENT_FUNDS';
    const hold = isDrained && next?.part === 'HOLD' && next.checkout === transaction.checkout ? next : undefined;
    return { place, transaction, wasPending: transaction.part !== 'HOLD' && (isNotifiedOpen || isLate), hold };
  });
}

const isGiftCard = ({ instrument }: BundleTransaction): boolean => instrument.type === 'GIFT_CARD';

/** Shorter than the gateway holds a gift card for the rest of its order. */
const HELD_MS_MAX = 29 * MINUTE_MS;

/** Held gift cards that the payer took off before the hold ended, by the time. */
export function takenOff(planned: readonly Planned[]): readonly Planned[] {
  return planned
    .filter(({ transaction: { part, answer, at, changedAt } }) => {
      return part === 'HOLD' && answer?.result === 'FAILURE' && changedAt - at < HELD_MS_MAX;
    })
    .toSorted((one, other) => one.transaction.changedAt - other.transaction.changedAt);
}

export const nameOf = ({ place, transaction: { type, amount, currency } }: Planned): string =>
  `transaction ${place}, ${type} ${amount} ${currency}`;

/** @throws NotReplayable for a transaction that no shop and no payer can make in the sandbox */
export function requirePlayable({ transaction }: Planned): void {
  const { operation, type, entryPoint, risk, isByHand, answer, instrument, part } = transaction;
  if (answer === undefined) {
    throw new NotReplayable('it was in flight when it was recorded');
  }
  if (isByHand) {
    throw new NotReplayable('a person settled it');
  }
  if (risk === 'REJECTED' || risk === 'REVIEW_REQUIRED') {
    throw new NotReplayable('risk rules decided about it, which are not in the bundle');
  }
  if (type === 'REFUND_REQUEST') {
    throw new NotReplayable('it waits for an approval, which the merchant profile of the replay does not ask for');
  }
  if (part === 'HOLD') {
    throw new NotReplayable('the payer asked for the balance of the gift card first');
  }
  const isHosted = entryPoint === 'HOSTED_PAGE';
  if (instrument.type === 'BROWSER_PAYMENT' && operation === 'INITIATE_BROWSER_PAYMENT' && !isHosted) {
    throw new NotReplayable("the merchant's server started it, with its own return address");
  }
  const isKnown = INITIAL.has(operation) || SUBSEQUENT.has(operation) || operation === 'INITIATE_BROWSER_PAYMENT';
  if (!isKnown) {
    throw new NotReplayable(`${operation} is not played`);
  }
}

/** Steps beside the transactions that are not played. */
export function skippedBeside({ authentications, notifications }: BundleContents): readonly Skipped[] {
  return [
    ...authentications.flatMap(({ entryPoint, usedBy, status = 'open' }, index) => {
      const step = `authentication ${index + 1}, ${status}`;
      if (entryPoint !== 'HOSTED_PAGE') {
        return [{ step, because: "the merchant's server started it" }];
      }
      return usedBy === undefined ? [{ step, because: 'no payment was made with it' }] : [];
    }),
    ...notifications.flatMap(({ event, sequence }) =>
      event === undefined
        ? []
        : [{ step: `notification ${sequence}, ${event}`, because: 'a checkout without a payment is not played' }],
    ),
  ];
}

export function isSubsequent({ operation }: BundleTransaction): boolean {
  return SUBSEQUENT.has(operation);
}
