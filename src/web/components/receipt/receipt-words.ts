/** The title and first sentence of a receipt, on the page and in the mail, by the state of the payment. */
import { fill, formatMoney } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { Amount, Receipt } from '../../views/index.ts';
import { moneyStand, readableMoney } from '../money/readable-money.ts';
import type { Sum } from '../money/sums.ts';
import { MONEY_SIGNS, type SignKind } from '../timeline/readable-outcome.ts';

export interface ReceiptWords {
  readonly sign: SignKind;
  readonly title: string;
  /** The title's parts, if it has several sums. */
  readonly sums?: readonly Sum[];
  /** Empty where the title is enough. */
  readonly lead: string;
  /** The sentence for a payer who opens the checkout again; absent if the order may have to be paid again. */
  readonly again?: string;
}

export function receiptWords(receipt: Receipt, text: Text): ReceiptWords {
  const { made, locale, shop, summary, operation } = receipt;
  if (made === undefined) {
    return doneWords(operation, summary.total, receipt, text);
  }
  const stand = moneyStand(made.money);
  if (stand === 'paid' || stand === 'reserved') {
    return doneWords(stand === 'paid' ? 'PURCHASE' : 'AUTHORIZE', made.money[stand], receipt, text);
  }
  const { title, sums, text: lead } = readableMoney(made.money, { locale, shop }, text);
  return { sign: MONEY_SIGNS[stand], title, lead, sums };
}

/** @param operation a fully captured authorization counts as a purchase */
function doneWords(
  operation: Receipt['operation'],
  sum: Amount | undefined,
  { locale, shop }: Receipt,
  { done }: Text,
): ReceiptWords {
  const amount = sum === undefined ? '' : formatMoney(locale, sum);
  return {
    sign: 'right',
    title: done.title[operation],
    lead: fill(done.lead[operation], { amount, shop: shop.name }),
    again: done.again[operation],
  };
}
