/** Compares all imported entries with all orders, and sums the money of each source. */
import { DAY_MS } from '../../contract/durations.ts';
import { type SettlementDifference, sortDifferences } from './differences.ts';
import { isAboutOrder, type SettlementEntry } from './entry.ts';
import { matchOrder } from './match-order.ts';
import { laterDate, PayoutMatch, type SourceSum } from './match-payouts.ts';
import type { SettlementRecords } from './ports.ts';

export interface SettlementReport {
  readonly differences: readonly SettlementDifference[];
  readonly sums: readonly SourceSum[];
  readonly entries: number;
}

/** Card payments are paid out within this many days. */
const PAID_WITHIN_DAYS = 3;

/**
 * @param until milliseconds since 1970; earlier transactions should be in a report. By default it is three days before
 *   the newest entry of the processor
 */
export async function reportSettlements(records: SettlementRecords, until?: number): Promise<SettlementReport> {
  const payouts = new PayoutMatch();
  const newest = new Map<string, string>();
  const differences: SettlementDifference[] = (await records.unfinishedFiles()).map(({ source, name }) => ({
    kind: 'FILE_UNFINISHED',
    source,
    reference: name,
  }));
  let entries = 0;
  for await (const { entry, orderKey } of records.entries()) {
    entries += 1;
    payouts.add(entry);
    const { source, date } = entry;
    newest.set(source, laterDate(newest.get(source) ?? date, date));
    if (orderKey === null && isAboutOrder(entry)) {
      differences.push(unknownOrder(entry));
    }
  }
  const isExpected = (processor: string, at: number) => {
    const date = newest.get(processor);
    return date !== undefined && at < (until ?? Date.parse(date) - PAID_WITHIN_DAYS * DAY_MS);
  };
  for await (const order of records.orders()) {
    differences.push(...matchOrder(order, isExpected));
  }
  return { differences: sortDifferences([...differences, ...payouts.differences()]), sums: payouts.sums(), entries };
}

export function unknownOrder({
  source,
  id,
  merchant,
  order,
  transaction,
  gross,
  currency,
  date,
}: SettlementEntry): SettlementDifference {
  return {
    kind: 'ORDER_UNKNOWN',
    source,
    merchantId: merchant,
    orderId: order,
    transactionId: transaction,
    reference: id,
    there: gross,
    currency,
    date,
  };
}
