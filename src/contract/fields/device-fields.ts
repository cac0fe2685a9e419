/** Browser data that a merchant's page has read, for the ACS to evaluate. Malformed values are common and accepted. */
import { field, group } from '../field.ts';
import { cutText, enumeration, fieldType } from '../field-types.ts';

/** The maximum length of a header that browsers send. */
const HEADER_CHARACTERS_MAX = 2_048;
/** This gateway's own limit of a value. */
const VALUE_CHARACTERS_MAX = 64;
const ADDRESS_CHARACTERS_MAX = 45;

const browserValue = (what: string) => field(cutText(VALUE_CHARACTERS_MAX), what);

const sizes = enumeration('250_X_400', '390_X_400', '500_X_600', '600_X_400', 'FULL_SCREEN');

/** The challenge window's size. Unknown values become FULL_SCREEN, so that they do not stop a payment. */
const challengeWindowSizes = fieldType<string>({
  ...sizes,
  plain: (text: string) => (sizes.accepts(text) ? text : 'FULL_SCREEN'),
});

/** The payer's IP address. Servers behind proxies send a list, which begins with it. */
const address = fieldType<string>({
  ...cutText(ADDRESS_CHARACTERS_MAX),
  plain: (text: string) => text.split(',', 1)[0]!.trim().slice(0, ADDRESS_CHARACTERS_MAX),
});

export const device = group(
  {
    browser: field(cutText(HEADER_CHARACTERS_MAX), 'The browser’s User-Agent header; what is longer is cut.'),
    browserDetails: group(
      {
        '3DSecureChallengeWindowSize': field(
          challengeWindowSizes,
          'How much room your page has for the bank’s challenge; FULL_SCREEN if absent or another.',
        ),
        acceptHeaders: field(cutText(HEADER_CHARACTERS_MAX), 'The browser’s Accept header; what is longer is cut.'),
        colorDepth: browserValue('Bits of colour a pixel.'),
        javaEnabled: browserValue('Whether the browser runs Java.'),
        javaScriptEnabled: browserValue('Whether the browser runs scripts.'),
        language: browserValue('The browser’s language, BCP 47.'),
        screenHeight: browserValue('Height of the screen in pixels.'),
        screenWidth: browserValue('Width of the screen in pixels.'),
        timeZone: browserValue('Difference between UTC and the browser’s time, in minutes.'),
      },
      { doc: 'Values of the browser that a script reads.' },
    ),
    ipAddress: field(address, 'The payer’s network address; the first of a list.'),
  },
  { doc: 'The payer’s browser.' },
);
