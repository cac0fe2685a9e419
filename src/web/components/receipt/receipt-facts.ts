import { fill, formatMoney } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { Receipt } from '../../views/index.ts';
import { instrumentName } from '../instrument-name.ts';
import { moneyFacts } from '../money/sums.ts';
import { type LabeledValue, orderFacts } from '../order/summary.ts';

/** The payment's amounts by their state; empty without a charge. */
export function amountFacts({ made, locale }: Receipt, text: Text): LabeledValue[] {
  return made === undefined ? [] : moneyFacts(made.money, locale, text);
}

/** The receipt's facts besides the amounts and the time. */
export function receiptFacts(receipt: Receipt, text: Text): LabeledValue[] {
  const { receiptNumber, authorizationCode, statement } = receipt;
  return [
    ...(receipt.parts === undefined ? instrumentFacts(receipt, text) : partFacts(receipt, text.done)),
    ...orderFacts(receipt.summary, text),
    ...(receiptNumber === undefined ? [] : [{ label: text.done.receiptNumber, value: receiptNumber }]),
    ...(authorizationCode === undefined ? [] : [{ label: text.done.authorizationCode, value: authorizationCode }]),
    ...(statement === undefined ? [] : [{ label: text.done.statement, value: statement }]),
  ];
}

/** Each part of an order with its amount. */
function partFacts({ operation, parts = [], locale }: Receipt, text: Text['done']): LabeledValue[] {
  const label = text.instrument[operation];
  return parts.map(({ instrument, amount }) => {
    const name = instrumentName(instrument.brand, text);
    const digits = instrument.lastFour === '' ? '' : ` ${fill(text.lastFour, { digits: instrument.lastFour })}`;
    return { label, value: `${name}${digits}: ${formatMoney(locale, amount)}`, isWords: true };
  });
}

/** An ended session may have lost the card's digits and brand; the word "Card" alone is omitted. */
function instrumentFacts({ operation, instrument }: Receipt, { done }: Text): LabeledValue[] {
  const name = instrumentName(instrument.brand, done);
  const label = done.instrument[operation];
  if (instrument.lastFour !== '') {
    return [{ label, value: `${name} ${fill(done.lastFour, { digits: instrument.lastFour })}`, isWords: true }];
  }
  return name === done.card ? [] : [{ label, value: name }];
}
