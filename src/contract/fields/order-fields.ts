/** The order: the amount due and its purpose. Answers add its status and totals. */
import { date, dateTime } from '../calendar-types.ts';
import { decimalType } from '../decimal-type.ts';
import { alwaysProvided } from '../edit-schema.ts';
import { always, field, freeNames, group, list } from '../field.ts';
import { alphanumeric, ascii, enumeration, string, upperAlpha } from '../field-types.ts';
import { url } from '../web-types.ts';
import { amount, amountInAnswer } from './amounts.ts';
import { payerAuthenticationStatuses } from './authentication-answer.ts';
import { AUTHENTICATION_SINCE } from './authentication-fields.ts';
import { item } from './item.ts';
import { statementDescriptor } from './statement-descriptor.ts';
import { subMerchant } from './sub-merchant-fields.ts';
import { wallet, walletProvider } from './wallet.ts';

/** This gateway's own limit: the number of items of minimal size that fit in a body of 64 KiB. */
const ITEMS_MAX = 1_000;
const TAXES_MAX = 100;
const CUSTOM_FIELDS_MAX = 50;

const TAX_SINCE = 34;
/** The first version with the longer registration id. */
const LONG_TAX_ID_SINCE = 34;
const PURCHASE_TYPE_SINCE = 100;

/** `order.custom.X`: names that the merchant chooses, not sent to acquirers. */
const custom = freeNames({
  name: /^[A-Za-z0-9]{1,99}$/,
  nameAllowed: 'a name under 100 characters from A-Z, a-z, 0-9',
  membersMax: CUSTOM_FIELDS_MAX,
  member: field(string(1, 250), 'The value to store under this name.'),
  doc: 'Fields of your own, kept with the order and sent to no acquirer.',
});

const tax = group(
  {
    amount: amount('How much of the order’s tax is of this kind.'),
    rate: field(decimalType({ characters: [1, 6] }), 'The rate of this tax, in percent.'),
    type: field(string(1, 50), 'Name of this tax.'),
  },
  { doc: 'One kind of tax.' },
);

const discount = group(
  {
    amount: amount('The discount.'),
    code: field(string(1, 40), 'The code that brought the discount.'),
    description: field(string(1, 127), 'Why the discount was given.'),
  },
  { doc: 'A discount that the order’s amount already includes.' },
);

export const items = list(item, ITEMS_MAX, { doc: 'The lines of the order.' });

/**
 * The fields of `order` in a payment. Operations require amount and currency but not the group, because a session may
 * supply them.
 */
export const order = group(
  {
    amount: amount('The whole of what is owed; sub-totals that are given must add up to it.'),
    currency: field(upperAlpha(3), 'Currency of all the order’s amounts, ISO 4217.'),
    custom,
    customerNote: field(string(1, 250), 'The payer’s note to the shop.'),
    customerOrderDate: field(date(), 'The day on which the payer ordered.'),
    customerReference: field(ascii(0, 25), 'The payer’s own reference, such as a purchase order’s number.'),
    description: field(string(1, 127), 'The description of the order that payment pages show to the payer.'),
    discount,
    item: items,
    itemAmount: amount('All lines together; with lines given it must be their quantities times unit prices.'),
    localTaxRegistrationId: field(
      string(1, 25),
      'Your registration with the tax office of a city, province or state.',
      { holds: 'ID' },
    ),
    notificationUrl: field(url(), 'Where the gateway sends the order’s notifications.'),
    owningEntity: field(string(1, 40), 'The part of your organisation to which the order belongs.'),
    productSKU: field(string(1, 15), 'Stock keeping unit of the one product that the order is for.', {
      holds: 'PHONE_OR_PRODUCT',
    }),
    purchaseType: field(enumeration('ACCOUNT_FUNDING'), 'Tells that the payment puts money into an account.', {
      since: PURCHASE_TYPE_SINCE,
    }),
    recurringPaymentAgreement: field(
      alphanumeric(1, 30),
      'Your id of the agreement with the payer behind a recurring payment.',
      { holds: 'ID' },
    ),
    reference: field(string(1, 40), 'Your number of the cart, order or invoice; not unique, unlike the id.', {
      answered: string(1, 200),
    }),
    requestorName: field(string(1, 100), 'The person who ordered, on the payer’s side.'),
    shippingAndHandlingAmount: amount('The cost of delivery.'),
    statementDescriptor,
    subMerchant,
    tax: list(tax, TAXES_MAX, { doc: 'The order’s tax by its kinds.', since: TAX_SINCE }),
    taxAmount: amount('All tax; with taxed lines given it must be their quantities times unit taxes.'),
    taxRegistrationId: field(string(1, 30), 'Your registration with the tax office of the country.', {
      earlier: { until: LONG_TAX_ID_SINCE, type: string(1, 20) },
      holds: 'ID',
    }),
    taxStatus: field(string(5, 20), 'Whether the order is taxed.'),
    wallet,
    walletIndicator: field(string(3, 3), 'The kind of wallet as the wallet reported it, three characters.'),
    walletProvider,
  },
  { doc: 'The order: its amount and what it is for.' },
);

export const orderId = string(1, 40);

/** The order in a checkout's request: its id is in the body and not in the path. */
export const checkoutOrder = group(
  { ...order.members, id: field(orderId, 'Your id of the order, unique for your profile.', { holds: 'ID' }) },
  { doc: order.doc },
);

/**
 * The statuses of an order. INITIATED: a browser payment was started and is not paid yet. The statuses of
 * authentication mean that no payment was attempted yet.
 */
export const orderStatusField = enumeration(
  'AUTHENTICATED',
  'AUTHENTICATION_INITIATED',
  'AUTHENTICATION_NOT_NEEDED',
  'AUTHENTICATION_UNSUCCESSFUL',
  'AUTHORIZED',
  'CANCELLED',
  'CAPTURED',
  'EXCESSIVELY_REFUNDED',
  'FAILED',
  'INITIATED',
  'PARTIALLY_CAPTURED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'REFUND_REQUESTED',
  'VERIFIED',
);

/** The order in answers: the fields of the newest request, and fields that the gateway adds. */
export const answeredOrder = alwaysProvided(
  group(
    {
      ...order.members,
      authenticationStatus: field(
        enumeration(...[...payerAuthenticationStatuses.values, 'AUTHENTICATION_REQUIRED' as const].sort()),
        'How the order’s newest authentication stands, or that which its payment was made with.',
        { since: AUTHENTICATION_SINCE },
      ),
      chargeback: group(
        {
          amount: amountInAnswer('How much the payer’s bank took back and has not returned.'),
          currency: always(upperAlpha(3), 'Currency of that amount, ISO 4217.'),
        },
        { doc: 'Chargebacks of the order; absent where there are none.' },
      ),
      creationTime: always(dateTime(), 'When the order’s first transaction came.'),
      id: always(orderId, 'Your id of the order.'),
      lastUpdatedTime: always(dateTime(), 'When the order changed last.'),
      status: always(orderStatusField, 'How far the order has come; it follows from its transactions.'),
      totalAuthorizedAmount: amountInAnswer('How much is authorized.'),
      totalCapturedAmount: amountInAnswer('How much was captured; refunds do not lessen it.'),
      totalRefundedAmount: amountInAnswer('How much was refunded.'),
    },
    { doc: 'The order’s current state.' },
  ),
  'amount',
  'currency',
);
