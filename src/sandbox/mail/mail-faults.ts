/** Faults of the sandbox's mail server, on demand. */
import { z } from 'zod';
import { faultCount } from '../kit/http/control-request.ts';

const MAIL_MODES = ['NONE', '450', '550', 'DROP', 'LOST_ACK', 'HANG'] as const;

export const mailFaultSchema = z.strictObject({
  /**
   * `450` and `550` refuse the recipient, temporarily or permanently. `DROP` disconnects before the mail is taken,
   * `LOST_ACK` afterwards, both without a reply. `HANG` sends no reply.
   */
  mode: z.enum(MAIL_MODES),
  count: faultCount,
});

export type MailMode = (typeof MAIL_MODES)[number];

export type MailFault = z.infer<typeof mailFaultSchema>;
