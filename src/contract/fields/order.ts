import { field, freeNames, type Group, group, list, required } from '../field.ts';
import { alphanumeric, ascii, date, decimal, enumeration, quantity, string, upperAlpha, url } from '../types.ts';
import { address } from './address.ts';

const COUNT_MAX = 9_999_999_999_999_999n;
/** Our own bound: what a body of 64 KiB can hold of the smallest items. */
const ITEMS_MAX = 1_000;
const TAXES_MAX = 100;

const signed = decimal({ negative: true });

/** One line of the order: quantity times unitPrice is its total. */
export const item: Group = group({
  brand: field(string(1, 127), { since: 34 }),
  category: field(string(1, 127), { since: 34 }),
  description: field(string(1, 127)),
  detail: group({
    unitTaxRate: field(decimal({ max: '999999', places: 5 })),
    unitTaxType: field(string(1, 10)),
    unspsc: field(quantity(1n, COUNT_MAX)),
    upc: field(quantity(1n, COUNT_MAX)),
  }),
  industryCategory: field(
    enumeration('HEALTHCARE_DENTAL', 'HEALTHCARE_OTHER', 'HEALTHCARE_PRESCRIPTION', 'HEALTHCARE_VISION'),
  ),
  name: required(string(1, 127)),
  quantity: required(quantity(1n, COUNT_MAX)),
  sku: field(string(1, 127)),
  unitDiscountAmount: field(signed),
  unitOfMeasure: field(string(1, 10)),
  unitPrice: required(signed),
  unitTaxAmount: field(signed),
});

/** `order.custom.X`: the merchant's own names, not sent to acquirers. */
const custom = freeNames({
  name: /^[A-Za-z0-9]{1,99}$/,
  nameAllowed: 'a name under 100 characters from A-Z, a-z, 0-9',
  membersMax: 50,
  member: field(string(1, 250)),
});

/** The fields of `order` in a payment. Amount and currency are required of the operation, not of the group: a session may hold them. */
export const order: Group = group({
  amount: field(decimal()),
  currency: field(upperAlpha(3)),
  custom,
  customerNote: field(string(1, 250)),
  customerOrderDate: field(date()),
  customerReference: field(ascii(0, 25)),
  description: field(string(1, 127)),
  discount: group({
    amount: field(decimal()),
    code: field(string(1, 40)),
    description: field(string(1, 127)),
  }),
  item: list(item, ITEMS_MAX),
  itemAmount: field(decimal()),
  localTaxRegistrationId: field(string(1, 25)),
  notificationUrl: field(url()),
  owningEntity: field(string(1, 40)),
  productSKU: field(string(1, 15)),
  recurringPaymentAgreement: field(alphanumeric(1, 30)),
  reference: field(string(1, 40)),
  requestorName: field(string(1, 100)),
  shippingAndHandlingAmount: field(decimal()),
  statementDescriptor: group({
    address,
    name: field(string(1, 100)),
    phone: field(string(1, 20)),
  }),
  tax: list(
    group({
      amount: field(decimal()),
      rate: field(decimal({ characters: [1, 6] })),
      type: field(string(1, 50)),
    }),
    TAXES_MAX,
    { since: 34 },
  ),
  taxAmount: field(decimal()),
  taxRegistrationId: field(string(1, 30)),
  taxStatus: field(string(5, 20)),
  walletIndicator: field(string(3, 3)),
});

/** The order as a checkout names it: its id comes in the body, not in the address. */
export const checkoutOrder: Group = group({ ...order.members, id: field(string(1, 40)) });
