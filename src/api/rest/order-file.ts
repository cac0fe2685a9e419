/** An order as it is in an exported file: its amounts add up, since refunds and chargebacks are below zero. */
import type { AnswerOf } from '../../contract/answer-types.ts';
import { CSV_LINE_END, csvText } from '../../contract/csv-text.ts';
import type { ordersFileAnswer } from '../../contract/fields/order-list-fields.ts';
import { answerText } from '../../contract/write.ts';
import type { IndexedOrder, Sealer } from '../../core/ports/index.ts';
import { describedOrder } from './answers/described-order.ts';
import { money } from './answers/order-answer.ts';

type FileAnswer = AnswerOf<typeof ordersFileAnswer>;
export type FileOrder = NonNullable<FileAnswer['order']>[number];

export function fileOrder(order: IndexedOrder, sealer: Pick<Sealer, 'hash'>): FileOrder {
  const { currency, totalCaptured, totalRefunded, totalChargedBack } = order;
  return {
    ...describedOrder(order, sealer),
    capturedAmount: money(totalCaptured, currency),
    chargedBackAmount: money(-totalChargedBack, currency),
    netAmount: money(totalCaptured - totalRefunded - totalChargedBack, currency),
    refundedAmount: money(-totalRefunded, currency),
  };
}

type Column = keyof FileOrder & string;

const TEXTS: readonly Column[] = ['id', 'creationTime', 'lastUpdatedTime', 'status', 'currency'];
const AMOUNTS: readonly Column[] = ['amount', 'capturedAmount', 'refundedAmount', 'chargedBackAmount', 'netAmount'];
const MORE_TEXTS: readonly Column[] = [
  ...(['method', 'brand', 'lastFour', 'reference', 'providerReference'] as const),
  ...(['gatewayCode', 'acquirerCode', 'supportCode'] as const),
];
const COLUMNS: readonly Column[] = [...TEXTS, ...AMOUNTS, ...MORE_TEXTS];
const NUMBERS: ReadonlySet<Column> = new Set(AMOUNTS);

export const CSV_HEAD = COLUMNS.join(',') + CSV_LINE_END;

/** @returns one line of CSV (RFC 4180) */
export function csvLine(order: FileOrder): string {
  const cells = COLUMNS.map((column) => {
    const value = order[column];
    if (value === undefined) {
      return '';
    }
    return NUMBERS.has(column) ? numberText(value) : csvText(String(value));
  });
  return cells.join(',') + CSV_LINE_END;
}

/** An amount with all its digits, as an answer has them. */
function numberText(value: unknown): string {
  return answerText({ value }).slice('{"value":'.length, -1);
}
