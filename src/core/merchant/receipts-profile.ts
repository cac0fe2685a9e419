import { z } from 'zod';
import { email } from '../../contract/web-types.ts';

const address = z.string().refine((text) => email().accepts(text), 'an e-mail address, without a name');

export const receiptsProfile = z
  .object({
    mail: z
      .boolean()
      .default(false)
      .describe(
        'A payer who has paid on the hosted page is mailed the receipt, where the checkout has `customer.email`, and is ' +
          'mailed again after a refund or void, and when a reservation has ended. It needs `SMTP_URL`.',
      ),
    from: address
      .nullable()
      .default(null)
      .describe(
        'The address that receipts come from, under the name that the payer saw. Its domain must allow your mail ' +
          'server. Without it they come from `MAIL_FROM`.',
      ),
    replyTo: address
      .nullable()
      .default(null)
      .describe('Where a payer’s reply goes. Without it, to `interaction.merchant.email` of the checkout.'),
  })
  .prefault({})
  .describe('Receipts by mail.');
