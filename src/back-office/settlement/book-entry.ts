/** The transactions that an entry adds to its order: a chargeback or its reversal, and the fee. Pure. */
import { createHash } from 'node:crypto';
import { chargedBack, effectiveMovements, REJECTION, type ReportedMovement } from '../../core/index.ts';
import type { StoredOrder, StoredTransaction } from '../../core/ports/index.ts';
import type { SettlementEntry } from './entry.ts';

/** Length of the hash in transaction ids, enough to make them unique. */
const HASH_CHARACTERS = 24;

const TYPES = { CHARGEBACK: 'CHARGEBACK', CHARGEBACK_REVERSED: 'CHARGEBACK_REVERSAL' } as const;
const NAMES = { CHARGEBACK: 'chargeback', CHARGEBACK_REVERSAL: 'reversal', FUNDING: 'fee' } as const;

/**
 * @param transactions the order's transactions
 * @returns an empty list if the entry adds no transaction; undefined if no transaction of the order can be its target
 */
export function movementsOfEntry(
  entry: SettlementEntry,
  { state }: StoredOrder,
  transactions: readonly StoredTransaction[],
): ReportedMovement[] | undefined {
  const disputed = entry.kind === 'CHARGEBACK' || entry.kind === 'CHARGEBACK_REVERSED';
  if (!disputed && entry.fee <= 0n) {
    return [];
  }
  const captured = effectiveMovements(state, 'CAPTURE', 'PAYMENT').map(({ transactionId }) => transactionId);
  const payments = transactions.filter(({ transactionId }) => captured.includes(transactionId));
  const named = transactions.find(({ transactionId }) => transactionId === entry.transaction);
  const payment = payments.find((one) => one === named) ?? payments.at(-1);
  const target = disputed ? payment : (named ?? payment);
  const isOtherMoney = disputed && entry.currency !== state.currency;
  if (target === undefined || isOtherMoney) {
    return undefined;
  }
  const movement = (type: ReportedMovement['type'], amount: bigint): ReportedMovement => ({
    type,
    amount,
    currency: entry.currency,
    target,
    transactionId: `${NAMES[type]}-${hashOf(entry)}`,
    reference: entry.references[0] ?? entry.id,
  });
  const moved = entry.gross < 0n ? -entry.gross : entry.gross;
  const isBooked = entry.kind === 'CHARGEBACK' && isBookedByProvider(state, target, moved);
  return [
    ...(disputed && moved > 0n && !isBooked ? [movement(TYPES[entry.kind as keyof typeof TYPES], moved)] : []),
    ...(entry.fee > 0n ? [movement('FUNDING', entry.fee)] : []),
  ];
}

/** Whether the provider has already reported the chargeback itself, so that the whole payment is booked as returned. */
function isBookedByProvider({ movements }: StoredOrder['state'], { transactionId }: StoredTransaction, moved: bigint) {
  const isWhole = ({ type, target, amount }: (typeof movements)[number]) =>
    type === 'CHARGEBACK' && target === transactionId && amount === moved;
  return (
    movements.some((one) => isWhole(one) && one.transactionId.startsWith(REJECTION)) &&
    chargedBack({ movements }) >= moved
  );
}

function hashOf({ source, id }: SettlementEntry): string {
  return createHash('sha256')
    .update(JSON.stringify([source, id]))
    .digest('hex')
    .slice(0, HASH_CHARACTERS);
}
