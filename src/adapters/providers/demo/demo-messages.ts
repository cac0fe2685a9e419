/** Messages of the sandbox's providers, parsed strictly: an invalid message is not an answer. */
import { z } from 'zod';
import { type GatewayCode, isGatewayCode } from '../../../contract/gateway-codes.ts';
import { currencyOf, minorUnits } from '../../../contract/money.ts';
import type { ProviderAddress, ProviderMoney, ProviderReply } from '../../../core/ports/index.ts';

/** The limit of `response.acquirerCode` and `response.acquirerMessage`. */
const REPLY_CHARACTERS_MAX = 100;
/** The maximum length of a URL, which fits browsers and merchants' database columns. */
const URL_CHARACTERS_MAX = 2_048;
const NAME_CHARACTERS_MAX = 100;

/**
 * The gateway codes of the providers' own codes. Forced outcomes have gateway codes already, so they are not listed.
 */
const GATEWAY_CODE_OF: Readonly<Record<string, GatewayCode>> = {
  COMPLETED: 'APPROVED',
  PAYER_DECLINED: 'DECLINED',
  PAYER_CANCELLED: 'CANCELLED',
  PAYER_NOT_FOUND: 'DECLINED',
  WITHDRAWN: 'CANCELLED',
  NOT_OFFERED: 'NOT_SUPPORTED',
  OTHER_CURRENCY: 'DECLINED',
  INVALID_AMOUNT: 'DECLINED',
  OVER_LIMIT: 'DECLINED',
  NOTHING_STANDING: 'UNSPECIFIED_FAILURE',
  RESTED_ON: 'UNSPECIFIED_FAILURE',
};

const shortText = z.string().max(NAME_CHARACTERS_MAX);
const replyText = z.string().transform((text) => text.slice(0, REPLY_CHARACTERS_MAX));

const result = z.object({ code: replyText, message: replyText, number: shortText });

const money = {
  order: shortText,
  amount: shortText,
  currency: z.string().length(3),
};

/** The limits of `shipping.address`. A field above its limit is omitted; the others are used. */
const line = (characters: number) => z.string().min(1).max(characters).optional().catch(undefined);
const shippingAddress = z
  .object({
    street: line(100),
    street2: line(100),
    city: line(100),
    postcodeZip: line(10),
    stateProvince: line(20),
    country: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional()
      .catch(undefined),
  })
  .optional()
  .catch(undefined);

const undecidedState = z.enum(['OPEN', 'AGREED', 'WAITING']);
const account = z.record(shortText, shortText).optional();
const page = { pageUrl: z.url({ protocol: /^https?$/ }).max(URL_CHARACTERS_MAX), number: shortText };

export const paymentMessage = z.discriminatedUnion('state', [
  z.object({ state: undecidedState, ...money, ...page }),
  z.object({ state: z.literal('DECIDED'), ...money, ...page, result, account, shippingAddress }),
  z.object({ state: z.literal('REFUSED'), ...money, result }),
]);

export const movementMessage = z.object({ result });

export const errorMessage = z.object({ error: shortText });

/**
 * A callback. It has the state and money fields of a status answer, so that its claims can be compared with the
 * provider's status.
 */
export const demoCallbackMessage = z.object({ reference: shortText, state: shortText, ...money });

/** @returns undefined if the amount is invalid for the currency, or the currency is unknown */
export function demoMoneyOf(message: {
  readonly order: string;
  readonly amount: string;
  readonly currency: string;
}): ProviderMoney | undefined {
  const currency = currencyOf(message.currency);
  const amount = currency && minorUnits(message.amount, currency);
  return amount === undefined ? undefined : { amount, currency: message.currency, orderId: message.order };
}

export function demoReplyOf(
  { code, message, number }: z.infer<typeof result>,
  {
    account,
    shippingAddress,
  }: Pick<Extract<z.infer<typeof paymentMessage>, { state: 'DECIDED' }>, 'account' | 'shippingAddress'> = {},
): ProviderReply {
  const gatewayCode = Object.hasOwn(GATEWAY_CODE_OF, code) ? GATEWAY_CODE_OF[code] : undefined;
  return {
    gatewayCode: gatewayCode ?? (isGatewayCode(code) ? code : 'UNKNOWN'),
    code,
    message,
    providerReference: number,
    ...(account !== undefined && { account }),
    ...(shippingAddress !== undefined && { shippingAddress: sentText(shippingAddress) }),
  };
}

function sentText(address: object): ProviderAddress {
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== undefined));
}
