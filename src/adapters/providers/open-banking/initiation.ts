/** Initiates a payment at the bank that the payer chose, and starts the payer's authorisation. */
import { isIPv4 } from 'node:net';
import { currencyOf, majorText } from '../../../contract/money.ts';
import type { AskOutcome, BeginOutcome, ChosenPayment, StateOutcome } from '../../../core/ports/index.ts';
import type { BankTurn } from './bank-client.ts';
import type { Bank } from './bank-list.ts';
import { authorisationAnswer, initiationAnswer, type Links } from './bank-messages.ts';
import { type PaymentAtBank, pathOf, paymentNumberOf } from './payment-number.ts';
import { cancelAt, stateAt } from './payment-state.ts';
import { paymentText } from './payment-text.ts';
import { bankReplyOf } from './replies.ts';

/** The length limit of forwarded browser headers. */
const HEADER_CHARACTERS_MAX = 500;
const URL_CHARACTERS_MAX = 2_048;
/**
 * Links with which the gateway would have to ask for the payer's credentials or use an authorisation server. Neither is
 * supported.
 */
const UNSUPPORTED_LINKS = [
  'scaOAuth',
  'startAuthorisationWithPsuAuthentication',
  'startAuthorisationWithEncryptedPsuAuthentication',
];

const NOT_SUPPORTED = { status: 'REFUSED', reply: bankReplyOf('APPROACH_NOT_SUPPORTED') } as const;

export interface InitiationOptions {
  readonly turn: BankTurn;
  /** The gateway's IP address, sent if the payer has no IPv4 address. */
  readonly ownIpAddress: string;
  /** True if a payer may be redirected to the URL. */
  readonly isPage: (url: URL) => boolean;
}

/**
 * Initiates the payment. The payment waits at the bank without an authorisation until the payer has opened the bank's
 * page, or the bank has contacted the payer.
 */
export async function beginInitiation(
  payment: ChosenPayment,
  bank: Bank,
  options: InitiationOptions,
): Promise<BeginOutcome> {
  const { iban, name } = payment.account.members;
  if (iban === undefined || name === undefined) {
    return { status: 'REFUSED', reply: bankReplyOf('ACCOUNT_MISSING') };
  }
  const [product] = bank.products;
  if (product === undefined) {
    return { status: 'REFUSED', reply: bankReplyOf('PRODUCT_UNKNOWN') };
  }
  const body = bodyOf(payment, { iban, name });
  const answer = await options.turn({
    method: 'POST',
    path: `/payments/${product}`,
    body,
    headers: {
      ...payerHeaders(payment, options),
      ...returnHeaders(payment),
      'tpp-redirect-preferred': `${bank.approach === 'REDIRECT'}`,
      // Request that the bank does not start the authorisation by itself: `ask` starts it once the bank's payment id is
      // stored.
      'tpp-explicit-authorisation-preferred': bank.approach === 'DECOUPLED' ? 'true' : undefined,
    },
    repeatable: [payment.reference, bank.id, product, JSON.stringify(body)],
  });
  if (answer.status !== 'DONE') {
    return answer.status === 'REFUSED' ? { status: 'REFUSED', reply: bankReplyOf(answer.code) } : answer;
  }
  const { data } = initiationAnswer.safeParse(answer.body);
  return data === undefined
    ? { status: 'NO_ANSWER' }
    : onward({ bank, product, paymentId: data.paymentId }, data._links, payment, options);
}

async function onward(
  at: PaymentAtBank,
  links: Links,
  payment: ChosenPayment,
  options: InitiationOptions,
): Promise<BeginOutcome> {
  const outcome = { status: 'BEGUN', providerReference: paymentNumberOf(at) } as const;
  if (links.scaRedirect !== undefined) {
    const pageUrl = pageOf(links, options);
    return pageUrl === undefined ? { status: 'NO_ANSWER' } : { ...outcome, pageUrl };
  }
  if (UNSUPPORTED_LINKS.some((name) => links[name] !== undefined)) {
    return NOT_SUPPORTED;
  }
  if (at.bank.approach === 'DECOUPLED') {
    return outcome;
  }
  // The second link allows the gateway to identify the payer, but the bank's own page can ask for that too.
  const startLink = links.startAuthorisation ?? links.startAuthorisationWithPsuIdentification;
  const answer = startLink && (await start(at, startLink.href, payment, options));
  if (answer !== undefined && answer.status !== 'STARTED') {
    return answer;
  }
  if (answer?.links.scaRedirect === undefined) {
    const after = await calledOff(payment, at, options);
    return after.status === 'DECIDED' && after.reply.gatewayCode !== 'APPROVED' ? NOT_SUPPORTED : outcome;
  }
  const pageUrl = pageOf(answer.links, options);
  return pageUrl === undefined ? { status: 'NO_ANSWER' } : { ...outcome, pageUrl };
}

/**
 * Cancels a payment for which the payer cannot be redirected. The bank may have contacted the payer in another way, or
 * may not need the payer's agreement: an agreed payment is not cancelled. A payment that the bank does not cancel keeps
 * its status.
 */
async function calledOff(
  payment: ChosenPayment,
  at: PaymentAtBank,
  { turn }: InitiationOptions,
): Promise<StateOutcome> {
  const before = await stateAt(payment, at, turn);
  return before.status === 'OPEN' ? cancelAt(payment, at, turn) : before;
}

/** Makes the bank ask the payer for agreement in the bank's app. */
export async function ask(payment: ChosenPayment, at: PaymentAtBank, options: InitiationOptions): Promise<AskOutcome> {
  const answer = await start(at, `${pathOf(at)}/authorisations`, payment, options);
  if (answer.status !== 'STARTED') {
    return answer;
  }
  if (answer.links.scaRedirect === undefined) {
    return { status: 'ASKED' };
  }
  // The bank requires a redirect, which is not possible at this point.
  await calledOff(payment, at, options);
  return NOT_SUPPORTED;
}

type StartOutcome = { readonly status: 'STARTED'; readonly links: Links } | Exclude<AskOutcome, { status: 'ASKED' }>;

async function start(
  at: PaymentAtBank,
  path: string,
  payment: ChosenPayment,
  options: InitiationOptions,
): Promise<StartOutcome> {
  const { reference, typed } = payment;
  const answer = await options.turn({
    method: 'POST',
    path,
    body: {},
    headers: {
      // Send the user id only with the authorisation. With the initiation, the bank could contact the payer at once,
      // before the payment is stored.
      'psu-id': typed.USER_ID,
      ...payerHeaders(payment, options),
      ...returnHeaders(payment),
      'tpp-redirect-preferred': `${at.bank.approach === 'REDIRECT'}`,
    },
    repeatable: [reference, paymentNumberOf(at), 'authorisation', typed.USER_ID ?? ''],
  });
  if (answer.status !== 'DONE') {
    return answer.status === 'REFUSED' ? { status: 'REFUSED', reply: bankReplyOf(answer.code) } : answer;
  }
  const { data } = authorisationAnswer.safeParse(answer.body);
  return data === undefined ? { status: 'NO_ANSWER' } : { status: 'STARTED', links: data._links };
}

/** @returns undefined for a URL to which a payer may not be redirected */
function pageOf({ scaRedirect }: Links, { isPage }: InitiationOptions): string | undefined {
  const url = scaRedirect && URL.parse(scaRedirect.href);
  return url && url.href.length <= URL_CHARACTERS_MAX && url.username === '' && url.password === '' && isPage(url)
    ? url.href
    : undefined;
}

function bodyOf({ reference, asked, typed, ...texts }: ChosenPayment, creditor: { iban: string; name: string }) {
  const { amount, currency } = asked;
  const known = currencyOf(currency);
  return {
    endToEndIdentification: reference,
    // If the payer did not type an IBAN, the bank's page asks for the account.
    debtorAccount: typed.IBAN === undefined ? { currency } : { iban: typed.IBAN },
    instructedAmount: { currency, amount: known === undefined ? '' : majorText(amount, known) },
    creditorAccount: { iban: creditor.iban },
    creditorName: creditor.name,
    remittanceInformationUnstructured: paymentText(asked.orderId, texts),
  };
}

function payerHeaders({ payer }: ChosenPayment, { ownIpAddress }: InitiationOptions) {
  const { ipAddress, userAgent, acceptLanguage } = payer;
  const mapped = ipAddress.replace(/^::ffff:/i, '');
  return {
    // The standard allows only IPv4 here, or the address of the gateway instead.
    'psu-ip-address': isIPv4(mapped) ? mapped : ownIpAddress,
    'psu-user-agent': headerText(userAgent),
    'psu-accept-language': headerText(acceptLanguage),
    'psu-http-method': 'POST',
  };
}

function returnHeaders({ returnUrl, cancelUrl }: ChosenPayment) {
  return { 'tpp-redirect-uri': returnUrl, 'tpp-nok-redirect-uri': cancelUrl };
}

function headerText(text: string | undefined): string | undefined {
  const plain = text
    ?.replace(/[^ -~]/g, '')
    .trim()
    .slice(0, HEADER_CHARACTERS_MAX)
    .trim();
  return plain === '' ? undefined : plain;
}
