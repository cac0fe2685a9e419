/**
 * The payer's instrument. Request, session and token may each give a part; the first of them that gives a field wins.
 */

import { omit, pick, replace } from '../edit-schema.ts';
import { always, type Field, field, type Group, group } from '../field.ts';
import { digits, enumeration } from '../field-types.ts';
import { providerTypes } from '../providers/index.ts';
import { ach } from './ach.ts';
import { providerAccounts } from './browser-payment-fields.ts';
import { answeredCard, card } from './card.ts';
import { answeredGiftCard, giftCard } from './gift-card.ts';
import { token } from './token-id.ts';

const CARDS = ['CARD', 'GIFT_CARD'];
const STORED = [...CARDS, 'ACH'];

function typeOf(...types: readonly string[]): Field<string> {
  return field(enumeration(...types), 'The kind of instrument.');
}

/** The fields of all operations. */
export const sourceOfFunds = group(
  {
    provided: group(
      { ach, card, giftCard },
      { doc: 'The instrument’s details; they take precedence over a session’s and a token’s.' },
    ),
    token: field(token, 'A stored instrument to take details from.', { holds: 'ID' }),
    type: typeOf(...STORED, ...providerTypes),
  },
  { doc: 'What the payer pays with.' },
);

/** Of payments and refunds. */
export const payingSource: Group = replace(omit(sourceOfFunds, 'provided.ach'), 'type', typeOf(...CARDS));

/** Of the token operations. */
export const storedSource: Group = replace(sourceOfFunds, 'type', typeOf(...STORED));

/** Of browser payments: the provider collects the rest. */
export const browserSource: Group = replace(pick(sourceOfFunds, 'type'), 'type', typeOf(...providerTypes));

/** As a transaction's answer shows it. */
export const answeredSource = group(
  {
    provided: group(
      { card: answeredCard, giftCard: answeredGiftCard, ...providerAccounts },
      { doc: 'The instrument as it may be shown.' },
    ),
    token: field(token, 'The token that was used.'),
    type: always(enumeration(...CARDS, ...providerTypes), 'The kind of instrument.'),
  },
  { doc: 'What the payer paid with.' },
);

/** As a token's answer shows it: the expiry is one text there. */
export const answeredStoredSource = group(
  {
    provided: group(
      {
        ach,
        card: replace(answeredCard, 'expiry', field(digits(4, 4), 'The last month in which the card is good, MMYY.')),
        giftCard: answeredGiftCard,
      },
      { doc: 'The instrument as it may be shown.' },
    ),
    type: always(enumeration(...STORED), 'The kind of instrument.'),
  },
  { doc: 'The stored instrument.' },
);
