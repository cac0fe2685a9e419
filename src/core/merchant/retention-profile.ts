/** The retention periods of payers' data. A worker removes older data. */
import { z } from 'zod';

const HOURS_MAX = 8_760;
const DAYS_MAX = 3_650;
/** The default for card data, eighteen months: chargebacks are possible for up to 540 days. */
const CARD_DAYS_DEFAULT = 548;
/** The minimum: a payment of a payer who began before the link's end may be open for weeks. */
const LINK_DAYS_MIN = 30;
/** The minimum age at which orders are archived. Most of their movements happen in the first weeks. */
const ARCHIVE_DAYS_MIN = 30;

export const retentionProfile = z
  .object({
    sessionHours: z
      .number()
      .int()
      .min(1)
      .max(HOURS_MAX)
      .default(24)
      .describe(
        'For how many hours a session is kept after its end, with what the payer typed in it. As long after the last ' +
          'movement of its order a browser payment loses the address of its page and the code that the payer was shown. ' +
          'An ended session can be gone on with for 24 hours at most.',
      ),
    notificationDays: z
      .number()
      .int()
      .min(1)
      .max(DAYS_MAX)
      .default(30)
      .describe(
        'For how many days the body of a notification is kept after its delivery or after it was given up, and what ' +
          'your server answered. The record that it was sent, with time and result, stays.',
      ),
    cardDays: z
      .number()
      .int()
      .min(1)
      .max(DAYS_MAX)
      .default(CARD_DAYS_DEFAULT)
      .describe(
        'For how many days the encrypted card number of an ended order is kept after its last movement. Afterwards a ' +
          'REFUND to that card is refused. An order that can be captured or voided, or has an open result, has not ended. ' +
          'The default is 18 months, as payers can have payments charged back for almost as long. Tokens live on.',
      ),
    linkDays: z
      .number()
      .int()
      .min(LINK_DAYS_MIN)
      .max(DAYS_MAX)
      .default(CARD_DAYS_DEFAULT)
      .describe(
        'For how many days a link that takes payments is kept after its end, with the list of the orders that it led ' +
          'to. It ends when you end it, at its expiry, or with the last of its payments. The orders stay. A link ' +
          'without an end is kept.',
      ),
    archiveDays: z
      .number()
      .int()
      .min(ARCHIVE_DAYS_MIN)
      .max(DAYS_MAX)
      .optional()
      .describe(
        'After how many days without a movement what the transactions of an ended order asked and got goes to the ' +
          'monthly archive. Retrieval, repeats and later movements go on as before. Without it nothing goes there. Back ' +
          'the pieces up, and set it only when all processes are of a version that knows it.',
      ),
  })
  .prefault({})
  .describe('For how long personal data and card numbers are kept.');

export type RetentionPeriods = z.infer<typeof retentionProfile>;
