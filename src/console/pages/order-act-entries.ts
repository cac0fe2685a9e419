/** People's acts on an order, from the audit trail, for its timeline. */
import { storedAmount } from '../../checkout/index.ts';
import { currencyOf, minorUnits } from '../../contract/money.ts';
import type { TimelineAct } from '../../web/views/console/index.ts';
import type { RecordedEvent } from '../audit.ts';
import { instant } from './order-entries.ts';

/** The transactions that these acts make are entries of their own, with the person. */
const MAKING_TRANSACTIONS: ReadonlySet<string> = new Set(['console capture', 'console refund', 'console void']);

/** An act has an entry before it is carried out, and one at its end, which a gateway that died has not written. */
export function actEntries(events: readonly RecordedEvent[]): readonly TimelineAct[] {
  const begun = new Map<string, RecordedEvent>();
  const acts: TimelineAct[] = [];
  for (const event of events) {
    const { action, actor, details } = event;
    const key = JSON.stringify([action, actor, details.transaction, details.session, details.card]);
    const before = begun.get(key);
    if (details.state === 'BEGUN') {
      begun.set(key, event);
      acts.push(...(before === undefined ? [] : [actEntry(before)]));
    } else {
      begun.delete(key);
      acts.push(actEntry({ ...event, details: { ...before?.details, ...details } }));
    }
  }
  const all = [...acts, ...[...begun.values()].map(actEntry)];
  return all.filter(({ action, state }) => state !== 'DONE' || !MAKING_TRANSACTIONS.has(action));
}

function actEntry({ action, actor, at, details }: RecordedEvent): TimelineAct {
  // An act on a locked order has an answer, but no transaction.
  const isLocked = details.code === 'LOCK_FAILURE';
  return {
    kind: 'ACT',
    action,
    actor,
    at: instant(at),
    state: details.state === 'BEGUN' ? 'UNKNOWN' : isLocked ? 'REFUSED' : (details.state as TimelineAct['state']),
    amount: amountIn(details),
    isApproved: details.decision === undefined ? undefined : details.decision === 'APPROVED',
    card: textIn(details.card),
    why: isLocked ? 'Another transaction of the order was under way.' : textIn(details.why),
  };
}

/** @returns undefined for an amount that was typed wrongly */
function amountIn({ amount, currency }: RecordedEvent['details']): TimelineAct['amount'] {
  const of = currencyOf(textIn(currency) ?? '');
  const units = of && minorUnits(textIn(amount) ?? '', of);
  return of && units !== undefined ? storedAmount({ amount: units, currency: of.code }) : undefined;
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
