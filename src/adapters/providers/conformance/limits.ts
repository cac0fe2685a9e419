/** Limits of every outcome: its form, lengths, and the absence of secrets. */
import { isGatewayCode } from '../../../contract/gateway-codes.ts';
import { currencyOf } from '../../../contract/money.ts';
import type { ProviderFacts } from '../../../contract/providers/index.ts';
import type { CallbackOutcome, ProviderMoney, ProviderReply } from '../../../core/ports/index.ts';
import type { PortOutcome } from './outcomes.ts';

/** The limit of `response.acquirerCode` and `response.acquirerMessage`. */
const REPLY_CHARACTERS_MAX = 100;
/** The maximum length of `providerReference` in the store. */
const NUMBER_CHARACTERS_MAX = 100;
const SAYS_CHARACTERS_MAX = 40;
const URL_CHARACTERS_MAX = 2_048;

/** The limits of `shipping.address`. */
const ADDRESS: Readonly<Record<string, RegExp>> = {
  name: /^.{1,101}$/s,
  street: /^.{1,100}$/s,
  street2: /^.{1,100}$/s,
  city: /^.{1,100}$/s,
  postcodeZip: /^[A-Za-z0-9 -]{1,10}$/,
  stateProvince: /^.{1,20}$/s,
  country: /^[A-Z]{3}$/,
};

const STATUSES = {
  create: ['CREATED', 'REFUSED', 'NO_ANSWER', 'NOT_SENT'],
  begin: ['BEGUN', 'REFUSED', 'NO_ANSWER', 'NOT_SENT'],
  ask: ['ASKED', 'REFUSED', 'NO_ANSWER', 'NOT_SENT'],
  state: ['OPEN', 'AGREED', 'WAITING', 'CHOOSE_AGAIN', 'DECIDED', 'UNKNOWN_PAYMENT', 'NO_ANSWER', 'NOT_SENT'],
  move: ['REPLIED', 'NO_ANSWER', 'NOT_SENT'],
} as const;

/** @returns a sentence for each violation */
export function brokenLimits(call: string, outcome: PortOutcome, facts: ProviderFacts): readonly string[] {
  const known: readonly string[] = STATUSES[call in STATUSES ? (call as keyof typeof STATUSES) : 'state'];
  if (!known.includes(outcome?.status)) {
    return [`the status is ${JSON.stringify(outcome?.status)}, and ${call} gives ${known.join(', ')}`];
  }
  return [
    ...('pageUrl' in outcome && outcome.pageUrl !== undefined ? brokenPage(outcome.pageUrl) : []),
    ...('providerReference' in outcome ? brokenNumber(outcome.providerReference) : []),
    ...('money' in outcome ? brokenMoney(outcome.money) : []),
    ...('reply' in outcome ? brokenReply(outcome.reply, facts) : []),
  ];
}

export function brokenCallback(outcome: CallbackOutcome): readonly string[] {
  if (outcome.status !== 'GENUINE') {
    const known = ['FORGED', 'UNRELATED', 'UNVERIFIED'];
    return known.includes(outcome.status) ? [] : [`callback gave the status ${JSON.stringify(outcome.status)}`];
  }
  return [
    ...tooLong('says', outcome.says, SAYS_CHARACTERS_MAX),
    ...(outcome.money === undefined ? [] : brokenMoney(outcome.money)),
  ];
}

function brokenPage(pageUrl: string): string[] {
  const url = typeof pageUrl === 'string' ? URL.parse(pageUrl) : null;
  const isPage = url !== null && /^https?:$/.test(url.protocol) && pageUrl.length <= URL_CHARACTERS_MAX;
  return isPage ? [] : [`pageUrl is no http or https address of at most ${URL_CHARACTERS_MAX} characters`];
}

function brokenNumber(providerReference: string | undefined): string[] {
  return providerReference === undefined ? [] : tooLong('providerReference', providerReference, NUMBER_CHARACTERS_MAX);
}

function brokenMoney({ amount, currency, orderId }: ProviderMoney): string[] {
  return [
    ...(typeof amount === 'bigint' ? [] : [`money.amount is a ${typeof amount}, and no bigint`]),
    ...(currencyOf(currency) === undefined ? [`money.currency is ${JSON.stringify(currency)}`] : []),
    ...(typeof orderId === 'string' ? [] : [`money.orderId is a ${typeof orderId}`]),
  ];
}

function brokenReply(reply: ProviderReply, { account: group }: ProviderFacts): string[] {
  const { gatewayCode, code, message, providerReference, account = {}, shippingAddress = {} } = reply;
  return [
    ...(isGatewayCode(gatewayCode) ? [] : [`reply.gatewayCode is ${JSON.stringify(gatewayCode)}`]),
    ...tooLong('reply.code', code, REPLY_CHARACTERS_MAX),
    ...tooLong('reply.message', message, REPLY_CHARACTERS_MAX),
    ...(providerReference === undefined
      ? []
      : tooLong('reply.providerReference', providerReference, NUMBER_CHARACTERS_MAX)),
    ...Object.entries(account).flatMap(([name, value]) => {
      const known = group?.members[name];
      return known?.kind === 'field' && known.type.accepts(value)
        ? []
        : [`reply.account.${name} is no such field of the facts' account, or holds what it does not take`];
    }),
    ...Object.entries(shippingAddress).flatMap(([name, value]) =>
      value === undefined || ADDRESS[name]?.test(value)
        ? []
        : [`reply.shippingAddress.${name} is longer than it may be`],
    ),
  ];
}

function tooLong(name: string, text: string, max: number): string[] {
  if (typeof text !== 'string') {
    return [`${name} is a ${typeof text}, and no text`];
  }
  return text.length > max ? [`${name} has ${text.length} characters, and may have ${max}`] : [];
}
