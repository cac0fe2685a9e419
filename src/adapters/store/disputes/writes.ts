/** Writes of disputes, for the commit of the report or provider's message that has them. */
import { DAY_MS } from '../../../contract/durations.ts';
import { NO_DEADLINE, type ProviderDispute, REMINDED_BEFORE_MS } from '../../../core/ports/index.ts';
import { type Write, write } from '../engine/engine.ts';
import * as statements from './statements.ts';

export interface DisputePlace {
  /** The key of a new row. */
  readonly key: number;
  readonly merchantKey: number;
  readonly orderKey: number;
  readonly source: string;
  readonly byProvider: boolean;
}

/** @returns the time of the mail about a deadline; null if it has passed, or there is none */
function reminderTime(dueAt: number | undefined, now: number): number | null {
  return dueAt === undefined || dueAt <= now ? null : Math.max(now, dueAt - REMINDED_BEFORE_MS);
}

/** @param now for mails: none is sent about a dispute that is closed, or whose deadline has passed */
export function disputeWrites(
  { byProvider, ...place }: DisputePlace,
  { id, isOpen, dueAt, changedAt, facts }: ProviderDispute,
  now: number,
): Write[] {
  const isAnswerable = isOpen && (dueAt === undefined || dueAt > now);
  const row = {
    ...place,
    id,
    byProvider: byProvider ? 1 : 0,
    isOpen: isOpen ? 1 : 0,
    dueAt: dueAt ?? NO_DEADLINE,
    changedAt,
    facts: JSON.stringify(facts),
    mailAt: isAnswerable ? now : null,
    remindAt: isAnswerable ? reminderTime(dueAt, now) : null,
  };
  return [write(statements.dropLedgerDispute, { orderKey: place.orderKey }), write(statements.putDispute, row)];
}

/** Mails are about chargebacks of the last day, and not about those that a new build of the index reads again. */
const NEW_MS_MAX = DAY_MS;

/** The writes for an order whose money was charged back: with the dispute of its ledger, until the money returns. */
export function ledgerDisputeWrites(
  { orderKey, merchantKey, updatedAt }: { orderKey: number; merchantKey: number; updatedAt: number },
  isStanding: boolean,
  now: number,
): Write[] {
  if (!isStanding) {
    return [write(statements.closeReturned, { orderKey, changedAt: updatedAt, none: null })];
  }
  const mailAt = now - updatedAt < NEW_MS_MAX ? now : null;
  // An order's key is no other row's, so the dispute of its ledger has it too.
  const row = { key: orderKey, orderKey, merchantKey, dueAt: NO_DEADLINE, changedAt: updatedAt, mailAt };
  return [
    write(statements.addLedgerDispute, row),
    write(statements.reopenLedgerDispute, { orderKey, changedAt: updatedAt }),
  ];
}
