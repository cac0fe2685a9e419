/** The `sourceOfFunds` group of answers: masked, and never a security code or PIN. */
import type { Answer } from '../../contract/write.ts';
import type { InstrumentView } from '../../gateway/records.ts';

/** A card's sequence number in answers. */
const SEQUENCE_NUMBER_DIGITS = 3;

/** @param unmasked the full number, for who may see it */
export function sourceOfFundsGroup(instrument: InstrumentView, unmasked?: string): Answer {
  const { type, token } = instrument;
  const number = unmasked ?? instrument.number;
  return {
    provided: type === 'CARD' ? { card: card(instrument, number) } : { giftCard: giftCard(instrument, number) },
    ...(token !== undefined && { token }),
    type,
  };
}

function card(instrument: InstrumentView, number: string | undefined): Answer {
  const { brand, scheme, fundingMethod, localBrand, expiry, nameOnCard, accountType, sequenceNumber } = instrument;
  return {
    ...(accountType !== undefined && { accountType }),
    brand,
    ...(instrument.emvRequest !== undefined && { emvRequest: instrument.emvRequest }),
    ...(expiry && { expiry: { month: expiry.month, year: expiry.year } }),
    fundingMethod,
    ...(localBrand !== undefined && { localBrand }),
    ...(nameOnCard !== undefined && { nameOnCard }),
    ...(number !== undefined && { number }),
    scheme,
    ...(instrument.securityCodeProvided && { securityCodePresence: '1' }),
    ...(sequenceNumber !== undefined && { sequenceNumber: sequenceNumber.padStart(SEQUENCE_NUMBER_DIGITS, '0') }),
    ...(instrument.trackDataProvided && { trackDataProvided: true }),
  };
}

function giftCard({ brand, scheme, localBrand }: InstrumentView, number: string | undefined): Answer {
  return { brand, ...(localBrand !== undefined && { localBrand }), ...(number !== undefined && { number }), scheme };
}
