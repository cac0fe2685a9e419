/** The agreement with the payer, on which payments with stored details rely. */
import { date } from '../calendar-types.ts';
import { withoutCardData } from '../card-data-types.ts';
import { field, group } from '../field.ts';
import { digitsBetween, enumeration, string } from '../field-types.ts';
import { amount } from './amounts.ts';

export const AGREEMENT_SINCE = 100;

export const agreement = group(
  {
    amountVariability: field(
      enumeration('FIXED', 'VARIABLE'),
      'Whether each payment is of the same amount; needed for recurring payments.',
    ),
    customData: field(
      withoutCardData(string(1, 2_048)),
      'Data that your acquirer asks for beyond this interface; no card data.',
    ),
    expiryDate: field(date(), 'The agreement’s last day.'),
    id: field(
      string(1, 100),
      'Your id of the agreement; needed unless details are kept only for payments that the payer starts.',
      { holds: 'ID' },
    ),
    maximumAmountPerPayment: amount('The most that one payment may be, in the order’s currency.'),
    minimumAmountPerPayment: amount('The least that one payment may be, in the order’s currency.'),
    // These two fields are additions to the interface: EMV 3-D Secure requires them for recurring payments and
    // instalments.
    minimumDaysBetweenPayments: field(
      digitsBetween(1n, 9_999n),
      'The least days from one payment to the next; the bank is told of a recurring agreement with it alone.',
    ),
    numberOfPayments: field(
      digitsBetween(2n, 999n),
      'How many instalments there are; the bank is told of instalments with it alone.',
    ),
    // The interface does not enumerate the values; these four are the kinds of payment that it names.
    type: field(
      enumeration('INSTALLMENT', 'OTHER', 'RECURRING', 'UNSCHEDULED'),
      'Kind of the agreement, sent when it is made; the values are our own decision.',
    ),
  },
  { doc: 'The agreement behind a payment with stored details.', since: AGREEMENT_SINCE },
);
