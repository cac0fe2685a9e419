/**
 * Links that take payments: requests and answers. The interface has no such operations; these are additions of this
 * gateway. A link is not a checkout in mode PAYMENT_LINK, which is one order for one payer.
 */
import { dateTime } from '../calendar-types.ts';
import { always, alwaysGroup, field, group, list, required } from '../field.ts';
import { boolean, digitsBetween, enumeration, integer, matching, string, upperAlpha } from '../field-types.ts';
import { url } from '../web-types.ts';
import { amount } from './amounts.ts';
import { merchant, version } from './caller-fields.ts';
import { correlationId } from './common.ts';
import { orderId, orderStatusField } from './order-fields.ts';

/** This gateway's own limits. */
const PAYMENTS_MAX = 1_000_000n;
const LINKS_MAX = 100;
const ORDERS_MAX = 100;
const NOTE_CHARACTERS_MAX = 500;
const LOCALE_CHARACTERS_MAX = 100;
/** Two more where the store's number is not 0. */
const ID_CHARACTERS = { least: 16, most: 18 } as const;

export const linkId = matching(
  /^[0-9A-Za-z]{16}(?:[0-9A-Za-z]{2})?$/,
  ID_CHARACTERS.least,
  ID_CHARACTERS.most,
  '16 or 18 letters and digits',
  'String',
);

/** The merchant's choices. */
const terms = {
  amount: amount('The amount of each payment; without it the payer types one.'),
  amountInPreview: field(
    boolean(),
    'Whether the preview that messengers show of the link names the amount; without it only the shop.',
  ),
  currency: required(upperAlpha(3), 'The currency of the amounts, ISO 4217.'),
  description: field(string(1, 127), 'Describes the payment; the page and each order show it.'),
  expiryDateTime: field(dateTime(), 'From then on nobody can begin a payment; without it the link has no end.'),
  locale: field(
    string(1, LOCALE_CHARACTERS_MAX),
    'The page’s language, such as en or pt_BR; the browser’s where it is absent or none that the page speaks.',
  ),
  maximumAmount: amount('The most that a payer may type; needed without amount.'),
  minimumAmount: amount('The least that a payer may type; without it the smallest amount of the currency.'),
  note: field(string(1, NOTE_CHARACTERS_MAX), 'More about it, which the link’s page shows.'),
  numberOfPayments: field(
    digitsBetween(1n, PAYMENTS_MAX),
    'How many payments the link takes, each an order of its own; without it any number.',
  ),
  operation: field(
    enumeration('AUTHORIZE', 'PURCHASE'),
    'Whether a payment reserves the amount or takes it; without it as checkoutOperation of your profile says.',
  ),
  reference: field(string(1, 40), 'The order.reference of each payment.'),
};

export const link = group(terms, { doc: 'The link.' });

export const linkRequest = group({ correlationId, link }, { doc: 'A link that takes payments.' });

const status = always(
  enumeration('ENDED', 'EXPIRED', 'OPEN', 'PAID'),
  'OPEN takes payments; PAID has taken all that it takes; EXPIRED is past its expiryDateTime; you ended ENDED.',
);

const facts = {
  ...terms,
  id: always(linkId, 'The link’s id.'),
  paymentsMade: always(integer(0n, PAYMENTS_MAX), 'How many of its orders are paid.'),
  qrCode: alwaysGroup(
    {
      png: always(url(), 'The link as a QR code, a picture of PNG.'),
      svg: always(url(), 'The link as a QR code, a picture of SVG.'),
    },
    { doc: 'Pictures of the link to print or to show.' },
  ),
  status,
  timeEnded: field(dateTime(), 'When you ended it.'),
  timeOfRecord: always(dateTime(), 'When it was made.'),
  url: always(url(), 'The link to give to payers; a visit alone changes nothing.'),
};

const paid = group(
  {
    id: always(orderId, 'The order’s id.'),
    status: always(orderStatusField, 'How far the order has come.'),
    timeOfRecord: always(dateTime(), 'When its payer began.'),
  },
  { doc: 'An order that a payer of the link began to pay.' },
);

const caller = {
  correlationId,
  merchant,
  result: always(enumeration('SUCCESS'), 'The request was carried out.'),
  version,
};

export const linkAnswer = group(
  { ...caller, link: alwaysGroup(facts, { doc: 'The link.' }) },
  { doc: 'The link as it is now.' },
);

export const linkWithOrdersAnswer = group(
  {
    ...caller,
    link: alwaysGroup(
      { ...facts, order: list(paid, ORDERS_MAX, { doc: 'Its newest orders, the newest first.' }) },
      { doc: 'The link, with its orders.' },
    ),
  },
  { doc: 'The link as it is now, with its newest orders.' },
);

export const linksAnswer = group(
  { ...caller, link: list(group(facts, { doc: 'One link.' }), LINKS_MAX, { doc: 'The newest first.' }) },
  { doc: 'Your newest links.' },
);
