/** The merchant profile, as `turnpike merchant put` reads it. All members except `id` and `name` have defaults. */
import { z } from 'zod';
import { appSchemeOf, isAppEntry } from '../../contract/app-address.ts';
import type { FieldType } from '../../contract/field-types.ts';
import { addressResult, securityCodeResultField } from '../../contract/fields/verification-fields.ts';
import { BROWSER_PAYMENT_PROVIDERS } from '../../contract/providers/index.ts';
import { isTimeZone } from '../../contract/time-zone.ts';
import { givenRuleProblems, riskPolicy } from '../risk/index.ts';
import { ACQUIRER_ROUTES_MAX, acquirerRoute, routeProblems } from './acquirer-routes.ts';
import { branding, brandingProblems } from './branding.ts';
import { embedHostsProfile } from './embed-hosts.ts';
import { limitsProfile } from './limits-profile.ts';
import { exemptionProblems, payerAuthenticationProfile } from './payer-authentication-profile.ts';
import { statementDescriptorProfile, timeZoneProfile } from './payer-texts-profile.ts';
import { policiesProfile } from './policies-profile.ts';
import { profileUrl, urlProblems } from './profile-urls.ts';
import { missingAccounts, providerAccountsProfile } from './provider-accounts.ts';
import { receiptsProfile } from './receipts-profile.ts';
import { retentionProfile } from './retention-profile.ts';
import { savedCardsProfile } from './saved-cards-profile.ts';
import { nameUnknown } from './unknown-members.ts';
import { walletsProfile } from './wallets-profile.ts';

/** The secret in clear as the operator enters it (printable, because it is sent in a header), or sealed as stored. */
const notificationSecret = z
  .string()
  .regex(
    /^(?!sealed:)[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$|^sealed:[A-Za-z0-9+/]+=*$/,
    '1 to 200 printable ASCII characters, none at the ends a space',
  );

export const merchantProfile = z.object({
  id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/, '1 to 40 characters from A-Z, a-z, 0-9, - and _')
    .describe('The merchant id: 1 to 40 letters, digits, hyphens and underscores. It stands in every address.'),
  name: z
    .string()
    .min(1)
    .max(100)
    .describe('The name that payers read, unless a checkout has its own `interaction.merchant.name`.'),
  statementDescriptor: statementDescriptorProfile,
  timeZone: timeZoneProfile,
  tokenGeneration: z
    .enum(['RANDOM', 'PRESERVE_6_4', 'MERCHANT_SUPPLIED'])
    .default('RANDOM')
    .describe(
      'How token ids come about: 16 random digits, random digits between the first six and last four of the number, ' +
        'or ids that the merchant chooses.',
    ),
  tokenManagement: z
    .enum(['UNIQUE_TOKEN', 'UNIQUE_CARD'])
    .default('UNIQUE_TOKEN')
    .describe(
      'Whether each stored instrument gets a token of its own, or each card has one token however often it is stored.',
    ),
  verificationStrategy: z
    .enum(['BASIC', 'ACQUIRER', 'NONE'])
    .default('BASIC')
    .describe(
      'How an instrument is checked before it is stored: by its form alone, by asking the acquirer, or not at all. ' +
        'A request may say otherwise.',
    ),
  cardMasking: z
    .enum(['6.4', '0.4', '0.0'])
    .default('6.4')
    .describe('How many digits of a card number answers show, at its beginning and at its end.'),
  permissions: z
    .object({
      unmask: z
        .boolean()
        .default(false)
        .describe('Answers show full card numbers where the request asks for them with a client certificate.'),
      standaloneCapture: z.boolean().default(false).describe('CAPTURE without an authorization made here.'),
      standaloneRefund: z.boolean().default(false).describe('REFUND without a payment made here.'),
      merchantInitiated: z
        .boolean()
        .default(true)
        .describe('Payments that the payer does not take part in, such as renewals: `transaction.source` MERCHANT.'),
      partPayment: z
        .boolean()
        .default(false)
        .describe(
          'On the hosted page a gift card with too little money pays a part of an order, and a card the rest. Such an ' +
            'order has two payments, each of which is captured and refunded by itself: your server has to know that. ' +
            'Turn it on once every process is of a release that has it.',
        ),
      excessRefund: z.boolean().default(false).describe('Refunds beyond what was captured.'),
      refundApproval: z
        .boolean()
        .default(false)
        .describe('Each refund waits until an operator approves or rejects it.'),
    })
    .prefault({})
    .describe('Operations that the merchant may do beyond the ordinary, or only with approval.'),
  checkoutOperation: z
    .enum(['AUTHORIZE', 'PURCHASE'])
    .default('PURCHASE')
    .describe(
      'The operation of a checkout that does not name one, as requests below version 52 may: reserve the amount, or take it.',
    ),
  checkoutsByPage: z
    .boolean()
    .optional()
    .describe(
      'Whether pages with `checkout.js` of up to version 62 make checkouts without a server of yours, from hosts of ' +
        '`embedHosts`. A payer can change what a page says. Left out: in sandbox mode alone.',
    ),
  returnReceipt: z
    .boolean()
    .default(false)
    .describe(
      'Whether the payer’s return to `interaction.returnUrl` has a signed receipt of the result, in the parameter ' +
        '`returnReceipt`. A shop verifies it without a request and without a secret.',
    ),
  excessCapturePercent: z
    .number()
    .min(0)
    .max(100)
    .default(0)
    .describe('By how much captures may exceed the authorized amount, in percent of it. Two decimals count.'),
  authorizationValidityDays: z
    .number()
    .int()
    .min(1)
    .max(90)
    .default(7)
    .describe('For how many days an authorization can be captured, counted from it or its newest update.'),
  voidWindowHours: z
    .number()
    .int()
    .min(0)
    .max(720)
    .default(24)
    .describe('For how many hours a transaction can be voided.'),
  acquirerRoutes: z
    .array(acquirerRoute)
    .max(ACQUIRER_ROUTES_MAX)
    .default([])
    .describe(
      'Which acquirer processes a payment: that of the first route that fits it, else the one of `ACQUIRER_URL`. A ' +
        'follow-up of a payment goes to the same acquirer, whatever the routes are by then. At most 100.',
    ),
  certificates: z
    .array(z.string().regex(/^[0-9a-fA-F]{64}$/, 'a SHA-256 fingerprint, 64 hex digits'))
    .default([])
    .describe(
      'SHA-256 fingerprints, 64 hex digits each, of the client certificates that the merchant may call with. ' +
        'List the old and the new one while a merchant changes over.',
    ),
  notification: z
    .object({
      url: profileUrl.describe(
        'An https URL, or in sandbox mode `http://localhost`: where notifications go that no request names an ' +
          'address for.',
      ),
      secret: notificationSecret
        .optional()
        .describe(
          'Sent with each notification as `X-Notification-Secret`: 1 to 200 printable ASCII characters, no space at ' +
            'either end. Stored encrypted.',
        ),
      checkoutEvents: z
        .object({
          idleMinutes: z
            .number()
            .int()
            .min(5)
            .max(1_440)
            .default(15)
            .describe('After how many minutes without a step of the payer a checkout is abandoned.'),
        })
        .optional()
        .describe(
          'Also sends [events](../guide/notifications.md#checkouts-without-a-payment) of checkouts that end without a ' +
            'payment. Set it only if your server knows them, and when all processes are of a version that knows it. ' +
            'It is for checkouts that are made from then on.',
        ),
    })
    .nullable()
    .default(null)
    .describe('Where the merchant is notified.'),
  receipts: receiptsProfile,
  returnHosts: z
    .array(
      z
        .string()
        .min(1)
        .max(253)
        .refine((entry) => !isAppEntry(entry) || appSchemeOf(entry) !== undefined, 'a host, or the scheme of an app'),
    )
    .default([])
    .describe(
      'The only hosts that payers are sent back to, and the schemes of your apps, such as `shop.example://`. Without a ' +
        'host in it every https host is allowed; an app has to be in it.',
    ),
  embedHosts: embedHostsProfile,
  browserPayments: z
    .array(z.string().min(1).max(40))
    .default(['demoWallet', 'demoBank'])
    .describe('Ids of the browser-payment providers that the merchant may use.'),
  providerAccounts: providerAccountsProfile,
  lateBrowserPayments: z
    .enum(['REFUND', 'REPORT'])
    .default('REFUND')
    .describe(
      'The treatment of money that a provider takes after its payment has ended: it is refunded at the provider, or ' +
        'waits for an operator.',
    ),
  unknownFields: z
    .enum(['IGNORE', 'REJECT'])
    .default('IGNORE')
    .describe('Whether unknown request fields are named in `X-Ignored-Fields`, or the request is refused.'),
  cardNumbersInText: z
    .enum(['MASK', 'REFUSE'])
    .default('MASK')
    .describe(
      'The treatment of a card number in a field that is not for it, such as a note or a name: it is masked, ' +
        '`512345xxxxxx0008`, before anything is stored, or the request is refused. An id that looks like one is taken ' +
        'under `MASK` and refused under `REFUSE`; a URL with one is refused under both.',
    ),
  limits: limitsProfile,
  risk: riskPolicy
    .prefault({})
    .describe(
      'Risk rules, which evaluate each payment by card: see [the guide](../guide/risk.md). The operator’s own ' +
        'rules come beside them.',
    ),
  rejectOn: z
    .object({
      avs: z
        .array(z.string())
        .default([])
        .describe(
          'Results of the address check, such as `NO_MATCH`: `response.cardholderVerification.avs.gatewayCode`.',
        ),
      csc: z
        .array(z.string())
        .default([])
        .describe('Results of the security-code check, such as `NO_MATCH`: `response.cardSecurityCode.gatewayCode`.'),
    })
    .prefault({})
    .describe('Approvals with one of these results are declined and reversed.'),
  p2pe: z
    .object({
      // The key in clear as the operator enters it, or sealed as stored.
      bdk: z
        .string()
        .regex(/^(?:[0-9a-fA-F]{32}|sealed:[A-Za-z0-9+/]+=*)$/, '32 hex digits')
        .describe('The DUKPT base derivation key, 32 hex digits. Stored encrypted, never shown.'),
    })
    .nullable()
    .default(null)
    .describe("The key of the merchant's point-to-point encrypting terminals."),
  payerAuthentication: payerAuthenticationProfile,
  wallets: walletsProfile,
  savedCards: savedCardsProfile,
  retention: retentionProfile,
  branding,
  policies: policiesProfile,
});

export type MerchantProfile = z.infer<typeof merchantProfile>;

/**
 * Validates a profile that the operator enters. Unknown members are refused, except notes, whose names begin with an
 * underscore. Values without effect are refused too. Stored profiles are not validated by these rules: an old profile
 * with such a value stays readable, so that its merchant can continue with payments.
 */
export const givenProfile = z
  .unknown()
  .superRefine((given, context) => {
    nameUnknown(merchantProfile, given, [], context);
    for (const { path, message } of givenRuleProblems((given as { risk?: unknown } | null)?.risk)) {
      context.addIssue({ code: 'custom', path: ['risk', ...path], message });
    }
  })
  .pipe(merchantProfile.superRefine(refuseWithoutEffect));

function refuseWithoutEffect(profile: MerchantProfile, context: z.RefinementCtx): void {
  const { rejectOn } = profile;
  const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
  for (const { path, message } of brandingProblems(profile.branding)) {
    refuse(['branding', ...path], message);
  }
  for (const { path, message } of urlProblems(profile)) {
    refuse(path, message);
  }
  if (profile.timeZone !== null && !isTimeZone(profile.timeZone)) {
    refuse(['timeZone'], 'there is no such IANA time zone; one is Europe/Berlin');
  }
  profile.browserPayments.forEach((provider, index) => {
    if (!Object.hasOwn(BROWSER_PAYMENT_PROVIDERS, provider)) {
      refuse(['browserPayments', index], `there is no such provider; there are ${PROVIDER_NAMES}`);
    }
  });
  for (const { path, message } of missingAccounts(profile)) {
    refuse(path, message);
  }
  for (const { path, message } of routeProblems(profile.acquirerRoutes)) {
    refuse(['acquirerRoutes', ...path], message);
  }
  if (profile.savedCards?.authentication === true && profile.payerAuthentication === null) {
    refuse(['savedCards', 'authentication'], 'needs payerAuthentication');
  }
  for (const { path, message } of exemptionProblems(profile.payerAuthentication)) {
    refuse(['payerAuthentication', ...path], message);
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

const PROVIDER_NAMES = Object.keys(BROWSER_PAYMENT_PROVIDERS).join(' and ');

/** The results that issuers can return for each member of `rejectOn`. */
const REJECTABLE = { avs: addressResult, csc: securityCodeResultField } as const satisfies Record<
  keyof MerchantProfile['rejectOn'],
  FieldType
>;

export interface Merchant {
  readonly key: number;
  readonly id: string;
  readonly profile: MerchantProfile;
  /** True if the operator has disabled the merchant: its credentials are refused, and its pages start no payments. */
  readonly isDisabled?: boolean;
  readonly logo?: MerchantLogo;
}

/** The logo that the merchant's payment pages show. */
export interface MerchantLogo {
  /** The code of the store, if it is not 0; 32 hex digits, made from the file's content; and `.png` or `.svg`. */
  readonly name: string;
  /** Width and height, for the aspect ratio. */
  readonly width: number;
  readonly height: number;
}
