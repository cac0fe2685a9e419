/** Banks' answers, parsed strictly: an invalid message is not an answer. */
import { z } from 'zod';

const ID_CHARACTERS_MAX = 300;
/** The limit of a code in an answer to the merchant. */
const CODE_CHARACTERS_MAX = 40;

const TRANSACTION_STATUSES = [
  'ACCC',
  'ACCP',
  'ACFC',
  'ACSC',
  'ACSP',
  'ACTC',
  'ACWC',
  'ACWP',
  'CANC',
  'PART',
  'PATC',
  'PDNG',
  'RCVD',
  'RJCT',
] as const;
export type TransactionStatus = (typeof TRANSACTION_STATUSES)[number];

const transactionStatus = z.enum(TRANSACTION_STATUSES);
const id = z.string().min(1).max(ID_CHARACTERS_MAX);
/** An unreadable link counts as missing. */
const links = z
  .record(
    z.string(),
    z
      .object({ href: z.string().min(1) })
      .optional()
      .catch(undefined),
  )
  .optional()
  .catch(undefined)
  .transform((given) => given ?? {});
export type Links = z.infer<typeof links>;

export const initiationAnswer = z.object({ transactionStatus, paymentId: id, _links: links });

const scaStatus = z.enum([
  'exempted',
  'failed',
  'finalised',
  'psuAuthenticated',
  'psuIdentified',
  'received',
  'scaMethodSelected',
  'started',
  'unconfirmed',
]);
export type ScaStatus = z.infer<typeof scaStatus>;

export const authorisationAnswer = z.object({ scaStatus, authorisationId: id, _links: links });
export const statusAnswer = z.object({ transactionStatus });
export const authorisationList = z.object({ authorisationIds: z.array(id) });
export const scaAnswer = z.object({ scaStatus });

/** The fields of a payment that identify it. */
export const paymentAnswer = z.object({
  instructedAmount: z.object({ amount: z.string().max(20), currency: z.string().length(3) }),
  endToEndIdentification: z.string().optional().catch(undefined),
});

const code = z
  .string()
  .regex(/^[A-Z0-9_]+$/)
  .max(CODE_CHARACTERS_MAX);
const errorAnswer = z.union([
  z.object({ tppMessages: z.array(z.object({ code })).min(1) }).transform(({ tppMessages: [first] }) => first?.code),
  z.object({ code }).transform((problem) => problem.code),
]);

/** @returns the first code of an error in either of its two forms; undefined if there is no error code */
export function bankErrorCode(body: unknown): string | undefined {
  return errorAnswer.safeParse(body).data;
}
