import type { DonePage } from '../../checkout/page.ts';
import { fill } from '../../text/format.ts';
import type { Text } from '../../text/types.ts';
import { instrumentName } from '../brand-names.ts';
import { type Fact, orderFacts } from '../order/summary.ts';

/** What a receipt states besides the amounts and the time. */
export function receiptFacts(page: DonePage, text: Text): Fact[] {
  const name = instrumentName(page.instrument.brand, text.done);
  return [
    { label: text.done.paidWith, value: `${name} ${fill(text.done.lastFour, { digits: page.instrument.lastFour })}` },
    ...orderFacts(page.summary, text),
    ...(page.receiptNumber === undefined ? [] : [{ label: text.done.receiptNumber, value: page.receiptNumber }]),
  ];
}
