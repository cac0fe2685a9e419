/** Faults of the sandbox's mail server, on demand. */
import { z } from 'zod';

const MAIL_MODES = ['NONE', '450', '550', 'DROP', 'LOST_ACK', 'HANG'] as const;

export const mailFaultSchema = z.strictObject({
  /**
   * `450` and `550` refuse the recipient, temporarily or permanently. `DROP` disconnects before the mail is taken,
   * `LOST_ACK` afterwards, both without a reply. `HANG` sends no reply.
   */
  mode: z.enum(MAIL_MODES),
  /** The number of affected mails. Null: until changed. */
  count: z.int().min(1).nullable().default(null),
});

export type MailMode = (typeof MAIL_MODES)[number];

export type MailFault = z.infer<typeof mailFaultSchema>;
