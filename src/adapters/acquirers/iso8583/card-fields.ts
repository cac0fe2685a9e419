/** The fields with card data. Secrets are revealed only here, while the message is made. */
import { trackContent } from '../../../contract/card-present/track.ts';
import type { AgreementType, CardPresentData, Instrument, StoredDetails } from '../../../core/ports/index.ts';
import type { IsoFields } from './message/index.ts';

/** Field 22: 01 is manual entry and 2 is no PIN pad, as for every card entered on the web. */
const KEYED_WITHOUT_PIN_PAD = '012';
/** Field 22: 10 is a card that the merchant has on file, and 2 is no PIN pad. */
const ON_FILE_WITHOUT_PIN_PAD = '102';

/** Field 48, POS environment: instalment, recurring, or any other payment with a card on file. */
const POS_ENVIRONMENT: Readonly<Record<AgreementType, string>> = {
  INSTALLMENT: 'I',
  OTHER: 'C',
  RECURRING: 'R',
  UNSCHEDULED: 'C',
};

export function posEnvironment({ agreement = 'OTHER' }: StoredDetails): string {
  return POS_ENVIRONMENT[agreement];
}

/** Sets the number and the expiry, fields 2 and 14. */
export function putInstrument(fields: IsoFields, instrument: Instrument): void {
  fields[2] = instrument.number.reveal();
  fields[14] = expiryField(instrument);
}

function expiryField(instrument: Instrument): string | undefined {
  if (instrument.kind !== 'CARD' || instrument.expiry === undefined) {
    return undefined;
  }
  return instrument.expiry.year + instrument.expiry.month.padStart(2, '0');
}

/** Sets the terminal's data, fields 22, 23, 35, 45 and 55; without terminal data, only field 22. */
export function putCardPresent(
  fields: IsoFields,
  data: CardPresentData | undefined,
  stored?: Pick<StoredDetails, 'kept'>,
): void {
  fields[22] = data?.entryMode ?? (stored?.kept === 'BEFORE' ? ON_FILE_WITHOUT_PIN_PAD : KEYED_WITHOUT_PIN_PAD);
  if (data === undefined) {
    return;
  }
  fields[23] = data.sequenceNumber?.padStart(3, '0');
  fields[35] = track(data.track2?.reveal());
  fields[45] = track(data.track1?.reveal());
  fields[55] = data.icc?.reveal();
}

/** A track in the format of the standard's fields. */
function track(text: string | undefined): string | undefined {
  return text === undefined ? undefined : trackContent(text);
}
