/** The words and figures of the page "At a glance". */
import type { NamedCounts, PaymentCounts } from '../../views/console/index.ts';
import { instrumentName } from '../instrument-name.ts';

const counts = new Intl.NumberFormat('en');
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** @example countText(1200) // '1,200' */
export function countText(count: number): string {
  return counts.format(count);
}

/** @example approvalRate({ approved: 9, declined: 1 }) // '90%' */
export function approvalRate({ approved, declined }: PaymentCounts): string {
  return approved + declined === 0 ? 'none yet' : percents.format(approved / (approved + declined));
}

/** @example paymentsText({ approved: 9, declined: 1 }) // '9 approved, 1 declined' */
export function paymentsText({ approved, declined }: PaymentCounts): string {
  return `${countText(approved)} approved, ${countText(declined)} declined`;
}

const WAYS: Readonly<Record<string, string>> = { CARD: 'Card', GIFT_CARD: 'Gift card' };

/** @returns the provider's name as it is, if it is no card */
export function wayToPay({ name }: Pick<NamedCounts, 'name'>): string {
  return WAYS[name] ?? name;
}

export function brandText({ name }: Pick<NamedCounts, 'name'>): string {
  return instrumentName(name, { card: 'Other card', giftCard: 'Gift card', bankTransfer: 'Bank transfer' });
}

export function processorText({ name }: Pick<NamedCounts, 'name'>): string {
  return name === 'default' ? 'Default acquirer' : name;
}

const STEPS: Readonly<Record<string, string>> = {
  '': 'Before a first step',
  AUTHENTICATED: 'After the authentication with the bank',
  CANCELLED: 'After cancelling an attempt',
  DECLINED: 'After a decline',
  PAID: 'After a payment that was given back',
  REDIRECTED: 'At the provider’s page',
};

/** @param step the last step of payers who left */
export function stepText(step: string): string {
  return STEPS[step] ?? step;
}
