/**
 * A merchant profile, as `turnpike merchant put` takes it. Every member but `id` and `name` has a default.
 */
import { z } from 'zod';
import type { FieldType } from '../contract/field-types.ts';
import { addressResult, securityCodeResultField } from '../contract/fields/verification-fields.ts';

const httpsUrl = z
  .string()
  .max(2_048)
  .regex(/^https:\/\/\S+$/, 'an https URL');
/** As an operator gives it, for it travels in a header; or sealed, as it rests. */
const notificationSecret = z
  .string()
  .regex(
    /^(?!sealed:)[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$|^sealed:[A-Za-z0-9+/]+=*$/,
    '1 to 200 printable ASCII characters, none at the ends a space',
  );
const color = z.string().regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, 'a colour, #rgb or #rrggbb');

export const merchantProfile = z.object({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, '1 to 40 characters from A-Z, a-z, 0-9, - and _'),
  name: z.string().min(1).max(100),
  tokenGeneration: z.enum(['RANDOM', 'PRESERVE_6_4', 'MERCHANT_SUPPLIED']).default('RANDOM'),
  tokenManagement: z.enum(['UNIQUE_TOKEN', 'UNIQUE_CARD']).default('UNIQUE_TOKEN'),
  verificationStrategy: z.enum(['BASIC', 'ACQUIRER', 'NONE']).default('BASIC'),
  cardMasking: z.enum(['6.4', '0.4', '0.0']).default('6.4'),
  permissions: z
    .object({
      unmask: z.boolean().default(false),
      standaloneCapture: z.boolean().default(false),
      standaloneRefund: z.boolean().default(false),
      excessRefund: z.boolean().default(false),
      refundApproval: z.boolean().default(false),
    })
    .prefault({}),
  excessCapturePercent: z.number().min(0).max(100).default(0),
  authorizationValidityDays: z.number().int().min(1).max(90).default(7),
  voidWindowHours: z.number().int().min(0).max(720).default(24),
  certificates: z.array(z.string().regex(/^[0-9a-fA-F]{64}$/, 'a SHA-256 fingerprint, 64 hex digits')).default([]),
  notification: z.object({ url: httpsUrl, secret: notificationSecret.optional() }).nullable().default(null),
  returnHosts: z.array(z.string().min(1).max(253)).default([]),
  browserPayments: z.array(z.string().min(1).max(40)).default(['demoWallet', 'demoBank']),
  /** What happens to money that a provider takes after its payment has ended without it. */
  lateBrowserPayments: z.enum(['REFUND', 'REPORT']).default('REFUND'),
  unknownFields: z.enum(['IGNORE', 'REJECT']).default('IGNORE'),
  risk: z.object({ rules: z.array(z.unknown()).default([]) }).prefault({}),
  rejectOn: z.object({ avs: z.array(z.string()).default([]), csc: z.array(z.string()).default([]) }).prefault({}),
  p2pe: z
    // As an operator gives it, or sealed, as it rests.
    .object({ bdk: z.string().regex(/^(?:[0-9a-fA-F]{32}|sealed:[A-Za-z0-9+/]+=*)$/, '32 hex digits') })
    .nullable()
    .default(null),
  branding: z
    .object({
      color: color.default('#0f6b4f'),
      logo: httpsUrl.nullable().default(null),
      supportUrl: httpsUrl.nullable().default(null),
    })
    .prefault({}),
});

export type MerchantProfile = z.infer<typeof merchantProfile>;

/**
 * A profile as an operator gives it: a name that the profile does not have is a slip, and refused. Names that begin with an
 * underscore are notes. A value that nothing runs or shows would promise what does not happen, so it is refused as
 * well. A profile
 * that was stored before may still hold one, and is read all the same: its merchant goes on paying.
 */
export const givenProfile = z
  .unknown()
  .superRefine((given, context) => nameUnknown(merchantProfile, given, [], context))
  .pipe(merchantProfile.superRefine(refuseWithoutEffect));

function refuseWithoutEffect(profile: MerchantProfile, context: z.RefinementCtx): void {
  const { risk, branding, rejectOn } = profile;
  const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (risk.rules.length > 0) {
    refuse(['risk', 'rules'], 'no rules are run yet; leave the list empty (rejectOn declines by address and code)');
  }
  if (branding.logo !== null) {
    refuse(['branding', 'logo'], 'no page shows a logo yet; leave it null');
  }
  for (const [name, { accepts, allowed }] of Object.entries(REJECTABLE)) {
    const results = rejectOn[name as keyof typeof REJECTABLE];
    results.forEach((result, index) => {
      if (!accepts(result)) {
        refuse(['rejectOn', name, index], `no issuer says so; it takes ${allowed}`);
      }
    });
  }
}

/** What an issuer may say, by the member of `rejectOn` that is held against it. */
const REJECTABLE = { avs: addressResult, csc: securityCodeResultField } as const satisfies Record<
  keyof MerchantProfile['rejectOn'],
  FieldType
>;

function nameUnknown(schema: z.ZodType, given: unknown, path: readonly string[], context: z.RefinementCtx): void {
  const shape = shapeOf(schema);
  if (shape === undefined || typeof given !== 'object' || given === null) return;
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith('_')) continue;
    const member = shape[name];
    if (member === undefined)
      context.addIssue({ code: 'custom', path: [...path, name], message: 'there is no such member' });
    else nameUnknown(member, value, [...path, name], context);
  }
}

/** The members of an object, whatever default or null stands around it. */
function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodNullable)
    return shapeOf(schema.unwrap() as z.ZodType);
  return undefined;
}

export interface Merchant {
  readonly key: number;
  readonly id: string;
  readonly profile: MerchantProfile;
}

/** Where merchants rest. */
export interface Merchants {
  find(id: string): Promise<(Merchant & { readonly passwordHash: string | null }) | undefined>;
}
