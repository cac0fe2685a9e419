import { fill, formatMoney } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { DonePage } from '../../views/index.ts';
import { instrumentName } from '../brand-names.ts';
import { type Fact, orderFacts } from '../order/summary.ts';

/** The receipt's facts besides the amounts and the time. */
export function receiptFacts(page: DonePage, text: Text): Fact[] {
  return [
    ...(page.parts === undefined ? instrumentFacts(page, text.done) : partFacts(page, text.done)),
    ...orderFacts(page.summary, text),
    ...(page.receiptNumber === undefined ? [] : [{ label: text.done.receiptNumber, value: page.receiptNumber }]),
  ];
}

/** Each part of an order with its amount. */
function partFacts({ operation, parts = [], locale }: DonePage, text: Text['done']): Fact[] {
  const label = text.instrument[operation];
  return parts.map(({ instrument, amount }) => {
    const name = instrumentName(instrument.brand, text);
    const digits = instrument.lastFour === '' ? '' : ` ${fill(text.lastFour, { digits: instrument.lastFour })}`;
    return { label, value: `${name}${digits}: ${formatMoney(locale, amount)}` };
  });
}

/** An ended session may no longer have the card's digits, nor even its brand; "Card" alone would say nothing. */
function instrumentFacts({ operation, instrument }: DonePage, text: Text['done']): Fact[] {
  const name = instrumentName(instrument.brand, text);
  const label = text.instrument[operation];
  if (instrument.lastFour !== '') {
    return [{ label, value: `${name} ${fill(text.lastFour, { digits: instrument.lastFour })}` }];
  }
  return name === text.card ? [] : [{ label, value: name }];
}
