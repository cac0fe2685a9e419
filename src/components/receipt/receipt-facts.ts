import { fill, formatMoney } from '../../text/format.ts';
import type { Text } from '../../text/translation.ts';
import type { Receipt } from '../../views/index.ts';
import { instrumentName } from '../brand-names.ts';
import { type Fact, orderFacts } from '../order/summary.ts';

/** What was paid: none where nothing is charged. */
export function amountFacts({ operation, summary, locale }: Receipt, { done }: Text): Fact[] {
  return summary.total === undefined || operation === 'VERIFY' || operation === 'NONE'
    ? []
    : [{ label: done.amount[operation], value: formatMoney(locale, summary.total) }];
}

/** The receipt's facts besides the amounts and the time. */
export function receiptFacts(receipt: Receipt, text: Text): Fact[] {
  const { receiptNumber, authorizationCode } = receipt;
  return [
    ...instrumentFacts(receipt, text),
    ...orderFacts(receipt.summary, text),
    ...(receiptNumber === undefined ? [] : [{ label: text.done.receiptNumber, value: receiptNumber }]),
    ...(authorizationCode === undefined ? [] : [{ label: text.done.authorizationCode, value: authorizationCode }]),
  ];
}

/** An ended session may no longer have the card's digits, nor even its brand; "Card" alone would say nothing. */
function instrumentFacts({ operation, instrument }: Receipt, { done }: Text): Fact[] {
  const name = instrumentName(instrument.brand, done);
  const label = done.instrument[operation];
  if (instrument.lastFour !== '') {
    return [{ label, value: `${name} ${fill(done.lastFour, { digits: instrument.lastFour })}` }];
  }
  return name === done.card ? [] : [{ label, value: name }];
}
