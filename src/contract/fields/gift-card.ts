/** A gift card, in requests and in answers. */

import { pick } from '../edit-schema.ts';
import { field, group } from '../field.ts';
import { digits, maskedDigits, string } from '../field-types.ts';
import { cardFacts } from './card.ts';
import { MASKED_VALUE } from './masked-value.ts';

export const giftCard = group(
  {
    expectedLocalBrand: field(
      string(4, 50),
      'The card’s brand, where your payment service provider requires it because the number does not show it.',
    ),
    number: field(digits(9, 19), 'The number on the gift card; masked in answers.', {
      secret: 'CARD',
      answered: maskedDigits(9, 19),
    }),
    pin: field(digits(4, 8), 'The gift card’s PIN, used once and never kept.', {
      secret: 'SENSITIVE',
      answered: MASKED_VALUE,
    }),
  },
  { doc: 'A gift card.' },
);

export const answeredGiftCard = group(
  { ...pick(giftCard, 'expectedLocalBrand', 'number').members, ...cardFacts },
  { doc: 'The gift card, without anything that must not be shown.' },
);
