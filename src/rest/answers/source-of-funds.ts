/** The `sourceOfFunds` group of answers: masked, and never a security code or PIN. */
import type { Answer } from '../../contract/write.ts';
import type { InstrumentView } from '../../gateway/records.ts';

export function sourceOfFundsGroup(instrument: InstrumentView): Answer {
  const { type, brand, scheme, fundingMethod, number, expiry, nameOnCard, token } = instrument;
  const shown = {
    brand,
    ...(expiry && { expiry: { month: expiry.month, year: expiry.year } }),
    fundingMethod,
    ...(nameOnCard !== undefined && { nameOnCard }),
    number,
    scheme,
  };
  return {
    provided: type === 'CARD' ? { card: shown } : { giftCard: { brand, number, scheme } },
    ...(token !== undefined && { token }),
    type,
  };
}
