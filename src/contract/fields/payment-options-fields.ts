/**
 * The answer of the payment options inquiry: the merchant's operations, cards, currencies and providers. Shops also use
 * this inquiry to test their credentials.
 */
import { CARD_BRAND_NAMES } from '../card-names.ts';
import { always, alwaysGroup, group, list } from '../field.ts';
import { enumeration, texts, upperAlpha } from '../field-types.ts';
import { providerTypes } from '../providers/index.ts';
import { merchant, version } from './caller-fields.ts';
import { correlationId } from './common.ts';
import { result } from './response-fields.ts';
import { transactionSource } from './transaction-fields.ts';

const currencies = always(texts(upperAlpha(3)), 'The currencies that can be paid in, ISO 4217.');

const transactionSources = list(
  group({ transactionSource: always(transactionSource, 'One way.') }, { doc: 'A way in which details may reach you.' }),
  transactionSource.values.length,
  { doc: 'The ways in which the payer’s details may reach you.' },
);

const paymentTypes = alwaysGroup(
  {
    browserPayment: list(
      group(
        { currencies, type: always(enumeration(...providerTypes), 'The provider, as sourceOfFunds.type names it.') },
        { doc: 'One provider.' },
      ),
      providerTypes.length,
      { doc: 'The browser-payment providers that your profile has.' },
    ),
    card: group(
      {
        cardTypes: always(texts(enumeration(...CARD_BRAND_NAMES)), 'The brands that are taken.'),
        currencies,
        transactionSources,
      },
      { doc: 'Payments by card.' },
    ),
    giftCard: group({ currencies, transactionSources }, { doc: 'Payments by gift card.' }),
  },
  { doc: 'The means of payment that payers can use.' },
);

export const paymentOptionsRequest = group({ correlationId }, { doc: 'The inquiry needs no fields.' });

/** An operation of checkouts only, in addition to the operations on an order. */
const OF_CHECKOUTS = 'PURCHASE';

/** @param operations the names of all operations on an order */
export function paymentOptionsAnswer(operations: readonly string[]) {
  return group(
    {
      correlationId,
      merchant,
      paymentTypes,
      result,
      supportedPaymentOperations: list(
        group(
          {
            supportedPaymentOperation: always(
              enumeration(...operations, OF_CHECKOUTS),
              'Its name, as apiOperation, or as interaction.operation of a checkout.',
            ),
          },
          { doc: 'One operation.' },
        ),
        operations.length + 1,
        { doc: 'The operations that your profile allows.' },
      ),
      transactionMode: always(
        enumeration('AUTHORIZE_CAPTURE', 'PURCHASE'),
        'Whether payments are reserved first and captured later, or made at once.',
      ),
      version,
    },
    { doc: 'The abilities of your profile.' },
  );
}
