/** A card as typed, read by a terminal, encrypted by one, or stored in a phone; and a card in answers. */

import { emv, track1Type, track2Type } from '../card-data-types.ts';
import { CARD_BRAND_NAMES, CARD_SCHEMES, FUNDING_METHODS, isLocalBrand, LOCAL_BRANDS } from '../card-names.ts';
import { pick } from '../edit-schema.ts';
import { always, field, group, required } from '../field.ts';
import {
  alphanumeric,
  boolean,
  digits,
  digitsBetween,
  enumeration,
  maskedDigits,
  string,
  textType,
} from '../field-types.ts';
import { AGREEMENT_SINCE } from './agreement-fields.ts';
import { answeredDevice, devicePayment } from './device-payment.ts';
import { MASKED_VALUE } from './masked-value.ts';
import { mobileWallet } from './mobile-wallet.ts';
import { p2pe } from './p2pe.ts';

/** The first version with card account types. */
const ACCOUNT_TYPE_SINCE = 28;

const cardNumberField = field(
  digits(9, 19),
  'The number on the card (EMV tag 5A); masked in answers, 6.4 unless set otherwise.',
  {
    secret: 'CARD',
    answered: maskedDigits(9, 19),
  },
);

/** The expiry. The year has two digits, and 2000 is added to it. */
const expiry = group(
  {
    month: required(digitsBetween(1n, 12n), 'Month of the expiry, without a leading zero in answers.'),
    year: required(digits(2, 2), 'Year of the expiry, its last two digits.'),
  },
  { doc: 'The last month in which the card is good.' },
);

export const card = group(
  {
    accountType: field(
      enumeration('CHECKING', 'SAVINGS'),
      'Which of its accounts a card is to use that has several; the acquirer decides where it is absent.',
      { since: ACCOUNT_TYPE_SINCE },
    ),
    devicePayment,
    emvRequest: field(
      emv(),
      'Chip and terminal data, as EMV tags; a tag fills a field that is not given, and answers omit card data.',
      { secret: 'SENSITIVE', answered: string(1, 250) },
    ),
    expiry,
    mobileWallet,
    nameOnCard: field(string(1, 256), 'The cardholder’s name as the card shows it.', { holds: 'NAME_ON_CARD' }),
    number: cardNumberField,
    p2pe,
    securityCode: field(digits(3, 4), 'The code printed on the card, used once and never kept.', {
      secret: 'SENSITIVE',
      answered: MASKED_VALUE,
    }),
    sequenceNumber: field(digitsBetween(0n, 999n), 'Tells cards of one number apart (EMV tag 5F34).'),
    // The interface's description does not state the version of this field. It is that of the agreements, which need
    // it.
    storedOnFile: field(
      enumeration('NOT_STORED', 'STORED', 'TO_BE_STORED'),
      'Whether you keep the details: STORED before this payment, TO_BE_STORED from it on; with `agreement.id`, ' +
        'TO_BE_STORED unless you begin the payment yourself.',
      { since: AGREEMENT_SINCE },
    ),
    track1: field(
      track1Type(),
      'Track 1 of the magnetic stripe, with or without sentinels and check character (EMV tag 56).',
      {
        secret: 'SENSITIVE',
        answered: MASKED_VALUE,
      },
    ),
    track2: field(
      track2Type(),
      'Track 2 of the magnetic stripe; number and expiry that are given beside it must be the same (EMV tag 57).',
      { secret: 'SENSITIVE', answered: MASKED_VALUE },
    ),
  },
  { doc: 'A credit, debit or charge card.' },
);

/** Names that begin with `GIROCARD_` are not enumerated, so this is a text type and not an enumeration. */
const localBrands = textType(
  'Enumeration',
  `one of ${LOCAL_BRANDS.join(', ')}, or GIROCARD_ and its kind`,
  isLocalBrand,
);

/** Properties of a card that follow from its number. */
export const cardFacts = {
  brand: always(
    enumeration(...CARD_BRAND_NAMES),
    'The brand under which the payment is made; LOCAL_BRAND_ONLY for a card without a global one.',
  ),
  localBrand: field(localBrands, 'The brand of one country or shop that the card carries.'),
  scheme: always(enumeration(...CARD_SCHEMES), 'The organisation that runs the brand; OTHER where it is not known.'),
};

export const answeredCard = group(
  {
    ...pick(card, 'accountType', 'emvRequest', 'expiry', 'nameOnCard', 'number', 'sequenceNumber', 'storedOnFile')
      .members,
    ...cardFacts,
    ...answeredDevice,
    fundingMethod: always(
      enumeration(...FUNDING_METHODS),
      'When the cardholder pays: at once, by the month, or on credit.',
    ),
    holder: group(
      {
        firstName: field(string(1, 50), 'The cardholder’s first name.'),
        lastName: field(string(1, 50), 'The cardholder’s last name.'),
      },
      { doc: 'The cardholder.' },
    ),
    securityCodePresence: field(alphanumeric(1, 2), 'Whether a security code was given, as sent to the acquirer.'),
    trackDataProvided: field(boolean(), 'Whether the details came from a magnetic stripe.'),
  },
  { doc: 'The card, without anything that must not be shown.' },
);
