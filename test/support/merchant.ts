/** A merchant's server: calls the gateway's REST interface with only a merchant's means. */
import { randomUUID } from 'node:crypto';

const MERCHANT = 'TESTSHOP';
const VERSION = 100;
/** Longer than the gateway's timeout for its acquirer. */
const ANSWER_MS_MAX = 45_000;

export interface RestAnswer {
  readonly status: number;
  /** The body as received, for comparing answers to the byte. */
  readonly text: string;
  readonly body: AnswerBody;
  /** The header with the request's fields that the operation does not take. */
  readonly ignored: string;
}

/** The answer fields that tests read. */
export interface AnswerBody {
  readonly result?: string;
  readonly status?: string;
  readonly amount?: number;
  readonly totalAuthorizedAmount?: number;
  readonly totalCapturedAmount?: number;
  readonly totalRefundedAmount?: number;
  readonly response?: { readonly gatewayCode?: string };
  readonly error?: { readonly cause?: string; readonly explanation?: string };
  readonly order?: { readonly id?: string; readonly status?: string };
  readonly transaction?: readonly TransactionBody[];
  readonly successIndicator?: string;
  readonly session?: { readonly id: string; readonly version: string };
  readonly checkout?: { readonly url: string };
  readonly sourceOfFunds?: {
    readonly type?: string;
    readonly provided?: { readonly card?: { readonly number?: string } };
  };
}

export interface TransactionBody {
  readonly result: string;
  readonly response: { readonly gatewayCode: string };
  readonly transaction: {
    readonly id: string;
    readonly type: string;
    readonly amount: number;
    readonly targetTransactionId?: string;
  };
}

export interface Checkout {
  readonly orderId: string;
  readonly sessionId: string;
  readonly successIndicator: string;
  /** Address of the hosted page. */
  readonly url: string;
}

export interface Merchant {
  /** Any call of the interface. @param path after the merchant's own @throws if no answer came */
  call(method: string, path: string, body?: object): Promise<RestAnswer>;
  /** One call ahead of many, so that the gateway has checked the password once: checking it is slow on purpose. */
  introduce(): Promise<void>;
  /** PAY of EUR 10.00 by an approved card, unless `changes` overrides it. @throws if no answer came */
  pay(orderId: string, transactionId: string, changes?: object): Promise<RestAnswer>;
  order(orderId: string): Promise<RestAnswer>;
  transaction(orderId: string, transactionId: string): Promise<RestAnswer>;
  /** A PURCHASE of EUR 57.20, unless `interaction` and `order` override it; the order's id is new. */
  checkout(interaction: object, order?: object): Promise<Checkout>;
  session(sessionId: string): Promise<RestAnswer>;
  updateSession(sessionId: string, body: object): Promise<RestAnswer>;
}

const pathOf = (id: string) => `/api/rest/version/${VERSION}/merchant/${id}`;

/** The prefix of the merchant's paths. */
export const MERCHANT_PATH = pathOf(MERCHANT);

export function authorizationOf(password: string, id = MERCHANT): string {
  return `Basic ${Buffer.from(`merchant.${id}:${password}`).toString('base64')}`;
}

export function createMerchant(origin: string, password: string, id = MERCHANT): Merchant {
  const base = origin + pathOf(id);
  const authorization = authorizationOf(password, id);

  async function call(method: string, path: string, body?: object): Promise<RestAnswer> {
    const response = await fetch(base + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    const text = await response.text();
    const ignored = response.headers.get('x-ignored-fields') ?? '';
    return { status: response.status, text, body: JSON.parse(text) as AnswerBody, ignored };
  }

  return {
    call,
    async introduce() {
      await call('GET', '/order/none');
    },
    pay: (orderId, transactionId, changes = {}) =>
      call('PUT', `/order/${orderId}/transaction/${transactionId}`, { ...PAYMENT, ...changes }),
    order: (orderId) => call('GET', `/order/${orderId}`),
    transaction: (orderId, transactionId) => call('GET', `/order/${orderId}/transaction/${transactionId}`),
    async checkout(interaction, order = {}) {
      const orderId = newOrderId();
      const { status, text, body } = await call('POST', '/session', {
        apiOperation: 'INITIATE_CHECKOUT',
        interaction: { operation: 'PURCHASE', merchant: { name: 'Harbour Lane Books' }, ...interaction },
        order: { id: orderId, currency: 'EUR', amount: '57.20', description: 'Two books', ...order },
      });
      if (status !== 201 || !body.session || !body.checkout || !body.successIndicator) {
        throw new Error(text);
      }
      return { orderId, sessionId: body.session.id, successIndicator: body.successIndicator, url: body.checkout.url };
    },
    session: (sessionId) => call('GET', `/session/${sessionId}`),
    updateSession: (sessionId, body) => call('PUT', `/session/${sessionId}`, body),
  };
}

export function newOrderId(): string {
  return randomUUID();
}

const CARD_NUMBER = '5123450000000008';

/** A card that the sandbox's acquirer approves. */
export const CARD_SOURCE = {
  type: 'CARD',
  provided: { card: { number: CARD_NUMBER, expiry: { month: '1', year: '39' }, securityCode: '100' } },
};

const PAYMENT = { apiOperation: 'PAY', order: { amount: '10.00', currency: 'EUR' }, sourceOfFunds: CARD_SOURCE };
