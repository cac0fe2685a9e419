/**
 * The interface's types of card and terminal data, and of free text that must not contain card data. The explanation of
 * a refused value does not quote the value.
 */
import { holdsCardData, NO_CARD_DATA } from './card-data.ts';
import { readEmv } from './card-present/emv.ts';
import { isTrack1, isTrack2 } from './card-present/track.ts';
import { type FieldType, string, textType } from './field-types.ts';

export const track1Type = (): FieldType<string> =>
  textType('Track 1 data', '2 to 79 characters of track 1 of ISO/IEC 7811-2', isTrack1, {
    keywords: { minLength: 2, maxLength: 79 },
  });

export const track2Type = (): FieldType<string> =>
  textType('Track 2 data', '2 to 40 characters of track 2 of ISO/IEC 7811-2', isTrack2, {
    keywords: { minLength: 2, maxLength: 40 },
  });

const emvText = string(1, 250);

export const emv = (): FieldType<string> =>
  textType(
    emvText.name,
    'permitted EMV tags, BER-TLV in hex, 1 to 250 characters',
    (text) => emvText.accepts(text) && emvProblem(text) === undefined,
    { keywords: emvText.keywords, explain: (text) => (emvText.accepts(text) ? emvProblem(text) : undefined) },
  );

function emvProblem(text: string): string | undefined {
  const reading = readEmv(text);
  return 'problem' in reading ? reading.problem : undefined;
}

/** A type that also refuses text with a card number or track data. For text that is stored or sent in clear. */
export const withoutCardData = ({ name, allowed, accepts, keywords }: FieldType<string>): FieldType<string> =>
  textType(name, `${allowed}, without card data`, (text) => accepts(text) && !holdsCardData(text), {
    keywords,
    explain: (text) => (accepts(text) ? NO_CARD_DATA : undefined),
  });
