/**
 * Compares every transaction with the acquirer's ledger, row by row. It reports contradictions only: a result that is
 * still open on either side contradicts no state of the other.
 */

import type { OrderWithTransactions } from '../adapters/store/index.ts';
import { resultOf } from '../contract/gateway-codes.ts';
import { acquirerProcessor, isOpenCode, messageKind, processorOf, traceOf } from '../core/index.ts';
import type { StoredTransaction } from '../core/ports/index.ts';
import { type AcquirerEntry, entryAmount } from './read-ledger.ts';

export type LedgerDifferenceKind = 'AMOUNT_DIFFERS' | 'ONLY_AT_ACQUIRER' | 'ONLY_HERE' | 'STATE_DIFFERS';

export interface LedgerDifference {
  readonly kind: LedgerDifferenceKind;
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId: string;
  /** Absent when the acquirer has no entry. For a void under way: the entry of the voided movement. */
  readonly entry?: AcquirerEntry;
  /** Absent when we have no transaction. */
  readonly transaction?: StoredTransaction;
  /** Our own status of the transaction. */
  readonly ledgerStatus?: LedgerStatus;
}

/** UNDER_WAY: stored, without an outcome. OPEN: in doubt, or its reversal is not acknowledged. */
export type LedgerStatus = 'FAILURE' | 'OPEN' | 'SUCCESS' | 'UNDER_WAY' | 'VOIDED';

type LedgerState = AcquirerEntry['state'] | 'ABSENT';

/** The acquirer's states that agree with each of ours. After any failure, the acquirer must have moved no money. */
const AGREEING_STATES: Readonly<Record<LedgerStatus, ReadonlySet<LedgerState>>> = {
  SUCCESS: new Set(['APPROVED']),
  VOIDED: new Set(['REVERSED']),
  FAILURE: new Set(['ABSENT', 'DECLINED', 'REVERSED']),
  OPEN: new Set(['ABSENT', 'APPROVED', 'DECLINED', 'REVERSED']),
  UNDER_WAY: new Set(['ABSENT']),
};

/** Times in milliseconds since 1970: transactions outside this period need not be in the ledger. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

/** The scope of the comparison. */
export interface LedgerScope {
  /** The name of the ledger's acquirer. */
  readonly acquirer: string;
  /** Keys of transactions whose reversal is not acknowledged. */
  readonly reversing: ReadonlySet<number>;
  readonly period: Period;
}

/** The newest transaction that moved money at the acquirer or provider. */
export interface NewestSuccess {
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly isInLedger: boolean;
}

/**
 * @param found called with each difference, those of our orders first
 * @returns undefined if no transaction moved money there
 */
export async function compareWithLedger(
  orders: AsyncIterable<OrderWithTransactions>,
  ledger: readonly AcquirerEntry[],
  { acquirer, reversing, period }: LedgerScope,
  found: (difference: LedgerDifference) => void,
): Promise<NewestSuccess | undefined> {
  const processor = acquirerProcessor(acquirer);
  const left = new Map<string, AcquirerEntry[]>();
  for (const entry of ledger) {
    const name = nameOf(entry.merchant, entry.order, entry.transaction);
    const same = left.get(name);
    if (same === undefined) {
      left.set(name, [entry]);
    } else {
      same.push(entry);
    }
  }
  let newest: NewestSuccess | undefined;
  for await (const { merchantId, orderId, transactions } of orders) {
    const entries = new Map<string, AcquirerEntry>();
    for (const transaction of transactions) {
      const { transactionId, createdAt, request } = transaction;
      if (processorOf(request) !== processor) {
        continue;
      }
      const target = entries.get(request.target ?? '');
      if (isVoidUnderWay(transaction) && target?.state === 'REVERSED') {
        const sides = { transaction, ledgerStatus: 'UNDER_WAY', entry: target } as const;
        found({ kind: 'STATE_DIFFERS', merchantId, orderId, transactionId, ...sides });
      }
      const entry = takeEntry(left, nameOf(merchantId, orderId, transactionId), transaction);
      if (entry !== undefined) {
        entries.set(transactionId, entry);
      }
      if (!isAnswered(transaction)) {
        continue;
      }
      const ledgerStatus = ledgerStatusOf(transaction, transactions, reversing);
      if (hasMoved(ledgerStatus) && createdAt >= (newest?.createdAt ?? 0)) {
        newest = { createdAt, isInLedger: entry !== undefined };
      }
      const isExpected = period.from <= createdAt && createdAt < period.until;
      if (entry === undefined && !isExpected) {
        continue;
      }
      const kind = differenceOf(transaction, ledgerStatus, entry);
      if (kind === undefined) {
        continue;
      }
      found({ kind, merchantId, orderId, transactionId, transaction, ledgerStatus, entry });
    }
  }
  for (const entries of left.values()) {
    for (const entry of entries) {
      const { merchant: merchantId, order: orderId, transaction: transactionId } = entry;
      found({ kind: 'ONLY_AT_ACQUIRER', merchantId, orderId, transactionId, entry });
    }
  }
  return newest;
}

/** Whether the acquirer must have an entry. */
const hasMoved = (status: LedgerStatus): boolean => !AGREEING_STATES[status].has('ABSENT');

/** Removes the entry with this message's reference. A second movement under the same ids remains, and is reported. */
function takeEntry(left: Map<string, AcquirerEntry[]>, name: string, transaction: StoredTransaction) {
  const entries = left.get(name);
  const { receipt } = traceOf(transaction.key, transaction.createdAt);
  const index = entries?.findIndex(({ reference }) => reference === receipt) ?? -1;
  if (entries === undefined || index === -1) {
    return undefined;
  }
  const [entry] = entries.splice(index, 1);
  if (entries.length === 0) {
    left.delete(name);
  }
  return entry;
}

/**
 * Whether the acquirer's ledger has a movement for the transaction. A void has none: the ledger shows it as the state
 * of the voided movement.
 */
function isAnswered({ request }: StoredTransaction): boolean {
  const kind = messageKind(request.type);
  return kind !== undefined && kind !== 'VOID' && request.decided === undefined;
}

/** True for a void without an outcome. Once the acquirer has made it, the voided movement is REVERSED there. */
function isVoidUnderWay({ request, outcome }: StoredTransaction): boolean {
  return messageKind(request.type) === 'VOID' && outcome === undefined;
}

function ledgerStatusOf(
  transaction: StoredTransaction,
  ofOrder: readonly StoredTransaction[],
  reversing: ReadonlySet<number>,
): LedgerStatus {
  const { outcome, key, transactionId, request } = transaction;
  if (outcome === undefined) {
    return 'UNDER_WAY';
  }
  if (isOpenCode(outcome.gatewayCode) || reversing.has(key)) {
    return 'OPEN';
  }
  if (resultOf(outcome.gatewayCode) !== 'SUCCESS') {
    return 'FAILURE';
  }
  // An authorization's updates are voided with it.
  const undone = request.type === 'AUTHORIZATION_UPDATE' ? [transactionId, request.target] : [transactionId];
  const voids = ofOrder.filter(
    ({ request: { type, target } }) => messageKind(type) === 'VOID' && undone.includes(target),
  );
  if (voids.some((one) => resultOf(one.outcome?.gatewayCode ?? 'UNKNOWN') === 'SUCCESS')) {
    return 'VOIDED';
  }
  return voids.some((one) => isOpenCode(one.outcome?.gatewayCode ?? 'UNKNOWN')) ? 'OPEN' : 'SUCCESS';
}

function differenceOf(
  { request }: StoredTransaction,
  ledgerStatus: LedgerStatus,
  entry: AcquirerEntry | undefined,
): LedgerDifferenceKind | undefined {
  const agrees = AGREEING_STATES[ledgerStatus].has(entry?.state ?? 'ABSENT');
  if (entry === undefined) {
    return agrees ? undefined : 'ONLY_HERE';
  }
  if (!agrees) {
    return 'STATE_DIFFERS';
  }
  const same =
    entry.kind === messageKind(request.type) &&
    entry.currency === request.currency &&
    entryAmount(entry) === request.amount;
  return same ? undefined : 'AMOUNT_DIFFERS';
}

/** JSON quotes and escapes the ids, so that different lists of ids give different names. */
function nameOf(...ids: readonly string[]): string {
  return JSON.stringify(ids);
}
