/**
 * The name and place on the statement of a card: ISO 8583 field 43 of each message about the payment, and the line "On
 * your statement" of the payer's pages and mails. Both are made from the transaction's stored details, so they agree.
 */
import { COUNTRIES } from '../../contract/countries.ts';
import { transliterate } from '../../contract/transliterate.ts';
import type { InstrumentView, Statement, TransactionDetails } from '../ports/index.ts';

/** Every card network prints so many characters of a name. */
const NAME_CHARACTERS_MAX = 22;
const PLACE_CHARACTERS_MAX = 13;

/** @returns undefined without a name, or if a letter of it has no transliteration to ASCII */
export function statementOf({ order }: TransactionDetails): Statement | undefined {
  const { name = '', phone, address } = order?.statementDescriptor ?? {};
  const printed = inAscii(name, NAME_CHARACTERS_MAX);
  return printed === undefined
    ? undefined
    : {
        name: printed,
        place: inAscii(address?.city ?? phone ?? '', PLACE_CHARACTERS_MAX),
        country: COUNTRIES[address?.country ?? '']?.[0],
      };
}

/** The details of a card payment, with a name where the request has none. @param name the profile's */
export function withStatementName(
  details: TransactionDetails,
  name: string | null,
  { type }: InstrumentView,
): TransactionDetails {
  const { order } = details;
  return name === null || type !== 'CARD' || order?.statementDescriptor?.name !== undefined
    ? details
    : { ...details, order: { ...order, statementDescriptor: { ...order?.statementDescriptor, name } } };
}

function inAscii(text: string, charactersMax: number): string | undefined {
  return transliterate(text)?.slice(0, charactersMax).trim() || undefined;
}
