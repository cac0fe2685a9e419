/** Changes of charges and refunds, by payers or by time. */
import { newEndToEndId, newReturnId, newRowId } from './ids.ts';
import type { ChargeRow, PspRefundRow } from './ledger/rows.ts';
import type { PspWork } from './operation.ts';

export function isChargeExpired({ created_at: from, seconds }: ChargeRow, now: number): boolean {
  return now >= from + seconds * 1_000;
}

/** Whether a payer's bank still accepts the charge. */
export function isPayable(row: ChargeRow, now: number): boolean {
  return row.status === 'ATIVA' && !isChargeExpired(row, now);
}

/**
 * Books a received payment, and notifies the key's owner.
 *
 * @param amount centavos; another amount than the charge's is an error of the PSP, as is a payment of an ended charge
 */
export function pay(work: PspWork, row: ChargeRow, amount = row.amount): ChargeRow {
  const { ledger, now, resources } = work;
  const { id: txid, owner, key } = row;
  const paid = ledger.charges.change(row, { status: 'CONCLUIDA' });
  const pix = ledger.pix.add({ id: newEndToEndId(now), txid, owner, key, amount, paid_at: now });
  work.callBack(key, resources.pix(pix));
  return paid;
}

/** Returns the payments of a charge after the payer's bank has reported fraud (MED), without the receiver's order. */
export function returnByPsp({ ledger, now, resources, callBack }: PspWork, row: ChargeRow): ChargeRow {
  for (const pix of ledger.pix.all({ txid: row.id })) {
    ledger.refunds.add({
      ...{ id: newRowId(), refund_id: newRowId(), pix: pix.id, return_id: newReturnId(now), amount: pix.amount },
      ...{ status: 'DEVOLVIDO', becomes: 'DEVOLVIDO', nature: 'MED_FRAUDE', reason: 'Fraud' },
      ...{ asked_at: now, settled_at: now, due_at: null },
    });
    callBack(pix.key, resources.pix(pix));
  }
  return row;
}

/** Closes the charge on behalf of the PSP. */
export function removeByPsp({ ledger }: PspWork, row: ChargeRow): ChargeRow {
  return ledger.charges.change(row, { status: 'REMOVIDA_PELO_PSP' });
}

/** Expires a charge by setting its creation back. */
export function expire({ ledger, now }: PspWork, row: ChargeRow, agoMs: number): ChargeRow {
  return ledger.charges.change(row, { created_at: now - row.seconds * 1_000 - agoMs });
}

/** Executes all due events. */
export function resolveDueAtPsp(work: PspWork): void {
  for (const row of work.ledger.refunds.due('due_at', work.now)) {
    settle(work, row);
  }
}

function settle(work: PspWork, row: PspRefundRow): void {
  const { ledger, now, resources } = work;
  const isDone = row.becomes === 'DEVOLVIDO';
  ledger.refunds.change(row, {
    status: row.becomes,
    due_at: null,
    settled_at: isDone ? now : null,
    reason: isDone ? null : 'Account closed',
  });
  const pix = ledger.pix.find({ id: row.pix });
  if (pix !== undefined) {
    work.callBack(pix.key, resources.pix(pix));
  }
}

/** The time of the next event; undefined if no event is planned. */
export function nextDueAtPsp({ ledger }: Pick<PspWork, 'ledger'>): number | undefined {
  return ledger.refunds.next('due_at');
}
