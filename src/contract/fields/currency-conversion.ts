/** The price before its conversion into the payer's currency. */

import { decimalType } from '../decimal-type.ts';
import { field, group } from '../field.ts';
import { upperAlpha } from '../field-types.ts';
import { PLACES_MAX } from './amounts.ts';

export const currencyConversion = group(
  {
    baseAmount: field(decimalType({ places: PLACES_MAX }), 'The amount before conversion.'),
    baseCurrency: field(upperAlpha(3), 'The currency before conversion, ISO 4217.'),
  },
  { doc: 'The price before it was converted.' },
);
