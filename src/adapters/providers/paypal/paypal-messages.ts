/**
 * The fields of PayPal's answers that the gateway reads, parsed strictly. Other fields are ignored, and an invalid
 * answer counts as no answer.
 */
import { z } from 'zod';

/** Ids that PayPal creates have 17 characters; other ids may be longer. */
const id = z.string().regex(/^[A-Z0-9]{1,36}$/);
const TEXT_CHARACTERS_MAX = 4_000;
const text = z.string().max(TEXT_CHARACTERS_MAX);
const money = z.object({ currency_code: text, value: text });
/** A field that the payment does not need. An invalid value counts as absent. */
const loose = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

const status_details = loose(z.object({ reason: loose(text) }));
const links = z
  .array(z.object({ href: text, rel: text }))
  .optional()
  .catch(undefined);

export const AUTHORIZATION_STATUSES = [
  'CAPTURED',
  'CREATED',
  'DENIED',
  'PARTIALLY_CAPTURED',
  'PENDING',
  'VOIDED',
] as const;
export const CAPTURE_STATUSES = [
  'COMPLETED',
  'DECLINED',
  'FAILED',
  'PARTIALLY_REFUNDED',
  'PENDING',
  'REFUNDED',
] as const;
export const REFUND_STATUSES = ['CANCELLED', 'COMPLETED', 'FAILED', 'PENDING'] as const;

export const authorization = z.object({ id, status: z.enum(AUTHORIZATION_STATUSES), status_details, amount: money });
export const capture = z.object({ id, status: z.enum(CAPTURE_STATUSES), status_details, amount: money });
export const refund = z.object({ id, status: z.enum(REFUND_STATUSES), status_details, amount: money });

const address = z.object({
  address_line_1: loose(text),
  address_line_2: loose(text),
  admin_area_1: loose(text),
  admin_area_2: loose(text),
  postal_code: loose(text),
  country_code: loose(text),
});
export type PayPalAddress = z.infer<typeof address>;

const personName = loose(z.object({ given_name: loose(text), surname: loose(text) }));

const purchaseUnit = z.object({
  custom_id: text,
  invoice_id: text,
  amount: money,
  shipping: loose(z.object({ address: loose(address) })),
  payments: z
    .object({ authorizations: z.array(authorization).optional(), captures: z.array(capture).optional() })
    .optional(),
});
export type PurchaseUnit = z.infer<typeof purchaseUnit>;

export const orderSchema = z.object({
  id,
  intent: z.enum(['AUTHORIZE', 'CAPTURE']),
  status: z.enum(['APPROVED', 'COMPLETED', 'CREATED', 'PAYER_ACTION_REQUIRED', 'SAVED', 'VOIDED']),
  // The gateway's orders have exactly one unit, so an order with another number of units was not created by the
  // gateway.
  purchase_units: z.tuple([purchaseUnit]),
  payment_source: loose(
    z.object({ paypal: loose(z.object({ email_address: loose(text), account_id: loose(text), name: personName })) }),
  ),
  payer: loose(z.object({ email_address: loose(text), payer_id: loose(text), name: personName })),
});
export type PayPalOrder = z.infer<typeof orderSchema>;

/** The fields that are needed of a new order. The first status query returns the others. */
export const createdOrder = z.object({ id, links });
export type CreatedOrder = z.infer<typeof createdOrder>;

export const verification = z.object({ verification_status: z.enum(['FAILURE', 'SUCCESS']) });

/** A part of the address at PayPal, so that it has no other characters than PayPal describes. */
export const disputeId = z.string().regex(/^[A-Za-z0-9-]{1,255}$/);

const code = loose(z.string().regex(/^[A-Za-z0-9_.]{1,100}$/));
const time = loose(z.iso.datetime({ offset: true }));

export const disputeSchema = z.object({
  dispute_id: disputeId,
  create_time: time,
  update_time: time,
  disputed_transactions: z.array(z.object({ custom: loose(text) })),
  reason: code,
  status: z.string().regex(/^[0-9A-Z_]{1,100}$/),
  dispute_amount: loose(money),
  dispute_life_cycle_stage: code,
  dispute_outcome: loose(z.object({ outcome_code: code })),
  seller_response_due_date: time,
});

/** An error of PayPal's API. An answer without a name is not from PayPal. */
export const problem = z.object({
  name: z.string().min(1).max(TEXT_CHARACTERS_MAX),
  message: loose(text),
  details: loose(z.array(z.object({ issue: loose(text), description: loose(text) }))),
});
