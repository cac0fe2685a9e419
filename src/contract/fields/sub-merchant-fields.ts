/** The seller behind an aggregator or payment facilitator. It is allowed only on an order's first transaction. */
import { field, group } from '../field.ts';
import { digits, string } from '../field-types.ts';
import { email } from '../web-types.ts';
import { address } from './address-fields.ts';

export const subMerchant = group(
  {
    address: address('Where the seller does business.'),
    bankIndustryCode: field(digits(4, 4), 'Code of the seller’s line of business, as acquirers keep it.'),
    email: field(email(), 'Where to write to the seller.'),
    identifier: field(string(1, 100), 'Your id of the seller.', { holds: 'ID' }),
    phone: field(string(1, 20), 'Where to call the seller.', { holds: 'PHONE_OR_PRODUCT' }),
    registeredName: field(string(1, 100), 'The seller’s name in the register of companies.'),
    tradingName: field(
      string(1, 100),
      'The seller’s name as payers know it; card networks bound it to 21 characters, or 27, or 36 with your own name before it.',
    ),
  },
  { doc: 'The seller for whom an aggregator takes the payment; allowed on the first transaction of an order alone.' },
);
