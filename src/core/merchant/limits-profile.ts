/** `limits` of the merchant profile, which restrict card testing. */
import { z } from 'zod';

const DECLINES_MAX = 100_000;

const declines = (byDefault: number) => z.number().int().min(1).max(DECLINES_MAX).nullable().default(byDefault);

export const limitsProfile = z
  .object({
    declinesPerSession: z
      .number()
      .int()
      .min(1)
      .max(25)
      .default(3)
      .describe(
        'After so many declines a payment page ends. A checkout may ask for fewer by `interaction.retryAttemptCount` ' +
          'or `paymentLink.numberOfAllowedAttempts`, and never gets more.',
      ),
    declinesPerCard: declines(10).describe(
      'So many times in 24 hours a card may be declined; further payments with it are answered ' +
        '`EXCEEDED_RETRY_LIMIT`, and nothing is sent. `null`: no limit.',
    ),
    retriesAfterNever: z
      .boolean()
      .default(false)
      .describe(
        'Whether a card is tried again whose issuer has said in the last 24 hours that it will never approve it, such ' +
          'as one that was stolen.',
      ),
    declinesPerBin: declines(30).describe(
      'So many times in 5 minutes cards with the same first six digits may be declined, where more than ' +
        '`declineSharePercent` of all tries with such cards were; further ones are answered `EXCEEDED_RETRY_LIMIT`, and ' +
        'nothing is sent. Payments that the payer takes no part in do not count. `null`: no limit.',
    ),
    declineSharePercent: z
      .number()
      .int()
      .min(1)
      .max(100)
      .default(60)
      .describe('The share of declines that is suspicious, in percent.'),
    challenges: z
      .boolean()
      .default(true)
      .describe(
        'Whether payers on payment pages who look like bots wait a moment, in which the browser does a computation, or ' +
          'some seconds more with each try. None is refused. They do so by the three limits below, and with cards of a ' +
          'range that is half way to its limit.',
      ),
    declinesPerAddress: declines(10).describe(
      'So many times in an hour payments from one network (an IPv4 address, or a /64 of IPv6) may be declined on ' +
        'payment pages, where more than `declineSharePercent` of its tries were; its further payments wait. `null`: no ' +
        'limit.',
    ),
    declinesPerDevice: declines(5).describe(
      'The same of one browser, by the page’s cookie where it has one. `null`: no limit.',
    ),
    declinesPerMerchant: declines(50).describe(
      'The same of all payments on the merchant’s payment pages, in 5 minutes. `null`: no limit.',
    ),
  })
  .prefault({})
  .describe('Limits on the testing of cards.');

export type LimitsProfile = z.infer<typeof limitsProfile>;
