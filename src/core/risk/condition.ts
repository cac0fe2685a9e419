/** The schema of a risk rule's `when` and `unless`. A condition holds if all of its members hold. */
import { z } from 'zod';
import { CARD_TYPES } from '../../contract/card-names.ts';
import { CARD_BRANDS } from '../../contract/card-rules.ts';
import { COUNTRIES } from '../../contract/countries.ts';
import { addressResult, securityCodeResultField } from '../../contract/fields/verification-fields.ts';
import { isAddressRange } from './address-ranges.ts';
import { isBinRange } from './bin-ranges.ts';

/**
 * The maximum length of a list, because each payment is compared with all entries. Longer lists belong in a dedicated
 * service.
 */
export const LISTED_MAX = 1_000;
/** The maximum number of attempts that a rule can count in a window. */
export const VELOCITY_MAX = 1_000;
/** The maximum period of a count: thirty days, after which counted attempts are removed. */
export const WINDOW_MINUTES_MAX = 30 * 24 * 60;

const listOf = (entry: z.ZodString) => z.array(entry).min(1).max(LISTED_MAX).optional();
const entry = (judges: (text: string) => boolean, allowed: string) => z.string().refine(judges, allowed);

const countries = listOf(entry((code) => Object.hasOwn(COUNTRIES, code), 'a country of ISO 3166-1, three letters'));

const currency = z.string().regex(/^[A-Z]{3}$/, 'a currency of ISO 4217, three letters');
const amount = z.string().regex(/^\d{1,12}(?:\.\d{1,3})?$/, 'an amount, such as 500.00');

/**
 * The authentication statuses, as in responses; `AUTHENTICATION_NOT_IN_EFFECT` means that there was no authentication.
 */
const AUTHENTICATION_STATUSES = [
  'AUTHENTICATION_ATTEMPTED',
  'AUTHENTICATION_EXEMPT',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_NOT_IN_EFFECT',
  'AUTHENTICATION_REJECTED',
  'AUTHENTICATION_SUCCESSFUL',
  'AUTHENTICATION_UNAVAILABLE',
] as const;

export type RiskAuthentication = (typeof AUTHENTICATION_STATUSES)[number];

/** The subjects by which attempts are counted. */
const SUBJECTS = ['CARD', 'CUSTOMER', 'EMAIL', 'IP_ADDRESS', 'SHIPPING_ADDRESS'] as const;

export type SubjectKind = (typeof SUBJECTS)[number];

const velocity = z
  .strictObject({
    per: z
      .enum(SUBJECTS)
      .describe(
        'The value that the attempts have in common. `CUSTOMER` is `order.customerReference`. A payment without it is not counted.',
      ),
    withinMinutes: z.number().int().min(1).max(WINDOW_MINUTES_MAX).describe('How far back attempts count.'),
    of: z
      .enum(['ATTEMPTS', 'DECLINES'])
      .default('ATTEMPTS')
      .describe('`ATTEMPTS`: all, the present one too. `DECLINES`: those before it that failed.'),
    moreThan: z
      .number()
      .int()
      .min(0)
      .max(VELOCITY_MAX - 1)
      .optional()
      .describe('Holds where there are more than this.'),
    sumAbove: amount
      .optional()
      .describe(
        'Holds where the amounts in `currency` come to more than this: of attempts that did not fail, and the present.',
      ),
    currency: currency.optional().describe('Currency of `sumAbove`, ISO 4217.'),
  })
  .optional()
  .describe('How often, or how much, in a window of time.');

export const condition = z.strictObject({
  cardCountries: countries.describe(
    'Countries of the card, ISO 3166-1 alpha-3, by its range in the BIN table. Does not hold where that knows none.',
  ),
  cardBrands: z.array(z.enum(CARD_BRANDS)).min(1).optional().describe('Brands of the card, such as `AMEX`.'),
  cardTypes: z
    .array(z.enum(CARD_TYPES))
    .min(1)
    .optional()
    .describe(
      'Types of the card by the BIN table: its `fundingMethod`, `PREPAID`, or `COMMERCIAL`. Does not hold where that ' +
        'knows none.',
    ),
  billingCountries: countries.describe('Countries of `billing.address`.'),
  shippingCountries: countries.describe('Countries of `shipping.address`.'),
  countriesDiffer: z
    .array(z.enum(['CARD', 'BILLING', 'SHIPPING']))
    .min(2)
    .max(3)
    .optional()
    .describe('Holds where two of these countries are known and are not the same.'),
  ipAddresses: listOf(entry(isAddressRange, 'an IP address, or a range such as 203.0.113.0/24')).describe(
    'Addresses of the payer’s device, and ranges such as `203.0.113.0/24`: of the browser on the hosted page; over ' +
      'the API `device.ipAddress`, else `customer.ipAddress`.',
  ),
  bins: listOf(entry(isBinRange, '1 to 12 digits, or a range of equally many such as 400000-400099')).describe(
    'First digits of card numbers, such as `512345`, and ranges such as `400000-400099`.',
  ),
  cards: listOf(
    z
      .string()
      .regex(/^(?:\d{6}x{3,9}\d{4}|[0-9a-f]{64})$/, 'a masked number such as 512345xxxxxx0008, or a card’s hash'),
  ).describe('Cards: masked as `512345xxxxxx0008`, or by the hash that `turnpike review card` prints.'),
  emails: listOf(
    z
      .string()
      .max(254)
      .regex(/^[^\s@]*@[^\s@]+$/, 'an e-mail address, or a domain such as @example.com'),
  ).describe('E-mail addresses of the payer, `customer.email`, and domains such as `@example.com`.'),
  amount: z
    .strictObject({
      currency: currency.describe('ISO 4217. In other currencies it does not hold.'),
      above: amount.optional().describe('Holds for more than this, such as `500.00`.'),
      below: amount.optional().describe('Holds for less than this.'),
    })
    .optional()
    .describe('The order’s amount.'),
  currencies: listOf(currency).describe('Currencies of the order.'),
  velocity,
  authentication: z
    .array(z.enum(AUTHENTICATION_STATUSES))
    .min(1)
    .optional()
    .describe('How the payer was authenticated; `AUTHENTICATION_NOT_IN_EFFECT`: not at all.'),
  eci: listOf(z.string().regex(/^\d{2}$/, 'two digits, such as 05')).describe(
    'Electronic commerce indicators of the authentication.',
  ),
  avs: listOf(entry((code) => addressResult.accepts(code), addressResult.allowed)).describe(
    'Results of the address check, which is known after the acquirer’s answer alone.',
  ),
  csc: listOf(entry((code) => securityCodeResultField.accepts(code), securityCodeResultField.allowed)).describe(
    'Results of the security-code check, likewise.',
  ),
});

export type RiskCondition = z.infer<typeof condition>;
export type VelocityCondition = NonNullable<RiskCondition['velocity']>;
