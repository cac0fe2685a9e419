/** The possible differences between a report and the orders, or within a report, with a remedy for each. */

export const REMEDIES = {
  ORDER_UNKNOWN: 'the report names an order that this store does not have: ask who sent it, or import it elsewhere',
  MISSING_HERE: 'the report has it and the order does not: ask the processor, by its reference',
  MISSING_THERE: 'the order has it and no report does: ask the processor why it was not paid out',
  STATE_DIFFERS: 'it was paid out, and did not succeed here or was voided: ask the processor which is right',
  AMOUNT_DIFFERS: 'ask the processor which amount is right',
  CURRENCY_DIFFERS: 'ask the processor in which currency it settled',
  TWICE: 'the report has one transaction twice: ask the processor which of them counts',
  NOT_BOOKED: 'a chargeback or fee that no transaction of the order can take: book it by hand',
  ENTRY_OPEN: 'gross less fee is not net: ask the processor what else it took',
  PAYOUT_OPEN: 'the entries of the payout do not add up to it: ask for those that are missing',
  PAYOUT_NOT_ON_STATEMENT: 'the bank statement of its days does not have it: ask the bank and the processor',
  PAYOUT_AMOUNT_DIFFERS: 'the bank has another amount: ask the processor what it sent',
  PAYOUT_TWICE: 'the bank has it more than once: ask the processor which counts',
  FILE_UNFINISHED: 'its import was interrupted: import the same file again',
} as const;

export type SettlementDifferenceKind = keyof typeof REMEDIES;

export interface SettlementDifference {
  readonly kind: SettlementDifferenceKind;
  readonly source: string;
  readonly merchantId?: string;
  readonly orderId?: string;
  readonly transactionId?: string;
  /** The report's own reference: an entry's or payout's id, or a file's name. */
  readonly reference?: string;
  /** The amount in the report, in minor units. `here` is the gateway's amount. */
  readonly there?: bigint;
  readonly here?: bigint;
  readonly currency?: string;
  readonly date?: string;
}

/** Sorts differences independently of the order of imports. */
export function sortDifferences(differences: readonly SettlementDifference[]): SettlementDifference[] {
  return differences
    .map((one) => ({ one, text: JSON.stringify([one.kind, one.source, ...names(one)]) }))
    .sort((a, b) => (a.text < b.text ? -1 : Number(a.text > b.text)))
    .map(({ one }) => one);
}

function names({
  merchantId,
  orderId,
  transactionId,
  reference,
  currency,
  there,
  here,
}: SettlementDifference): unknown[] {
  return [merchantId, orderId, transactionId, reference, currency, `${there}`, `${here}`];
}
