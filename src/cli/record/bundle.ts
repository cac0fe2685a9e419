/**
 * The form of a replay bundle. Each text in it is a word of a list, a number of a row, or has a pattern that no name,
 * address or key fits: a bundle cannot hold what it has no member for.
 */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CARD_BRAND_NAMES, CARD_SCHEMES, FUNDING_METHODS } from '../../contract/card-names.ts';
import { VERSION_MAX } from '../../contract/field.ts';
import { GATEWAY_CODES } from '../../contract/gateway-codes.ts';

export const BUNDLE_FORMAT = 'turnpike-replay-bundle';
/** Raised when the form changes. A bundle of another schema is refused. */
export const BUNDLE_SCHEMA = 1;

/** An order has at most some dozens of transactions; a provider's events and deliveries are counted in hundreds. */
const ROWS_MAX = 500;
/** More than a bundle of `ROWS_MAX` rows of each kind has. */
export const BUNDLE_BYTES_MAX = 2_000_000;

/** A word of the gateway or of a standard, such as `PARTIALLY_REFUNDED` or `05`. It holds no longer number. */
const WORD = /^(?!.*\d{4})[A-Z0-9_]{1,40}$/;
const DIGITS_MASKED = /^\d{0,6}x{3,19}\d{0,4}$/;
/** A provider's id among the gateway's own and its packages. */
const PROVIDER = /^[a-z][A-Za-z0-9]{0,30}$/;
const AMOUNT = /^\d{1,12}(?:\.\d{1,3})?$/;
const PROGRAM_VERSION = /^\d{1,3}\.\d{1,3}\.\d{1,3}(?:-[a-z]{1,8}\.?\d{0,3})?$/;

const word = z.string().regex(WORD);
const amount = z.string().regex(AMOUNT);
const currency = z.string().regex(/^[A-Z]{3}$/);
/** Milliseconds after the first event. */
const time = z.int().nonnegative();
/** The place of a row in its list, from 1. */
const row = z.int().min(1).max(ROWS_MAX);
const gatewayCode = z.enum(Object.keys(GATEWAY_CODES) as [keyof typeof GATEWAY_CODES]);
const rows = <Row extends z.ZodType>(one: Row) => z.array(one).max(ROWS_MAX);

const totals = { authorized: amount, captured: amount, refunded: amount };

const instrument = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.enum(['CARD', 'GIFT_CARD']),
    brand: z.enum(CARD_BRAND_NAMES),
    scheme: z.enum(CARD_SCHEMES),
    fundingMethod: z.enum(FUNDING_METHODS),
    /** As the console shows it. */
    number: z.string().regex(DIGITS_MASKED).optional(),
    isDevice: z.literal(true).optional(),
    isToken: z.literal(true).optional(),
  }),
  z.strictObject({ type: z.literal('BROWSER_PAYMENT'), provider: z.string().regex(PROVIDER) }),
]);

const transaction = z.strictObject({
  at: time,
  /** The time of the last change: the answer, or a later result. */
  changedAt: time,
  operation: word,
  type: word,
  /** The version of the interface. */
  version: z.int().min(1).max(VERSION_MAX),
  entryPoint: word,
  source: word.optional(),
  amount,
  currency,
  instrument,
  /** The checkout that made the transaction, numbered. */
  checkout: row.optional(),
  /** The place of the transaction that this one captures, refunds, updates or voids. */
  target: row.optional(),
  part: z.enum(['HOLD', 'REST']).optional(),
  /** The gateway decided it without the acquirer. */
  isNotSent: z.literal(true).optional(),
  isCancelled: z.literal(true).optional(),
  /** A person settled it. */
  isByHand: z.literal(true).optional(),
  risk: z.enum(['ACCEPTED', 'REJECTED', 'REVIEW_REQUIRED']).optional(),
  isNotified: z.literal(true).optional(),
  /** Absent: the transaction is in flight. */
  answer: z
    .strictObject({
      gatewayCode,
      result: z.enum(['SUCCESS', 'FAILURE', 'PENDING', 'UNKNOWN']),
      acquirerCode: word.optional(),
      codeCheck: word.optional(),
      addressCheck: word.optional(),
      merchantAdvice: word.optional(),
      needsAuthentication: z.literal(true).optional(),
      orderStatus: word,
      ...totals,
    })
    .optional(),
});

const authentication = z.strictObject({
  at: time,
  changedAt: time,
  version: z.int().min(1).max(VERSION_MAX),
  entryPoint: word,
  stage: word,
  status: word.optional(),
  transStatus: word.optional(),
  transStatusReason: word.optional(),
  challengeCancel: word.optional(),
  isChallenged: z.boolean().optional(),
  /** The place of the transaction that it was made for. */
  usedBy: row.optional(),
});

const providerEvent = z.strictObject({
  at: time,
  lastAt: time,
  times: z.int().min(1),
  /** The place of the transaction. */
  transaction: row,
  kind: word,
  actor: word,
  outcome: word.optional(),
});

const notification = z.strictObject({
  at: time,
  deliveredAt: time.optional(),
  sequence: z.int().min(1),
  /** The place of the transaction; absent for an event of a checkout. */
  transaction: row.optional(),
  event: word.optional(),
  state: word,
  /** From its body; absent if the body is deleted. */
  result: word.optional(),
  orderStatus: word.optional(),
  tries: rows(z.strictObject({ at: time, status: z.int().min(100).max(599).optional() })),
});

const contents = z.strictObject({
  format: z.literal(BUNDLE_FORMAT),
  schema: z.literal(BUNDLE_SCHEMA),
  /** The program that wrote the bundle, and the newest version of the interface in it. */
  gateway: z.strictObject({ version: z.string().regex(PROGRAM_VERSION), interface: z.int().min(1) }),
  recordedAt: time,
  order: z.strictObject({ status: word, amount, currency, ...totals, isReversalPending: z.literal(true).optional() }),
  transactions: rows(transaction),
  authentications: rows(authentication),
  providerEvents: rows(providerEvent),
  /** A late capture of a browser payment: its transaction, and the state. */
  latePayments: rows(z.strictObject({ transaction: row, state: word })),
  notifications: rows(notification),
});

export type BundleContents = z.infer<typeof contents>;
export type BundleTransaction = z.infer<typeof transaction>;
export type BundleAuthentication = z.infer<typeof authentication>;
export type BundleNotification = z.infer<typeof notification>;

export const bundleForm = contents.extend({ digest: z.string().regex(/^[0-9a-f]{64}$/) });

/** @returns SHA-256 in hexadecimal of the bundle's members, in their sequence, without `digest` */
export function digestOf({ digest: _, ...members }: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(JSON.stringify(members)).digest('hex');
}

/** @returns the text of the file @throws ZodError for contents that a reader would refuse */
export function bundleText(recorded: BundleContents): string {
  const members = contents.parse(recorded);
  return `${JSON.stringify({ ...members, digest: digestOf(members) }, null, 2)}\n`;
}

/** @returns undefined for a text that is no word, such as a sentence of an acquirer */
export function wordOf(text: string | null | undefined): string | undefined {
  return typeof text === 'string' && WORD.test(text) ? text : undefined;
}

/** @returns undefined for a number that was shown in another way */
export function maskedDigits(number: string | undefined): string | undefined {
  return number !== undefined && DIGITS_MASKED.test(number) ? number : undefined;
}
