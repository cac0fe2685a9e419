/** Payments as charges at the PSP: create, query, cancel. */

import { majorText } from '../../../contract/money.ts';
import type {
  CreateOutcome,
  NewProviderPayment,
  ProviderPayment,
  ShownCode,
  StateOutcome,
} from '../../../core/ports/index.ts';
import type { OAuthAnswer } from '../oauth-client.ts';
import { codeFor, isCodeOf } from './br-code.ts';
import { payableUntil, stateOfCharge } from './charge-state.ts';
import { txidOf } from './names.ts';
import type { PspAccount } from './psp-account.ts';
import type { PspClient, PspTurn } from './psp-client.ts';
import { type Charge, charge as chargeSchema, pspErrorCode } from './psp-messages.ts';
import { pspReplyOf } from './replies.ts';

/** The maximum amount. The Pix API allows ten digits before the decimal point. */
const CENTS_MAX = 999_999_999_999n;
/** The limits of `solicitacaoPagador`, and of a value in `infoAdicionais`. */
const TEXT_CHARACTERS_MAX = 140;
const VALUE_CHARACTERS_MAX = 200;

const UNREADABLE = { status: 'NO_ANSWER' } as const;

export interface ChargesOptions {
  readonly client: PspClient;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export class Charges {
  readonly #client: PspClient;
  readonly #now: () => number;

  constructor({ client, now }: ChargesOptions) {
    this.#client = client;
    this.#now = now;
  }

  /**
   * Creates the charge. A repeat does not change the charge, because the gateway chooses its id and sends the same
   * content.
   */
  async create(payment: NewProviderPayment): Promise<CreateOutcome> {
    const refused = refusalHere(payment);
    if (refused !== undefined) {
      return { status: 'REFUSED', reply: pspReplyOf(refused) };
    }
    const psp = this.#client.accountOf(payment.account);
    if (psp === undefined) {
      return { status: 'REFUSED', reply: pspReplyOf('ACCOUNT_UNUSABLE') };
    }
    const turn = this.#client.turn(payment.account);
    const txid = txidOf(payment.reference);
    const path = `/cob/${txid}`;
    const asked = await turn({ method: 'PUT', path, body: bodyOf(payment, psp) });
    // Some PSPs refuse an id that is in use. Then query the charge with this id.
    const known = isRefusal(asked) ? await turn({ method: 'GET', path }) : asked;
    if (known.status !== 'ANSWERED') {
      return known;
    }
    if (isRefusal(asked) && isRefusal(known)) {
      return { status: 'REFUSED', reply: pspReplyOf(pspErrorCode(asked.body) ?? `HTTP_${asked.code}`) };
    }
    const charge = readCharge(known, txid);
    const code = charge && shownCode(charge, payment, psp);
    return code === undefined
      ? UNREADABLE
      : { status: 'CREATED', pageUrl: payment.choiceUrl, providerReference: txid, code };
  }

  async state(payment: ProviderPayment): Promise<StateOutcome> {
    return this.#stateIn(this.#client.turn(payment.account), payment);
  }

  /** Cancels the charge. If the charge is paid or has ended, the PSP refuses, and the charge's state is returned. */
  async cancel(payment: ProviderPayment): Promise<StateOutcome> {
    const turn = this.#client.turn(payment.account);
    const txid = txidOf(payment.reference);
    const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
    const answer = await turn({ method: 'PATCH', path: `/cob/${txid}`, body });
    if (answer.status !== 'ANSWERED') {
      return answer;
    }
    const charge = isRefusal(answer) ? undefined : readCharge(answer, txid);
    return charge === undefined || charge.status === 'CONCLUIDA'
      ? this.#stateIn(turn, payment)
      : stateOfCharge(charge, payment, this.#now());
  }

  async #stateIn(turn: PspTurn, payment: ProviderPayment): Promise<StateOutcome> {
    const txid = txidOf(payment.reference);
    const answer = await turn({ method: 'GET', path: `/cob/${txid}` });
    if (answer.status !== 'ANSWERED') {
      return answer;
    }
    if (answer.code === 404) {
      return pspErrorCode(answer.body) === undefined ? UNREADABLE : { status: 'UNKNOWN_PAYMENT' };
    }
    const charge = readCharge(answer, txid);
    return charge === undefined ? UNREADABLE : stateOfCharge(charge, payment, this.#now());
  }
}

/** @returns the code with which to refuse the payment without a request to the PSP; undefined to proceed */
function refusalHere({ amount, currency }: NewProviderPayment): string | undefined {
  if (currency.code !== 'BRL') {
    return 'CURRENCY_NOT_SUPPORTED';
  }
  return amount > 0n && amount <= CENTS_MAX ? undefined : 'AMOUNT_NOT_SUPPORTED';
}

type AnsweredCall = Extract<OAuthAnswer, { status: 'ANSWERED' }>;

/** True if the answer is an error message of the PSP. An error page of another server does not refuse the payment. */
export function isRefusal(answer: OAuthAnswer): answer is AnsweredCall {
  return answer.status === 'ANSWERED' && answer.code >= 400 && pspErrorCode(answer.body) !== undefined;
}

function readCharge({ code, body }: AnsweredCall, txid: string): Charge | undefined {
  const { data } = chargeSchema.safeParse(body);
  return code < 300 && data?.txid === txid ? data : undefined;
}

function bodyOf(payment: NewProviderPayment, { key, seconds }: PspAccount): object {
  const { amount, currency, orderId, description } = payment;
  const text = description === undefined ? '' : shorten(description, TEXT_CHARACTERS_MAX);
  return {
    calendario: { expiracao: seconds },
    valor: { original: majorText(amount, currency) },
    chave: key,
    solicitacaoPagador: text || undefined,
    // The payer's bank shows the order id.
    infoAdicionais: [{ nome: 'Pedido', valor: orderId.slice(0, VALUE_CHARACTERS_MAX) }],
  };
}

/** Truncates a text without splitting a surrogate pair. */
function shorten(text: string, units: number): string {
  return text
    .slice(0, units)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
}

/** @returns undefined if the charge does not match the payment, or the PSP's answer has no valid code */
function shownCode(charge: Charge, payment: NewProviderPayment, { city }: PspAccount): ShownCode | undefined {
  const amount = majorText(payment.amount, payment.currency);
  const { status, valor, pixCopiaECola, loc } = charge;
  const location = (charge.location ?? loc?.location)?.replace(/^https:\/\//, '');
  if (status === 'REMOVIDA_PELO_PSP' || status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR' || valor.original !== amount) {
    return undefined;
  }
  const name = payment.merchantName;
  const text = pixCopiaECola ?? (location === undefined ? undefined : codeFor({ location, amount, name, city }));
  return text !== undefined && isCodeOf(text, { amount, location })
    ? { text, payableUntil: payableUntil(charge) }
    : undefined;
}
