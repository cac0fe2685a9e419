/** A line of the order. Its total is quantity times unitPrice. */

import { decimalType } from '../decimal-type.ts';
import { field, group, required } from '../field.ts';
import { enumeration, quantity, string } from '../field-types.ts';
import { COUNT_MAX, count, unitAmount } from './amounts.ts';

const NAMED_SINCE = 34;
/**
 * The first version with fractional quantities, such as 1.5 metres or 0.25 kilograms. The interface does not state it.
 * Items changed in this version, and older clients do not send fractions.
 */
const FRACTION_SINCE = 34;
/**
 * The maximum number of digits after the point of a quantity. Six digits are milligrams, if the unit is the kilogram.
 */
const FRACTION_PLACES = 6;

/** Sixteen digits before the point, the point, and six places. */
const fractionalQuantity = decimalType({
  characters: [1, COUNT_MAX.toString().length + 1 + FRACTION_PLACES],
  min: '0.000001',
  max: COUNT_MAX.toString(),
  places: FRACTION_PLACES,
});

const unitTaxRate = decimalType({ max: '999999', places: 5 });

/** A unit amount that is mandatory in every line. */
const price = unitAmount('Price of one unit, without tax.');

export const item = group(
  {
    brand: field(string(1, 127), 'The maker’s or seller’s brand.', { since: NAMED_SINCE }),
    category: field(string(1, 127), 'The shop’s own category.', { since: NAMED_SINCE }),
    description: field(string(1, 127), 'A longer description of the item than its name.'),
    detail: group(
      {
        unitTaxRate: field(unitTaxRate, 'Tax on one unit, in percent.'),
        unitTaxType: field(string(1, 10), 'Kind of that tax.'),
        unspsc: field(count, 'Code of the item in the products and services code of the United Nations.'),
        upc: field(count, 'Universal product code of the item.'),
      },
      { doc: 'Further data of an item that acquirers accept.' },
    ),
    industryCategory: field(
      enumeration('HEALTHCARE_DENTAL', 'HEALTHCARE_OTHER', 'HEALTHCARE_PRESCRIPTION', 'HEALTHCARE_VISION'),
      'Sends the line to the acquirer as industry data; lines of one category are summed, price and tax times quantity.',
    ),
    name: required(string(1, 127), 'The name that the payer reads on the line.'),
    quantity: required(fractionalQuantity, 'How many units, or how much of one; a number in answers.', {
      earlier: { until: FRACTION_SINCE, type: quantity(1n, COUNT_MAX) },
    }),
    sku: field(string(1, 127), 'The shop’s stock keeping unit.', { holds: 'PHONE_OR_PRODUCT' }),
    unitDiscountAmount: unitAmount('Discount on one unit.'),
    unitOfMeasure: field(string(1, 10), 'The unit of measure: a piece, a kilogram, an hour.'),
    unitPrice: { ...price, required: true, always: true },
    unitTaxAmount: unitAmount('Tax on one unit; times quantity it is the tax of the line.'),
  },
  { doc: 'One line of the order.' },
);
