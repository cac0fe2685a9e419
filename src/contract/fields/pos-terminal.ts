/** The terminal at which a card was present. */
import { field, group } from '../field.ts';
import { digits, enumeration, string } from '../field-types.ts';
import { address } from './address-fields.ts';

export const posTerminal = group(
  {
    address: address('Address of the terminal; EMV tag 9F1A fills a country that is not given.'),
    attended: field(
      enumeration('ATTENDED', 'UNATTENDED', 'UNKNOWN_OR_UNSPECIFIED'),
      'Whether somebody attends to the terminal (EMV tag 9F35).',
    ),
    authorizationMethod: field(
      enumeration('OFFLINE', 'ONLINE'),
      'Whether chip and terminal approved by themselves; ONLINE is our own name for the other case.',
    ),
    cardholderActivated: field(
      enumeration('NOT_CARDHOLDER_ACTIVATED', 'SELF_SERVICE_TERMINAL'),
      'Whether the cardholder serves themselves.',
    ),
    entryMode: field(
      digits(3, 3),
      'How the card’s number was read, two digits (01 typed, 05 chip, 07 contactless, 90 stripe), and whether a PIN could be, one digit.',
    ),
    inputCapability: field(
      enumeration(
        'CHIP',
        'CHIP_AND_KEY_ENTRY_AND_MAGNETIC_STRIPE',
        'CHIP_AND_MAGNETIC_STRIPE',
        'CONTACTLESS_CHIP',
        'CONTACTLESS_MAGNETIC_STRIPE',
        'KEY_ENTRY',
        'KEY_ENTRY_AND_MAGNETIC_STRIPE',
        'MAGNETIC_STRIPE',
      ),
      'How the terminal can read cards.',
    ),
    location: field(
      enumeration('OFF_CARD_ACCEPTOR_PREMISES', 'ON_CARD_ACCEPTOR_PREMISES'),
      'Whether the terminal is on your premises.',
    ),
    name: field(string(1, 8), 'Distinguishes one point of sale from your others.'),
    // If several reasons apply, the terminal sends the one with the highest priority.
    onlineReasonCode: field(
      enumeration(
        'CHIP_APPLICATION_DATA_FILE_ERROR',
        'CHIP_COMMON_DATA_FILE_ERROR',
        'FORCED_BY_CHIP',
        'FORCED_BY_ISSUER',
        'FORCED_BY_MERCHANT',
        'FORCED_BY_TERMINAL',
        'MERCHANT_SUSPICIOUS',
        'OVER_FLOOR_LIMIT',
        'RANDOM_SELECTION_BY_TERMINAL',
        'UNABLE_TO_PROCESS_CHIP',
      ),
      'Why a chip payment was not approved offline; of several reasons, the first in this list.',
    ),
  },
  { doc: 'The terminal at which the card was present.' },
);
