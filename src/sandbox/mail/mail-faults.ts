/** Faults on demand: what the sandbox's mail server answers instead of taking a mail. */
import { z } from 'zod';

const MAIL_MODES = ['NONE', '450', '550', 'DROP', 'LOST_ACK', 'HANG'] as const;

export const mailFaultSchema = z.strictObject({
  /**
   * `450` and `550` refuse the recipient, for now or for good; `DROP` hangs up before it takes the mail, `LOST_ACK`
   * after, without a word; `HANG` says nothing.
   */
  mode: z.enum(MAIL_MODES),
  /** How many mails it affects; null is until changed. */
  count: z.int().min(1).nullable().default(null),
});

export type MailMode = (typeof MAIL_MODES)[number];

export type MailFault = z.infer<typeof mailFaultSchema>;
