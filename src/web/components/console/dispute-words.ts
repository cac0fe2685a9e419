/** The words of disputes. */
import type { ChargebackEntry, DeadlineEntry, DisputeEntry } from '../../views/console/index.ts';
import { money } from './order-words.ts';
import { processorText } from './overview-words.ts';
import { zonedMinute } from './readable.ts';

/** Fewer days are shown as urgent. */
const URGENT_DAYS = 3;

const OUTCOMES: Readonly<Record<string, string>> = {
  RESOLVED_SELLER_FAVOUR: 'won',
  RESOLVED_WITH_PAYOUT: 'won',
  DENIED: 'won',
  RESOLVED_BUYER_FAVOUR: 'lost',
  ACCEPTED: 'accepted',
  CANCELED_BY_BUYER: 'withdrawn',
};

const STAGES: Readonly<Record<string, string>> = {
  INQUIRY: 'inquiry: payer and merchant talk, no money is claimed yet',
  CHARGEBACK: 'claim',
  PRE_ARBITRATION: 'claim, answered once',
  ARBITRATION: 'arbitration',
};

const STATUSES: Readonly<Record<string, string>> = {
  OPEN: 'open',
  WAITING_FOR_SELLER_RESPONSE: 'waits for your answer',
  WAITING_FOR_BUYER_RESPONSE: 'waits for the payer',
  UNDER_REVIEW: 'under review',
};

export interface DisputeTag {
  readonly text: string;
  readonly tone: 'right' | 'wrong' | undefined;
}

/** @example disputeTag(dispute) // { text: 'due in 3 days', tone: 'wrong' } */
export function disputeTag({ isOpen, deadline, described, standing, returned }: DisputeEntry): DisputeTag {
  if (isOpen) {
    return deadline === undefined
      ? { text: STATUSES[described?.status ?? ''] ?? 'no deadline known', tone: undefined }
      : { text: dueWords(deadline), tone: deadline.days <= URGENT_DAYS ? 'wrong' : undefined };
  }
  const isStanding = /[1-9]/.test(standing.value);
  const outcome = OUTCOMES[described?.outcome ?? ''];
  const text = outcome ?? (isStanding ? 'not returned' : /[1-9]/.test(returned.value) ? 'returned' : 'closed');
  const isGood = text === 'won' || text === 'returned' || text === 'withdrawn';
  return { text, tone: isGood ? 'right' : text === 'closed' ? undefined : 'wrong' };
}

/** @example dueWords({ days: -2, isOver: true }) // 'overdue by 2 days' */
export function dueWords({ days, isOver }: Pick<DeadlineEntry, 'days' | 'isOver'>): string {
  if (isOver) {
    return days === 0 ? 'overdue since today' : `overdue by ${daysText(-days)}`;
  }
  return days === 0 ? 'due today' : days === 1 ? 'due tomorrow' : `due in ${daysText(days)}`;
}

function daysText(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/** @example disputeTitle(dispute) // '€5.00: Goods or services were not received' */
export function disputeTitle({ amount, described, standing, returned }: DisputeEntry): string {
  const { reason } = described ?? {};
  if (reason !== undefined) {
    return `${money(amount)}: ${reason.meaning ?? `reason ${reason.code}`}`;
  }
  const isStanding = /[1-9]/.test(standing.value);
  const isReturned = /[1-9]/.test(returned.value);
  const parts = [isStanding && `${money(standing)} charged back`, isReturned && `${money(returned)} returned`];
  return parts.filter(Boolean).join(', ') || `${money(amount)} disputed`;
}

/** Deadline, stage, and the place to answer. Without a final full stop where the sentence has none. */
export function disputeSentences(dispute: DisputeEntry, timeZone: string): string[] {
  const { described, deadline, chargebacks } = dispute;
  if (described === undefined) {
    return chargebacks.map(
      (one) => `Recorded ${zonedMinute(one.at, timeZone)}: ${money(one.amount)}. ${chargebackSentence(one)}`,
    );
  }
  const { processor, reference, reason, stage, status, date } = described;
  const name = processorText({ name: processor });
  const at = reference === undefined ? name : `${name}, reference ${reference}`;
  const until = deadline && (deadline.lastDay ?? zonedMinute(deadline.at, timeZone));
  const began = [date && `Began ${date}`, reason && `reason ${reason.code}`].filter(Boolean).join(', ');
  const stages = [stage && (STAGES[stage] ?? stage), status && STATUSES[status]].filter(Boolean).join(', ');
  return [
    answerSentence(at, until, dispute),
    [began && `${began}.`, stages && `Stage: ${stages}.`, takenSentence(dispute)].filter(Boolean).join(' '),
  ];
}

function answerSentence(at: string, until: string | undefined, { isOpen, deadline }: DisputeEntry): string {
  if (until !== undefined && deadline?.isOver) {
    return `The time to answer at ${at} ended ${until}.`;
  }
  if (!isOpen) {
    return `At ${at}.`;
  }
  return until === undefined ? `No answer is due at ${at}.` : `Answer at ${at} by ${until}.`;
}

function takenSentence({ standing, returned }: DisputeEntry): string {
  const [isStanding, isReturned] = [standing, returned].map(({ value }) => /[1-9]/.test(value));
  if (isStanding) {
    return `${money(standing)} of the order is charged back${isReturned ? `, ${money(returned)} was returned` : ''}.`;
  }
  return isReturned ? `${money(returned)} was charged back and returned.` : 'No chargeback is booked on the order.';
}

/** Why the money was taken, and where to answer. */
function chargebackSentence({ processor, reference, isRejection }: ChargebackEntry): string {
  const name = processorText({ name: processor });
  const by = reference === undefined ? '' : `, by its reference ${reference}`;
  return isRejection
    ? `${name} took the payment back after it had succeeded. Ask there for reason and deadline${by}.`
    : `The report of ${name} gives no reason and no deadline. Ask and answer there${by}.`;
}
