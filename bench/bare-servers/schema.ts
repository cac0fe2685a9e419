/** A schema of the measured request's fields with the interface's limits, as fast as zod allows. */
import { z } from 'zod';

const text = (max: number) => z.string().min(1).max(max);
const decimal = z
  .string()
  .max(14)
  .regex(/^\d*\.?\d+$/);
const email = z
  .string()
  .min(4)
  .max(254)
  .regex(/^[^@\s]+@[^@\s]+$/);

const address = z.object({
  street: text(100).optional(),
  street2: text(100).optional(),
  city: text(100).optional(),
  stateProvince: text(20).optional(),
  postcodeZip: z
    .string()
    .max(10)
    .regex(/^[0-9A-Za-z -]+$/)
    .optional(),
  country: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
});

const item = z.object({
  name: text(127),
  description: text(127).optional(),
  sku: text(127).optional(),
  quantity: z.string().regex(/^\d{1,16}$/),
  unitPrice: decimal,
  unitTaxAmount: decimal.optional(),
});

export const authorization = z.object({
  apiOperation: z.literal('AUTHORIZE'),
  order: z.object({
    amount: decimal,
    currency: z.string().regex(/^[A-Z]{3}$/),
    reference: text(40).optional(),
    description: text(127).optional(),
    customerReference: text(25).optional(),
    customerOrderDate: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d$/)
      .optional(),
    itemAmount: decimal.optional(),
    shippingAndHandlingAmount: decimal.optional(),
    taxAmount: decimal.optional(),
    notificationUrl: z
      .string()
      .min(12)
      .max(2_048)
      .regex(/^https?:\/\//)
      .optional(),
    item: z.array(item).max(1_000).optional(),
  }),
  billing: z.object({ address }).optional(),
  shipping: z
    .object({
      address,
      contact: z.object({
        firstName: text(50).optional(),
        lastName: text(50).optional(),
        email: email.optional(),
        phone: text(20).optional(),
      }),
      method: z.enum(['ELECTRONIC', 'GROUND', 'OVERNIGHT', 'PRIORITY', 'SAME_DAY']).optional(),
    })
    .optional(),
  customer: z.object({ email: email.optional(), ipAddress: text(15).optional() }).optional(),
  sourceOfFunds: z.object({
    type: z.enum(['CARD', 'GIFT_CARD']),
    provided: z.object({
      card: z.object({
        number: z.string().regex(/^\d{9,19}$/),
        expiry: z.object({ month: z.string().regex(/^(0?[1-9]|1[0-2])$/), year: z.string().regex(/^\d\d$/) }),
        nameOnCard: text(256).optional(),
        securityCode: z
          .string()
          .regex(/^\d{3,4}$/)
          .optional(),
      }),
    }),
  }),
  transaction: z.object({ reference: text(40).optional(), source: text(20).optional() }).optional(),
});
