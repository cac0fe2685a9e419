/** The rules of the cards that payers save for their later payments to the merchant. */
import { z } from 'zod';

const MONTHS_MAX = 60;
const MONTHS_DEFAULT = 12;

export const savedCardsProfile = z
  .object({
    months: z
      .number()
      .int()
      .min(1)
      .max(MONTHS_MAX)
      .default(MONTHS_DEFAULT)
      .describe(
        'For how many months after its last use a saved card is kept, at most until it expires. The payer reads it ' +
          'before saving. A change applies to cards that are saved or used afterwards.',
      ),
    securityCode: z
      .boolean()
      .default(true)
      .describe('The form asks for the security code of a saved card, also of one in `interaction.tokens`.'),
    authentication: z
      .boolean()
      .default(false)
      .describe(
        'The bank authenticates each payer who pays with a saved card, whatever `payerAuthentication.when` says; ' +
          'without a successful authentication the payment is declined.',
      ),
  })
  .nullable()
  .default(null)
  .describe(
    'Cards that payers save: see [the guide](../guide/saved-cards.md). With it, payers of checkouts with ' +
      '`customer.id` may save a card on the hosted page. Without it no card is offered, and the saved ones are removed ' +
      'within hours.',
  );

export type SavedCardsProfile = NonNullable<z.infer<typeof savedCardsProfile>>;
