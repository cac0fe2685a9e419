/** The instrument of a payment as it is stored. */
import { deviceView } from '../cards/device-payment.ts';
import { describeInstrument } from '../cards/instrument.ts';
import { storedOnFile } from '../cards/stored-details.ts';
import type { Gateway } from '../gateway.ts';
import type { CardView, Instrument, SavedAs } from '../ports/index.ts';
import type { PaymentValues } from './payment-values.ts';
import type { TransactionCall } from './plan.ts';

/** How the card is stored after the payment; undefined unless the payer asked for it. */
export function savedAsOf(
  { savedCards }: Gateway,
  { merchant: { profile }, savesCard }: TransactionCall,
  instrument: Instrument | undefined,
): SavedAs | undefined {
  return savesCard && instrument?.kind === 'CARD' ? savedCards.plan(profile, instrument.number, savesCard) : undefined;
}

/** The stored view of the instrument. A card that the payer wants stored is TO_BE_STORED. */
export function storedInstrumentView(
  { cardFacts }: Gateway,
  { merchant: { profile } }: TransactionCall,
  instrument: Instrument | undefined,
  { values, emv, token }: PaymentValues,
  isSaved: boolean,
): CardView {
  const described = describeInstrument({ instrument, values, profile, cardFacts, emv, device: deviceView(token) });
  const said = described.type === 'CARD' ? storedOnFile(values) : undefined;
  const kept = isSaved ? (said ?? 'TO_BE_STORED') : said;
  return kept === undefined ? described : { ...described, storedOnFile: kept };
}
