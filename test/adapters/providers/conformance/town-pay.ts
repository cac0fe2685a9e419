/** The adapter of Town Pay. */
import { z } from 'zod';
import { createJsonClient, type JsonAnswer, type JsonCall } from '../../../../src/adapters/http-json.ts';
import type { OpenProvider } from '../../../../src/adapters/providers/index.ts';
import { currencyOf, majorText, minorUnits } from '../../../../src/contract/money.ts';
import type { ProviderFacts } from '../../../../src/contract/providers/index.ts';
import type { Provider, ProviderAccount, ProviderReply, StateOutcome } from '../../../../src/core/ports/index.ts';

const SIGNED_MS_MAX = 60_000;
const FORGED = { status: 'FORGED' } as const;

export const townPay: ProviderFacts = {
  name: 'Town Pay',
  mark: { color: '#102030', lines: 'M3 12h18' },
  operations: ['AUTHORIZE', 'PAY'],
  confirmations: ['CONFIRM_AT_MERCHANT', 'CONFIRM_AT_PROVIDER'],
  movements: ['CAPTURE', 'REFUND', 'UPDATE', 'VOID'],
  completedBy: 'GATEWAY',
  merchantAccount: {
    key: { pattern: /^key-of-.+$/, allowed: 'the key of your account', doc: 'The key.', secret: true },
  },
};

const tokenMessage = z.object({ token: z.string() });
const verification = z.object({ genuine: z.boolean() });
const movementMessage = z.object({ number: z.string(), status: z.enum(['done', 'refused']) });
const orderMessage = z.object({
  id: z.string(),
  reference: z.string(),
  order: z.string(),
  amount: z.string(),
  currency: z.string(),
  status: z.enum(['open', 'approved', 'unfunded', 'declined', 'done']),
});

export const openTownPay: OpenProvider = ({ env: { TOWN_PAY_URL: url } }) => {
  if (url === undefined) {
    return undefined;
  }
  const client = createJsonClient();
  const call = async (
    account: ProviderAccount,
    method: JsonCall['method'],
    path: string,
    body?: object,
  ): Promise<JsonAnswer> => {
    const login = await client.call({ method: 'POST', url: `${url}/tokens`, body: { key: account.members.key } });
    const token = login.status === 'ANSWERED' ? tokenMessage.safeParse(login.body).data?.token : undefined;
    if (token === undefined) {
      // Without a token the call itself was not sent, for any result of the login.
      return login.status === 'NOT_SENT' ? login : { status: 'NOT_SENT' };
    }
    return client.call({ method, url: url + path, headers: { authorization: token }, ...(body && { body }) });
  };
  const pathOf: (payment: { reference: string; providerReference?: string }) => string = (payment) =>
    payment.providerReference === undefined
      ? `/references/${payment.reference}`
      : `/orders/${payment.providerReference}`;
  const state: Provider['state'] = async (payment) => stateOf(await call(payment.account, 'GET', pathOf(payment)));
  return {
    id: 'townPay',
    async create({ reference, account, operation, orderId, amount, currency, returnUrl, cancelUrl }) {
      const money = { amount: majorText(amount, currency), currency: currency.code };
      const body = { intent: operation, order: orderId, ...money, returnUrl, cancelUrl };
      const answer = await call(account, 'PUT', `/references/${reference}`, body);
      if (answer.status !== 'ANSWERED') {
        return answer;
      }
      const { data } = orderMessage.safeParse(answer.body);
      return data === undefined
        ? { status: 'NO_ANSWER' }
        : { status: 'CREATED', pageUrl: `${url}/pay/${data.id}`, providerReference: data.id };
    },
    state,
    async confirm(payment) {
      if (payment.providerReference === undefined) {
        return state(payment);
      }
      const outcome = stateOf(await call(payment.account, 'POST', `${pathOf(payment)}/completion`));
      return outcome;
    },
    // No payment exists before it is queried.
    cancel: state,
    async move({ payment, reference, kind, amount, currency }) {
      const money = { amount: majorText(amount, currency), currency: currency.code };
      const path = `${pathOf(payment)}/movements/${reference}/${kind}`;
      const answer = await call(
        payment.account,
        'POST',
        payment.providerReference === undefined ? '/orders/none' : path,
        money,
      );
      if (answer.status !== 'ANSWERED') {
        return answer;
      }
      if (answer.code === 404) {
        return { status: 'REPLIED', reply: replyOf('DECLINED', 'unknown') };
      }
      const { data } = movementMessage.safeParse(answer.body);
      return data === undefined
        ? { status: 'NO_ANSWER' }
        : { status: 'REPLIED', reply: replyOf(data.status === 'done' ? 'APPROVED' : 'DECLINED', data.number) };
    },
    async callback({ headers, body }, now, account) {
      const { 'town-time': at, 'town-signature': signature } = headers;
      if (typeof at !== 'string' || typeof signature !== 'string' || account === undefined) {
        return FORGED;
      }
      if (!(Math.abs(now - Number(at)) <= SIGNED_MS_MAX)) {
        return FORGED;
      }
      const message = Buffer.from(body).toString();
      if (!Buffer.from(message).equals(body) || message.length > 10_000) {
        return FORGED;
      }
      const answer = await call(account, 'POST', '/verifications', { at, signature, body: message });
      const { data: verified } = answer.status === 'ANSWERED' ? verification.safeParse(answer.body) : {};
      if (verified === undefined) {
        return { status: 'UNVERIFIED' };
      }
      const { data } = verified.genuine ? orderMessage.safeParse(JSON.parse(message)) : {};
      return data === undefined ? FORGED : { status: 'GENUINE', reference: data.reference, says: data.status };
    },
  };
};

function stateOf(answer: JsonAnswer): StateOutcome {
  if (answer.status !== 'ANSWERED') {
    return answer;
  }
  const { data } = orderMessage.safeParse(answer.body);
  if (data === undefined) {
    return answer.code === 404 ? { status: 'UNKNOWN_PAYMENT' } : { status: 'NO_ANSWER' };
  }
  const currency = currencyOf(data.currency);
  const amount = currency && minorUnits(data.amount, currency);
  if (amount === undefined) {
    return { status: 'NO_ANSWER' };
  }
  const money = { amount, currency: data.currency, orderId: data.order };
  switch (data.status) {
    case 'open':
      return { status: 'OPEN', money };
    case 'approved':
      return { status: 'AGREED', money };
    case 'unfunded':
      return { status: 'CHOOSE_AGAIN', money, reply: replyOf('DECLINED', data.id) };
    default:
      return { status: 'DECIDED', money, reply: replyOf(data.status === 'done' ? 'APPROVED' : 'DECLINED', data.id) };
  }
}

function replyOf(gatewayCode: 'APPROVED' | 'DECLINED', number: string): ProviderReply {
  return { gatewayCode, code: gatewayCode, message: 'As Town Pay says.', providerReference: number };
}
