/** The words of the pages about payouts. */
import type { PayoutDifference, PayoutLineEntry, PayoutSums } from '../../views/console/index.ts';
import { money } from './order-words.ts';

const KINDS: Readonly<Record<PayoutLineEntry['kind'], string>> = {
  CHARGEBACK: 'Chargeback',
  CHARGEBACK_REVERSED: 'Returned chargeback',
  FEE: 'Fee',
  OTHER: 'Other',
  PAYMENT: 'Payment',
  PAYOUT: 'Transfer',
  REFUND: 'Refund',
};

export function lineName({ kind }: Pick<PayoutLineEntry, 'kind'>): string {
  return KINDS[kind];
}

/** A sentence on what differs, and the next step. */
export function differenceSentence({ kind, there, here }: PayoutDifference): string {
  const [theirs, ours] = [there, here].map((amount) => (amount === undefined ? 'none' : money(amount)));
  switch (kind) {
    case 'AMOUNT_DIFFERS':
      return `The report has ${theirs} and the order ${ours}. Ask the processor which is right.`;
    case 'CURRENCY_DIFFERS':
      return 'The order is in another currency. Ask the processor in which one it settled.';
    case 'ENTRY_OPEN':
      return `Gross and fee make ${ours}, and the report has ${theirs} net. Ask the processor what else it took.`;
    case 'MISSING_HERE':
      return 'The order has no such transaction. Ask the processor, by the reference.';
    case 'NOT_BOOKED':
      return 'No transaction of the order can take this chargeback or fee. Book it by hand.';
    case 'ORDER_UNKNOWN':
      return 'This gateway has no such order. Ask the processor, by the reference.';
    case 'STATE_DIFFERS':
      return `It was settled with ${theirs}, and did not succeed here or was cancelled. Ask the processor.`;
    case 'TWICE':
      return 'The report has this transaction more than once. Ask the processor which one counts.';
  }
}

/** The amount that the merchant gets: that of the transfer, if the report has one. */
export function payoutAmount({ net, paidOut }: PayoutSums): string {
  const amount = paidOut ?? net;
  return amount === undefined ? '' : money(amount);
}

/** @returns undefined where entries and transfer agree, or the report has both not */
export function payoutNotice({ net, paidOut, isOpen }: PayoutSums): string | undefined {
  if (isOpen && net !== undefined && paidOut !== undefined) {
    return `The entries add up to ${money(net)}, and the transfer is ${money(paidOut)}. Ask the processor for the missing entries.`;
  }
  if (net === undefined) {
    return 'The report has this transfer alone: it does not say for which payments it is.';
  }
  return paidOut === undefined
    ? 'The report has no transfer yet: the net amount is the sum of the entries.'
    : undefined;
}
