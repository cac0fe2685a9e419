/**
 * The payer's instrument. Request, session and token may each supply a part of its fields; they take precedence in this
 * order.
 */

import { omit, pick, replace } from '../edit-schema.ts';
import { always, field, group } from '../field.ts';
import { digits, enumeration } from '../field-types.ts';
import { providerTypes } from '../providers/index.ts';
import { ach } from './ach.ts';
import { providerAccounts } from './browser-payment-fields.ts';
import { answeredCard, card } from './card.ts';
import { answeredDevice } from './device-payment.ts';
import { answeredGiftCard, giftCard } from './gift-card.ts';
import { token } from './token-id.ts';

const CARDS = ['CARD', 'GIFT_CARD'];
const STORABLE_TYPES = [...CARDS, 'ACH'];

function typeOf(...types: readonly string[]) {
  return field(enumeration(...types), 'The kind of instrument.');
}

/** The instrument's fields of all operations together. */
export const sourceOfFunds = group(
  {
    provided: group(
      { ach, card, giftCard },
      { doc: 'The instrument’s details; they take precedence over a session’s and a token’s.' },
    ),
    token: field(token, 'A stored instrument to take details from.', { holds: 'ID' }),
    type: typeOf(...STORABLE_TYPES, ...providerTypes),
  },
  { doc: 'The payer’s means of payment.' },
);

/** The token of a wallet pays once: it is neither stored nor authenticated, and refunds name the order. */
const OF_DEVICE = 'provided.card.devicePayment';

/** The instrument in the first transaction of an order. */
export const initialSource = replace(omit(sourceOfFunds, 'provided.ach'), 'type', typeOf(...CARDS));

/** The instrument in authentications, captures and refunds. */
export const payingSource = omit(initialSource, OF_DEVICE);

/** The instrument in the token operations. */
export const storedSource = replace(omit(sourceOfFunds, OF_DEVICE), 'type', typeOf(...STORABLE_TYPES));

/** The instrument in browser payments, which has only a type: the provider collects the other data. */
export const browserSource = replace(pick(sourceOfFunds, 'type'), 'type', typeOf(...providerTypes));

/** The instrument in a transaction's answer. */
export const answeredSource = group(
  {
    provided: group(
      { card: answeredCard, giftCard: answeredGiftCard, ...providerAccounts },
      { doc: 'The instrument as it may be shown.' },
    ),
    token: field(token, 'The token that was used.'),
    type: always(enumeration(...CARDS, ...providerTypes), 'The kind of instrument.'),
  },
  { doc: 'The means of payment that the payer used.' },
);

/** The instrument in a token's answer, in which the expiry is a single text. */
export const answeredStoredSource = group(
  {
    provided: group(
      {
        ach,
        card: replace(
          omit(answeredCard, ...Object.keys(answeredDevice)),
          'expiry',
          field(digits(4, 4), 'The last month in which the card is good, MMYY.'),
        ),
        giftCard: answeredGiftCard,
      },
      { doc: 'The instrument as it may be shown.' },
    ),
    type: always(enumeration(...STORABLE_TYPES), 'The kind of instrument.'),
  },
  { doc: 'The stored instrument.' },
);
