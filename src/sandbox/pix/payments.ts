/** What payers and time do to charges and refunds. */
import { newEndToEndId } from './ids.ts';
import type { ChargeRow, RefundRow } from './ledger/rows.ts';
import type { Work } from './operation.ts';

export function isExpired({ created_at: from, seconds }: ChargeRow, now: number): boolean {
  return now >= from + seconds * 1_000;
}

/** A payer's bank takes it no more. */
export function isPayable(row: ChargeRow, now: number): boolean {
  return row.status === 'ATIVA' && !isExpired(row, now);
}

/**
 * The money arrives, and the key's owner is told.
 *
 * @param amount centavos; another than the charge's, or of a charge that has ended, is a PSP's mistake
 */
export function pay(work: Work, row: ChargeRow, amount = row.amount): ChargeRow {
  const { ledger, now, resources } = work;
  const { id: txid, owner, key } = row;
  const paid = ledger.charges.change(row, { status: 'CONCLUIDA' });
  const pix = ledger.pix.add({ id: newEndToEndId(now), txid, owner, key, amount, paid_at: now });
  work.callBack(key, resources.pix(pix));
  return paid;
}

/** The PSP closes it. */
export function removeByPsp({ ledger }: Work, row: ChargeRow): ChargeRow {
  return ledger.charges.change(row, { status: 'REMOVIDA_PELO_PSP' });
}

/** Its time has run out: it was made so much earlier. */
export function expire({ ledger, now }: Work, row: ChargeRow, agoMs: number): ChargeRow {
  return ledger.charges.change(row, { created_at: now - row.seconds * 1_000 - agoMs });
}

/** Everything whose time has come. */
export function resolveDue(work: Work): void {
  for (const row of work.ledger.refunds.due('due_at', work.now)) {
    settle(work, row);
  }
}

function settle(work: Work, row: RefundRow): void {
  const { ledger, now, resources } = work;
  const isDone = row.becomes === 'DEVOLVIDO';
  ledger.refunds.change(row, {
    status: row.becomes,
    due_at: null,
    ...(isDone ? { settled_at: now } : { reason: 'Account closed' }),
  });
  const pix = ledger.pix.find({ id: row.pix });
  if (pix !== undefined) {
    work.callBack(pix.key, resources.pix(pix));
  }
}

/** When something is due next; undefined: never. */
export function nextDue({ ledger }: Pick<Work, 'ledger'>): number | undefined {
  return ledger.refunds.next('due_at');
}
