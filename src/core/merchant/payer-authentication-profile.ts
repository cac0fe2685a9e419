/** The merchant's settings for EMV 3-D Secure, and its identity at the directory servers. */
import { z } from 'zod';
import { COUNTRIES } from '../../contract/countries.ts';
import { currencyOf, minorUnits } from '../../contract/money.ts';
import { profileUrl } from './profile-urls.ts';

/** Limits of fields in 3DS messages. */
const ID_CHARACTERS_MAX = 35;
const NAME_CHARACTERS_MAX = 40;
const EXEMPTIONS_MAX = 40;
/** The maximum time limit of a decoupled authentication: seven days, the maximum in a 3DS message. */
export const DECOUPLED_MINUTES_MAX = 7 * 24 * 60;

const id = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'printable characters without spaces')
  .max(ID_CHARACTERS_MAX);

/** The exemptions that the hosted page may request; those of API requests have other names. */
const PAGE_EXEMPTIONS = ['LOW_RISK', 'LOW_VALUE', 'RECURRING', 'TRUSTED'] as const;

const exemption = z.object({
  kind: z
    .enum(PAGE_EXEMPTIONS)
    .describe(
      '`LOW_VALUE`, a small amount; `LOW_RISK`, you have evaluated the risk; `TRUSTED`, the payer may have named you to ' +
        'the bank as trusted; `RECURRING`, a later payment of an agreement.',
    ),
  upTo: z
    .string()
    .optional()
    .describe('The highest amount that it is asked for, such as `30.00`. Without it, any amount.'),
  currency: z.string().optional().describe('The currency of `upTo`, ISO 4217. In others it is not asked for.'),
});

export type PageExemption = z.infer<typeof exemption>;

export const payerAuthenticationProfile = z
  .object({
    when: z
      .enum(['NEVER', 'WHEN_ISSUER_ASKS', 'ALWAYS'])
      .default('WHEN_ISSUER_ASKS')
      .describe(
        'On the hosted page: no payer is authenticated; the bank decides whether it challenges its customer; a ' +
          'challenge is asked for at every payment.',
      ),
    requestorId: id.describe('Your id at the directory servers (3DS Requestor ID).'),
    requestorName: z
      .string()
      .min(1)
      .max(NAME_CHARACTERS_MAX)
      .describe('Your name as the directory servers know it (3DS Requestor Name).'),
    requestorUrl: profileUrl.describe('Your site, an https URL, or in sandbox mode `http://localhost`.'),
    acquirerBin: z
      .string()
      .regex(/^[0-9]{1,11}$/, '1 to 11 digits')
      .describe('The identification number of your acquirer, as enrolled with the directory servers.'),
    acquirerMerchantId: id.describe('Your merchant id at the acquirer, as enrolled with the directory servers.'),
    categoryCode: z
      .string()
      .regex(/^[0-9]{4}$/, 'four digits')
      .describe('Your merchant category code, four digits.'),
    country: z
      .string()
      .refine((code) => Object.hasOwn(COUNTRIES, code), 'a country of ISO 3166-1, three letters')
      .describe('The country that you sell from, ISO 3166-1 alpha-3, such as `DEU`.'),
    exemptions: z
      .array(exemption)
      .max(EXEMPTIONS_MAX)
      .default([])
      .describe(
        'The exemptions from a challenge that the hosted page asks for: the first that fits a payment. The bank may ' +
          'challenge all the same.',
      ),
    decoupledMinutes: z
      .number()
      .int()
      .min(1)
      .max(DECOUPLED_MINUTES_MAX)
      .optional()
      .describe(
        'How long a bank may take to reach its customer by itself (decoupled authentication), such as `1440` for a ' +
          'day: its answer, and the payment on the hosted page, may come that much later. Without it no bank is asked ' +
          'to. Banks that cannot do so are not asked either.',
      ),
    whenUnavailable: z
      .enum(['PROCEED', 'DO_NOT_PROCEED'])
      .default('DO_NOT_PROCEED')
      .describe(
        'Whether a payment goes on whose payer could not be authenticated, for a technical reason. Where the bank ' +
          'wanted to ask the payer, and says nothing in time, nothing is paid, whatever this says.',
      ),
    requireLiabilityShift: z
      .boolean()
      .default(false)
      .describe(
        'Payments with an authentication after which you would bear a fraud are not sent to the acquirer: they end ' +
          'as `BLOCKED`.',
      ),
  })
  .nullable()
  .default(null)
  .describe('Authentication of payers by EMV 3-D Secure. Without it nobody is authenticated.');

export type PayerAuthenticationProfile = NonNullable<z.infer<typeof payerAuthenticationProfile>>;

/** Finds exemption amounts that cannot be compared with payments, such as amounts with too many decimals. */
export function exemptionProblems(
  profile: PayerAuthenticationProfile | null,
): { path: (number | string)[]; message: string }[] {
  return (profile?.exemptions ?? []).flatMap(({ upTo, currency }, index) => {
    const known = currency === undefined ? undefined : currencyOf(currency);
    if (currency !== undefined && known === undefined) {
      return [{ path: ['exemptions', index, 'currency'], message: 'this is no currency of ISO 4217' }];
    }
    if ((upTo === undefined) !== (currency === undefined)) {
      return [{ path: ['exemptions', index], message: 'upTo and currency belong together: give both or none' }];
    }
    return upTo !== undefined && known !== undefined && minorUnits(upTo, known) === undefined
      ? [{ path: ['exemptions', index, 'upTo'], message: `an amount with ${known.exponent} decimal places` }]
      : [];
  });
}

/** The exemption that the hosted page requests. @param payment the payment, with its amount in minor units */
export function pageExemption(
  profile: PayerAuthenticationProfile,
  payment: { readonly amount: bigint; readonly currency: string; readonly isRecurring: boolean },
): PageExemption['kind'] | undefined {
  return profile.exemptions.find((one) => fits(one, payment))?.kind;
}

function fits(
  { kind, upTo, currency }: PageExemption,
  payment: { readonly amount: bigint; readonly currency: string; readonly isRecurring: boolean },
): boolean {
  if (kind === 'RECURRING' && !payment.isRecurring) {
    return false;
  }
  if (upTo === undefined || currency === undefined) {
    return true;
  }
  const known = currencyOf(currency);
  const most = known && minorUnits(upTo, known);
  return currency === payment.currency && most !== undefined && payment.amount <= most;
}
