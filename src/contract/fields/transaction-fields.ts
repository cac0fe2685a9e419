/** One transaction on an order: its parameters in requests, its result in answers. */

import { withoutCardData } from '../card-data-types.ts';
import { alwaysProvided, omit, pick } from '../edit-schema.ts';
import { always, field, group } from '../field.ts';
import { alphanumeric, boolean, digits, enumeration, string, upperAlpha } from '../field-types.ts';
import { amount } from './amounts.ts';
import { payerAuthenticationStatuses } from './authentication-answer.ts';
import { authenticationStatuses } from './three-d-secure.ts';

export const transactionId = string(1, 40);

export const transactionSource = enumeration(
  'CALL_CENTRE',
  'CARD_PRESENT',
  'INTERNET',
  'MAIL_ORDER',
  'MERCHANT',
  'MOTO',
  'TELEPHONE_ORDER',
  'VOICE_RESPONSE',
);

const customData = field(
  withoutCardData(string(1, 2_048)),
  'Data that your acquirer asks for beyond this interface; no card data.',
);
const acquirerTransactionId = string(1, 100);

export const transaction = group(
  {
    acquirer: group(
      {
        customData,
        transactionId: field(
          withoutCardData(acquirerTransactionId),
          'The acquirer’s reference for the order, instead of a value made from the order’s id; no card data.',
        ),
      },
      { doc: 'Data that is passed on to the acquirer unchanged.' },
    ),
    amount: amount('The amount of this transaction, in the order’s currency.'),
    authorizationCode: field(
      alphanumeric(1, 6),
      'The issuer’s code of an authorization; requests bring one that was got outside the gateway.',
    ),
    cashAdvance: field(boolean(), 'Whether the payer is handed cash over a counter.'),
    currency: field(upperAlpha(3), 'Currency of the amount, ISO 4217.'),
    frequency: field(
      enumeration('INSTALLMENT', 'RECURRING', 'SINGLE'),
      'Whether the payment is a single one or one of a series.',
    ),
    merchantNote: field(string(1, 250), 'Your own note on the transaction.'),
    reference: field(string(1, 40), 'Your own reference of the transaction.'),
    source: field(
      transactionSource,
      'How the payer’s details reached you; MERCHANT where you begin the payment yourself, by an agreement with the payer.',
    ),
    targetTransactionId: field(transactionId, 'The transaction of this order that is to be undone.', { holds: 'ID' }),
    taxAmount: amount('Tax within the amount of this transaction, where it is not the order’s.'),
  },
  { doc: 'How this transaction is to be made.' },
);

/** The transaction in payments, which use the order's amount and currency. */
export const payingTransaction = omit(transaction, 'amount', 'authorizationCode', 'currency', 'targetTransactionId');

/**
 * The statuses of authentications made elsewhere, of those made by this gateway, and of a payment for which the issuer
 * requires an authentication.
 */
const answeredStatuses = [
  ...authenticationStatuses.values,
  ...payerAuthenticationStatuses.values,
  'AUTHENTICATION_NOT_IN_EFFECT',
  'AUTHENTICATION_REQUIRED',
] as const;

export const transactionType = enumeration(
  'AUTHENTICATION',
  'AUTHORIZATION',
  'AUTHORIZATION_UPDATE',
  'CAPTURE',
  'CHARGEBACK',
  'CHARGEBACK_REVERSAL',
  'FUNDING',
  'PAYMENT',
  'REFUND',
  'REFUND_REQUEST',
  'VERIFICATION',
  'VOID_AUTHORIZATION',
  'VOID_CAPTURE',
  'VOID_PAYMENT',
  'VOID_REFUND',
);

const acquirer = group(
  {
    customData,
    id: always(string(1, 40), 'The acquirer, or the protocol in which it is spoken to.'),
    transactionId: field(acquirerTransactionId, 'The acquirer’s reference for the transaction.'),
  },
  { doc: 'The acquirer’s side of the transaction.' },
);

const REQUEST_FIELDS = [
  'amount',
  'authorizationCode',
  'cashAdvance',
  'currency',
  'frequency',
  'merchantNote',
  'reference',
  'source',
  'targetTransactionId',
  'taxAmount',
] as const;

export const answeredTransaction = alwaysProvided(
  group(
    {
      ...pick(transaction, ...REQUEST_FIELDS).members,
      acquirer,
      authenticationStatus: always(
        enumeration(...[...new Set(answeredStatuses)].sort()),
        'Whether the payer was authenticated by 3-D Secure; REQUIRED where the issuer declined for want of it.',
      ),
      id: always(transactionId, 'Your id of the transaction, from its address.'),
      receipt: field(digits(12, 12), 'Retrieval reference number: year, day, hour and stan, as the acquirer got it.'),
      stan: field(digits(6, 6), 'System trace audit number of the message to the acquirer.'),
      terminal: field(alphanumeric(8, 8), 'The terminal in the message to the acquirer.'),
      type: always(
        transactionType,
        'The transaction’s type; AUTHENTICATION is a payer’s; CHARGEBACK, CHARGEBACK_REVERSAL and FUNDING, a fee, were reported.',
      ),
    },
    { doc: 'The transaction as it was made.' },
  ),
  'amount',
  'currency',
);
