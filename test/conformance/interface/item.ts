/** Line items: `order.item[n]`, but in a refund's answer `item[n]` at the top level. */
import {
  ANSWERED_ITEM_AMOUNT,
  ASKED_ITEM_AMOUNT,
  COUNT_MAX,
  decimal,
  digitsBetween,
  integer,
  oneOf,
  string,
} from './facts.ts';
import type { InterfaceField } from './field.ts';
import { PAYMENT } from './operations.ts';
import { fields, type RowFact, under } from './rows.ts';

/** The document does not say this. Clients that send fractions use this version or a later one. */
const FRACTIONS_SINCE = 34;

const count = integer(1n, COUNT_MAX);

/** Its row bounds the value. */
const ASKED_DISCOUNT = decimal({ characters: [1, 14], from: '-1000000000000', to: '1000000000000' });

const ASKED: Record<string, RowFact> = {
  name: [string(1, 127), { presence: 'REQUIRED' }],
  quantity: [digitsBetween(1n, COUNT_MAX), { presence: 'REQUIRED', fractionsSince: FRACTIONS_SINCE }],
  unitPrice: [ASKED_ITEM_AMOUNT, { presence: 'REQUIRED' }],
  unitTaxAmount: ASKED_ITEM_AMOUNT,
  unitDiscountAmount: [ASKED_DISCOUNT, { presence: 'CONDITIONAL' }],
};

const ANSWERED: Record<string, RowFact> = {
  name: [string(1, 127), { presence: 'ALWAYS PROVIDED' }],
  quantity: [count, { presence: 'ALWAYS PROVIDED', fractionsSince: FRACTIONS_SINCE }],
  unitPrice: [ANSWERED_ITEM_AMOUNT, { presence: 'ALWAYS PROVIDED' }],
  unitTaxAmount: ANSWERED_ITEM_AMOUNT,
  unitDiscountAmount: ANSWERED_ITEM_AMOUNT,
};

const ALIKE: Record<string, RowFact> = {
  description: string(1, 127),
  sku: string(1, 127),
  brand: [string(1, 127), { since: 34 }],
  category: [string(1, 127), { since: 34 }],
  unitOfMeasure: [string(1, 10), { presence: 'CONDITIONAL' }],
  'detail.unitTaxRate': [
    decimal({ characters: [1, 14], from: '0', to: '999999', places: 5 }),
    { presence: 'CONDITIONAL' },
  ],
  'detail.unitTaxType': [string(1, 10), { presence: 'CONDITIONAL' }],
  'detail.unspsc': [count, { presence: 'CONDITIONAL' }],
  'detail.upc': [count, { presence: 'CONDITIONAL' }],
  industryCategory: [
    oneOf('HEALTHCARE_DENTAL', 'HEALTHCARE_OTHER', 'HEALTHCARE_PRESCRIPTION', 'HEALTHCARE_VISION'),
    { presence: 'CONDITIONAL' },
  ],
};

export const ITEM: readonly InterfaceField[] = [
  ...fields(
    { side: 'request', operations: [...PAYMENT, 'INITIATE_BROWSER_PAYMENT'] },
    under('order.item[n]', { ...ASKED, ...ALIKE }),
  ),
  ...fields({ side: 'response' }, under('order.item[n]', { ...ANSWERED, ...ALIKE })),
];

/** The same in a refund's answer. Source: the document's prose. */
export const REFUNDED_ITEM: readonly InterfaceField[] = fields(
  { side: 'response', operations: ['REFUND'] },
  under('item[n]', { ...ANSWERED, ...ALIKE }),
);
