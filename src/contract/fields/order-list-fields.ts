/**
 * The list of a merchant's orders: the query, and the answer. The interface has no such operation; it is an addition of
 * this gateway.
 */
import { dateTime } from '../calendar-types.ts';
import { decimalType } from '../decimal-type.ts';
import { always, alwaysGroup, field, group, list } from '../field.ts';
import { boolean, digits, digitsBetween, enumeration, integer, matching, string, upperAlpha } from '../field-types.ts';
import { email } from '../web-types.ts';
import { amountInAnswer, PLACES_MAX } from './amounts.ts';
import { merchant, version } from './caller-fields.ts';
import { correlationId } from './common.ts';
import { orderId, orderStatusField } from './order-fields.ts';

/** This gateway's own limits. */
export const ORDERS_LISTED_MAX = 100;
const CURSOR_CHARACTERS_MAX = 500;
const TEXT_CHARACTERS_MAX = 100;
const NAME_CHARACTERS_MAX = 256;
const AGE_SECONDS_MAX = 999_999_999n;

const amountSearched = () => decimalType({ places: PLACES_MAX });
const sorts = enumeration('FIRST_CHANGED', 'LAST_CHANGED', 'NEWEST', 'OLDEST');
const method = string(1, TEXT_CHARACTERS_MAX);
const brand = string(1, TEXT_CHARACTERS_MAX);
const reference = string(1, TEXT_CHARACTERS_MAX);
const lastFour = digits(4, 4);

/** The filters, which the export has too. All that are given hold for each order. */
const filters = {
  amountFrom: field(amountSearched(), 'Orders of this amount or more; it needs the currency.'),
  amountTo: field(amountSearched(), 'Orders of this amount or less; it needs the currency.'),
  brand: field(brand, 'The brand of the card, such as VISA.'),
  createdFrom: field(dateTime(), 'Orders made at this time or later.'),
  createdTo: field(dateTime(), 'Orders made before this time.'),
  currency: field(upperAlpha(3), 'The currency of the order, ISO 4217.'),
  customerName: field(string(1, NAME_CHARACTERS_MAX), 'The whole name on the card, in upper or lower case.'),
  email: field(email(), 'The customer’s address, in upper or lower case.'),
  lastFour: field(lastFour, 'The last four digits of a card that was tried for the order.'),
  method: field(method, 'The way to pay: CARD, GIFT_CARD, or the name of a provider.'),
  orderId: field(orderId, 'The beginning of the order’s id, or all of it.'),
  providerReference: field(reference, 'The number that a provider gave to a payment.'),
  reference: field(
    reference,
    'The order.reference, order.customerReference or transaction.reference, in upper or lower case.',
  ),
  sort: field(
    sorts,
    'NEWEST and OLDEST go by the time at which orders were made, the others by the time of the last change; without it NEWEST.',
  ),
  status: field(orderStatusField, 'How far the order has come.'),
  supportCode: field(string(8, 20), 'The code that the payer reads out, such as K3DQ-9XF2.'),
  updatedFrom: field(dateTime(), 'Orders changed last at this time or later.'),
  updatedTo: field(dateTime(), 'Orders changed last before this time.'),
};

export const ordersQuery = group(
  {
    ...filters,
    cursor: field(string(1, CURSOR_CHARACTERS_MAX), 'The nextCursor of the answer before, with the same sort.'),
    limit: field(digitsBetween(1n, BigInt(ORDERS_LISTED_MAX)), 'The most orders of one answer; without it 25.'),
  },
  { doc: 'The query of a list of orders.' },
);

/** The members that an order has in the list and in a file. */
const described = {
  acquirerCode: field(string(1, TEXT_CHARACTERS_MAX), 'The processor’s own code of the last decline.'),
  amount: amountInAnswer('The amount of the order.'),
  brand: field(brand, 'The brand of the card.'),
  creationTime: always(dateTime(), 'When the order’s first transaction came.'),
  currency: always(upperAlpha(3), 'The currency of the amounts.'),
  gatewayCode: field(
    string(1, TEXT_CHARACTERS_MAX),
    'The response.gatewayCode of the last decline, if nothing succeeded.',
  ),
  id: always(orderId, 'Your id of the order.'),
  lastFour: field(lastFour, 'The last four digits of the card.'),
  lastUpdatedTime: always(dateTime(), 'When the order last changed.'),
  method: field(method, 'The way to pay: CARD, GIFT_CARD, or the name of a provider.'),
  providerReference: field(reference, 'The number that the provider gave to the payment.'),
  reference: field(reference, 'Your order.reference.'),
  status: always(orderStatusField, 'How far the order has come.'),
  supportCode: always(string(8, 20), 'The code that the order’s payer has to read out.'),
};

const listed = group(
  {
    ...described,
    payerSteps: field(
      matching(/^[A-Z_]+(?: [A-Z_]+)*$/, 1, 1_000, 'names with spaces between them', 'String'),
      'The steps of the payer, such as REDIRECTED DECLINED PAID, of which the last is where the payer stopped.',
    ),
    totalAuthorizedAmount: amountInAnswer('How much is authorized.'),
    totalCapturedAmount: amountInAnswer('How much was captured; refunds do not lessen it.'),
    totalChargedBackAmount: amountInAnswer('How much was charged back.'),
    totalRefundedAmount: amountInAnswer('How much was refunded.'),
  },
  { doc: 'One order.' },
);

export const ordersAnswer = group(
  {
    correlationId,
    index: alwaysGroup(
      {
        age: always(
          integer(0n, AGE_SECONDS_MAX),
          'For how many seconds at most a change may be missing in this answer.',
        ),
        complete: always(boolean(), 'False until the index has all orders of before it was made.'),
      },
      { doc: 'The index of orders that answered, which follows each change a little later.' },
    ),
    merchant,
    nextCursor: field(
      string(1, CURSOR_CHARACTERS_MAX),
      'The cursor of the next answer; absent at the end of the list alone, not where an answer has few orders or none.',
    ),
    order: list(listed, ORDERS_LISTED_MAX, { doc: 'The orders, sorted.' }),
    result: always(enumeration('SUCCESS'), 'The request was carried out.'),
    version,
  },
  { doc: 'A part of the list of your orders.' },
);

export const exportQuery = group(
  {
    ...filters,
    format: field(enumeration('CSV', 'JSON'), 'The format of the file; without it JSON.'),
  },
  { doc: 'The query of an export of orders.' },
);

/** More orders than any merchant has. */
const ORDERS_EXPORTED_MAX = 1_000_000_000;
const signedAmount = decimalType({ characters: [1, 19], places: PLACES_MAX, negative: true });

const exported = group(
  {
    ...described,
    capturedAmount: amountInAnswer('How much was captured.'),
    chargedBackAmount: always(signedAmount, 'How much was charged back, below zero.'),
    netAmount: always(signedAmount, 'The sum of capturedAmount, refundedAmount and chargedBackAmount.'),
    refundedAmount: always(signedAmount, 'How much was refunded, below zero.'),
  },
  { doc: 'One order.' },
);

export const ordersFileAnswer = group(
  {
    merchant,
    order: list(exported, ORDERS_EXPORTED_MAX, { doc: 'The orders, sorted.' }),
    result: always(enumeration('SUCCESS'), 'The request was carried out.'),
    version,
  },
  { doc: 'The orders, in JSON; with format=CSV the answer is a file with a line for each order.' },
);
