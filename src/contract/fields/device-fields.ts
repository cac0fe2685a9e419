/** The payer's browser, as a merchant's page has read it. Its ACS judges by it; nonsense is common, and taken. */
import { field, group } from '../field.ts';
import { enumeration, looseText, string } from '../field-types.ts';

/** Of a header that browsers send. */
const HEADER_CHARACTERS_MAX = 2_048;
/** Ours: what is longer is no such value. */
const VALUE_CHARACTERS_MAX = 64;
const ADDRESS_CHARACTERS_MAX = 45;

const told = (what: string) => field(looseText(VALUE_CHARACTERS_MAX), what);

const challengeWindowSizes = enumeration('250_X_400', '390_X_400', '500_X_600', '600_X_400', 'FULL_SCREEN');

export const device = group(
  {
    browser: field(string(1, HEADER_CHARACTERS_MAX), 'The browser’s User-Agent header.'),
    browserDetails: group(
      {
        '3DSecureChallengeWindowSize': field(
          challengeWindowSizes,
          'How much room your page has for the bank’s challenge; FULL_SCREEN if absent.',
        ),
        acceptHeaders: field(looseText(HEADER_CHARACTERS_MAX), 'The browser’s Accept header.'),
        colorDepth: told('Bits of colour a pixel.'),
        javaEnabled: told('Whether the browser runs Java.'),
        javaScriptEnabled: told('Whether the browser runs scripts.'),
        language: told('The browser’s language, BCP 47.'),
        screenHeight: told('Height of the screen in pixels.'),
        screenWidth: told('Width of the screen in pixels.'),
        timeZone: told('Difference between UTC and the browser’s time, in minutes.'),
      },
      { doc: 'What a script reads of the browser.' },
    ),
    ipAddress: field(string(1, ADDRESS_CHARACTERS_MAX), 'The payer’s network address.'),
  },
  { doc: 'The payer’s browser.' },
);
