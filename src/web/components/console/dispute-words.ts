/** The words of the page of chargebacks. */
import type { ChargebackEntry, DisputeEntry } from '../../views/console/index.ts';
import { money } from './order-words.ts';
import { processorText } from './overview-words.ts';

const STATES: Readonly<Record<DisputeEntry['state'], string>> = {
  CHARGED_BACK: 'charged back',
  PARTLY_RETURNED: 'partly returned',
  RETURNED: 'returned',
};

export function disputeState({ state }: Pick<DisputeEntry, 'state'>): string {
  return STATES[state];
}

/** @example disputeTitle(dispute) // '€5.00 charged back, €2.00 returned' */
export function disputeTitle({ state, standing, returned }: DisputeEntry): string {
  switch (state) {
    case 'CHARGED_BACK':
      return `${money(standing)} charged back`;
    case 'PARTLY_RETURNED':
      return `${money(standing)} charged back, ${money(returned)} returned`;
    case 'RETURNED':
      return `${money(returned)} returned`;
  }
}

/** Why the money was taken, and where to answer. */
export function chargebackSentence({ processor, reference, isRejection }: ChargebackEntry): string {
  const name = processorText({ name: processor });
  const by = reference === undefined ? '' : `, by its reference ${reference}`;
  return isRejection
    ? `${name} took the payment back after it had succeeded. Ask there for the reason${by}.`
    : `The report of ${name} gives no reason. Ask and answer there${by}.`;
}
