/** The fields that hold a card's own data. What is secret is revealed here, into the message that is being written, and nowhere else. */
import { trackContent } from '../contract/card-present/track.ts';
import type { CardPresentData, Instrument } from '../gateway/ports.ts';
import type { IsoFields } from './iso8583/fields.ts';

/** Field 22: 01, the number was keyed in, and 2, there is no PIN pad. True of every card that arrives over the web. */
const KEYED_WITHOUT_PIN_PAD = '012';

/** Number and expiry, fields 2 and 14. */
export function instrumentFields(instrument: Instrument): IsoFields {
  return { 2: instrument.number.reveal(), 14: expiryField(instrument) };
}

function expiryField(instrument: Instrument): string | undefined {
  if (instrument.kind !== 'CARD' || instrument.expiry === undefined) {
    return undefined;
  }
  return instrument.expiry.year + instrument.expiry.month.padStart(2, '0');
}

/** What a terminal read, fields 22, 23, 35, 45 and 55; without a terminal, field 22 alone. */
export function cardPresentFields(data: CardPresentData = {}): IsoFields {
  return {
    22: data.entryMode ?? KEYED_WITHOUT_PIN_PAD,
    23: data.sequenceNumber?.padStart(3, '0'),
    35: track(data.track2?.reveal()),
    45: track(data.track1?.reveal()),
    55: data.icc?.reveal(),
  };
}

/** A track as the standard's fields have it. */
function track(text: string | undefined): string | undefined {
  return text === undefined ? undefined : trackContent(text);
}
