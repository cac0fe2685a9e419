import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  createJsonClient,
  currencyOf,
  type JsonAnswer,
  type JsonCall,
  majorText,
  minorUnits,
  type OpenProvider,
  type ProviderReply,
  readExactJson,
  type StateOutcome,
} from 'turnpike/provider';
import { z } from 'zod';

/** The age limit of a signature, since clocks differ. */
const SIGNED_MS_MAX = 5 * 60_000;
const FORGED = { status: 'FORGED' } as const;

const payment = z.object({
  reference: z.string(),
  order: z.string(),
  amount: z.string(),
  currency: z.string(),
  status: z.enum(['new', 'processing', 'paid', 'declined', 'cancelled']),
  page: z.url().optional(),
});
type Payment = z.infer<typeof payment>;

const refunded = z.object({ refund: z.string(), status: z.enum(['paid', 'declined']) });

const CODES = { paid: 'APPROVED', declined: 'DECLINED', cancelled: 'CANCELLED' } as const;

export const open: OpenProvider = ({ env }) => {
  const { VILLAGE_PAY_URL: url, VILLAGE_PAY_KEY: key } = env;
  if (url === undefined) {
    return undefined;
  }
  if (key === undefined) {
    throw new Error('VILLAGE_PAY_URL is set without VILLAGE_PAY_KEY, which opens it.');
  }
  const client = createJsonClient();
  const call = async (method: JsonCall['method'], path: string, body?: object): Promise<JsonAnswer> => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await client.call({ method, url: url + path, headers, ...(body && { body }) });
    return answer.status === 'ANSWERED' && answer.code === 401 ? { status: 'NOT_SENT' } : answer;
  };
  return {
    id: 'villagePay',
    async create({ reference, orderId, amount, currency, returnUrl, callbackUrl }) {
      const money = { amount: majorText(amount, currency), currency: currency.code };
      const body = { order: orderId, ...money, returnUrl, callbackUrl };
      const answer = await call('PUT', `/payments/${reference}`, body);
      if (answer.status !== 'ANSWERED') {
        return answer;
      }
      const { data } = payment.safeParse(answer.body);
      if (data?.page !== undefined) {
        return { status: 'CREATED', pageUrl: data.page, providerReference: reference };
      }
      return answer.code === 422 ? { status: 'REFUSED', reply: replyOf('declined') } : { status: 'NO_ANSWER' };
    },
    state: async ({ reference }) => stateOf(await call('GET', `/payments/${reference}`)),
    // This provider's payers confirm on its own page, so this call only queries.
    confirm: async ({ reference }) => stateOf(await call('GET', `/payments/${reference}`)),
    cancel: async ({ reference }) => stateOf(await call('POST', `/payments/${reference}/cancellation`)),
    async move({ payment: { reference }, reference: refund, amount, currency }) {
      const body = { amount: majorText(amount, currency), currency: currency.code };
      const answer = await call('PUT', `/payments/${reference}/refunds/${refund}`, body);
      if (answer.status !== 'ANSWERED') {
        return answer;
      }
      if (answer.code === 404) {
        return { status: 'REPLIED', reply: replyOf('declined') };
      }
      // A 200 alone proves nothing: it may come from a proxy before the provider.
      const { data } = refunded.safeParse(answer.body);
      return data?.refund === refund ? { status: 'REPLIED', reply: replyOf(data.status) } : { status: 'NO_ANSWER' };
    },
    callback({ headers, body }, now) {
      const [at = '', signature = ''] = String(headers['village-signature']).split('.');
      const right = createHmac('sha256', key).update(`${at}.`).update(body).digest();
      const given = Buffer.from(signature, 'hex');
      if (given.length !== right.length || !timingSafeEqual(given, right)) {
        return FORGED;
      }
      if (!(Math.abs(now - Number(at)) <= SIGNED_MS_MAX)) {
        return FORGED;
      }
      const { data } = payment.safeParse(readExactJson(body));
      const money = data && moneyOf(data);
      if (data === undefined || money === undefined) {
        return FORGED;
      }
      return { status: 'GENUINE', reference: data.reference, money, says: data.status };
    },
  };
};

function stateOf(answer: JsonAnswer): StateOutcome {
  if (answer.status !== 'ANSWERED') {
    return answer;
  }
  if (answer.code === 404) {
    return { status: 'UNKNOWN_PAYMENT' };
  }
  const { data } = payment.safeParse(answer.body);
  const money = data && moneyOf(data);
  if (data === undefined || money === undefined) {
    return { status: 'NO_ANSWER' };
  }
  if (data.status === 'new') {
    return { status: 'OPEN', money };
  }
  if (data.status === 'processing') {
    return { status: 'WAITING', money };
  }
  return { status: 'DECIDED', money, reply: replyOf(data.status) };
}

function moneyOf({ order, amount, currency }: Payment) {
  const known = currencyOf(currency);
  const units = known && minorUnits(amount, known);
  return units === undefined ? undefined : { amount: units, currency, orderId: order };
}

function replyOf(status: keyof typeof CODES): ProviderReply {
  return { gatewayCode: CODES[status], code: status, message: status };
}
