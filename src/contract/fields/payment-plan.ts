/** The instalment plan under which the payer repays the issuer. */

import { decimalType } from '../decimal-type.ts';
import { always, field, group } from '../field.ts';
import { integer, string } from '../field-types.ts';

/** The interest in percent, at most 100. */
const interest = decimalType({ max: '100' });
const planAmount = decimalType({ min: '0.001', max: '2140000000', places: 3 });

export const paymentPlan = group(
  {
    finalAmount: field(planAmount, 'All payments together, with interest; only for one scheme’s instalments.'),
    interestRate: field(interest, 'Interest in percent.'),
    numberOfDeferrals: field(integer(0n, 99n), 'Months before the first payment.'),
    numberOfPayments: field(integer(1n, 99n), 'Into how many payments the amount is parted.'),
    paymentAmount: field(planAmount, 'One payment; only for one scheme’s instalments.'),
    planId: always(string(1, 40), 'The plan’s id.'),
  },
  { doc: 'The plan by which the payer pays.' },
);
