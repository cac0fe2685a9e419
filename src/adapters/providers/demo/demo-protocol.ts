/** Shared by the adapters of the sandbox's providers: their protocol is the same, and only their metadata differs. */
import type { z } from 'zod';
import { majorText } from '../../../contract/money.ts';
import type {
  CreateOutcome,
  MovementOutcome,
  NewProviderPayment,
  Provider,
  ProviderMovement,
  ProviderReply,
  StateOutcome,
} from '../../../core/ports/index.ts';
import { createJsonClient, type JsonAnswer, type JsonCall, type JsonClient } from '../../http-json.ts';
import { readDemoCallback } from './demo-callback.ts';
import { demoMoneyOf, demoReplyOf, errorMessage, movementMessage, paymentMessage } from './demo-messages.ts';

export interface DemoEnvironment {
  /** The origin of the sandbox's HTTP server, without a slash at the end. */
  readonly origin: string;
  /** Authenticates calls to the providers' server interface, and signs their callbacks. */
  readonly secret: string;
}

/** HTTP statuses of requests that were rejected before their execution. */
const TURNED_AWAY: ReadonlySet<number> = new Set([401, 403]);

const UNREADABLE = { status: 'NO_ANSWER' } as const;

/** @param client a client with a shorter timeout, for tests */
export function demoProvider(
  id: string,
  { origin, secret }: DemoEnvironment,
  client: JsonClient = createJsonClient(),
): Provider {
  const pathOf = (reference: string) => `${origin}/providers/${id}/payments/${encodeURIComponent(reference)}`;
  const call = async (method: JsonCall['method'], url: string, body?: object): Promise<JsonAnswer> => {
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await client.call({ method, url, headers, body });
    return answer.status === 'ANSWERED' && TURNED_AWAY.has(answer.code) ? { status: 'NOT_SENT' } : answer;
  };
  return {
    id,
    create: async (payment) => creationOf(await call('PUT', pathOf(payment.reference), paymentBody(payment))),
    state: async ({ reference }) => stateOf(await call('GET', pathOf(reference))),
    confirm: async ({ reference }) => stateOf(await call('POST', `${pathOf(reference)}/confirmation`)),
    cancel: async ({ reference }) => stateOf(await call('POST', `${pathOf(reference)}/withdrawal`)),
    move: async (movement) => {
      const url = `${pathOf(movement.payment.reference)}/movements/${encodeURIComponent(movement.reference)}`;
      return movementOf(await call('PUT', url, movementBody(movement)));
    },
    callback: (raw, now) => readDemoCallback(raw, secret, now),
  };
}

function paymentBody(payment: NewProviderPayment): object {
  const { account, merchantName, orderId, orderReference, description, amount, currency, shipping } = payment;
  return {
    merchant: { id: account.merchantId, name: merchantName },
    order: { id: orderId, reference: orderReference, description },
    operation: payment.operation,
    confirmation: payment.confirmation,
    amount: majorText(amount, currency),
    currency: currency.code,
    email: payment.email,
    returnUrl: payment.returnUrl,
    callbackUrl: payment.callbackUrl,
    shipping,
  };
}

function movementBody({ kind, amount, currency, target, transactionReference }: ProviderMovement): object {
  return { kind, amount: majorText(amount, currency), currency: currency.code, target, transactionReference };
}

function creationOf(answer: JsonAnswer): CreateOutcome {
  if (answer.status !== 'ANSWERED') {
    return answer;
  }
  const { data } = paymentMessage.safeParse(answer.body);
  if (data?.state === 'REFUSED') {
    return { status: 'REFUSED', reply: demoReplyOf(data.result) };
  }
  if (data !== undefined) {
    return { status: 'CREATED', pageUrl: data.pageUrl, providerReference: data.number };
  }
  const reply = unfitReply(answer);
  return reply === undefined ? UNREADABLE : { status: 'REFUSED', reply };
}

function stateOf(answer: JsonAnswer): StateOutcome {
  if (answer.status !== 'ANSWERED') {
    return answer;
  }
  const { data } = paymentMessage.safeParse(answer.body);
  if (data === undefined) {
    return errorOf(answer) === 'UNKNOWN_PAYMENT' ? { status: 'UNKNOWN_PAYMENT' } : UNREADABLE;
  }
  const money = demoMoneyOf(data);
  if (money === undefined) {
    return UNREADABLE;
  }
  return 'result' in data ? { status: 'DECIDED', money, reply: decisionOf(data) } : { status: data.state, money };
}

function decisionOf(decided: Extract<z.infer<typeof paymentMessage>, { result: object }>): ProviderReply {
  return demoReplyOf(decided.result, decided.state === 'DECIDED' ? decided : {});
}

function movementOf(answer: JsonAnswer): MovementOutcome {
  if (answer.status !== 'ANSWERED') {
    return answer;
  }
  const { data } = movementMessage.safeParse(answer.body);
  const reply = data === undefined ? unfitReply(answer) : demoReplyOf(data.result);
  return reply === undefined ? UNREADABLE : { status: 'REPLIED', reply };
}

/**
 * The reply if the provider rejected the request as invalid. The gateway made an invalid request, so a retry would fail
 * too.
 */
function unfitReply(answer: Extract<JsonAnswer, { status: 'ANSWERED' }>): ProviderReply | undefined {
  const code = errorOf(answer);
  if (code === undefined || answer.code < 400) {
    return undefined;
  }
  return { gatewayCode: 'SYSTEM_ERROR', code, message: 'The provider could not take the request.' };
}

function errorOf({ body }: Extract<JsonAnswer, { status: 'ANSWERED' }>): string | undefined {
  return errorMessage.safeParse(body).data?.error;
}
