/** One order over the API: its operations, their answers, and the acquirer's own ledger. */
import { expect } from 'vitest';
import { OPERATIONS } from '../../../../src/contract/operations.ts';
import { type CallOptions, newOrderId, paying, type Reply, type Rig } from '../rig.ts';
import { breaches } from './answers.ts';

export interface Totals {
  readonly status: string;
  readonly authorized: string;
  readonly captured: string;
  readonly refunded: string;
}

export interface RestOrder {
  readonly id: string;
  /** The answer: 201, and conforming to the contract. */
  done(apiOperation: string, transactionId: string, body?: object, options?: CallOptions): Promise<Reply>;
  /** The refusal: 400 by default, with each `field TYPE`, and an unchanged ledger. */
  refused(apiOperation: string, transactionId: string, body?: object, options?: CallOptions): Promise<Reply>;
  put(apiOperation: string, transactionId: string, body?: object, options?: CallOptions): Promise<Reply>;
  get(options?: CallOptions): Promise<Reply>;
  transaction(transactionId: string, options?: CallOptions): Promise<Reply>;
  /** `KIND 12.00 EUR APPROVED`, one line a movement. */
  ledger(): string[];
}

/** An order whose transaction `1` is an approved one of EUR 12.00. */
export async function startOrder(rig: Rig, apiOperation: 'AUTHORIZE' | 'PAY'): Promise<RestOrder> {
  const order = restOrder(rig);
  await order.done(apiOperation, '1', cardPayment());
  return order;
}

export function restOrder(rig: Rig, defaults: CallOptions = {}): RestOrder {
  const id = newOrderId();
  const version = (options: CallOptions) => options.version ?? defaults.version ?? 100;
  const put: RestOrder['put'] = (apiOperation, transactionId, body = {}, options = {}) =>
    rig.api('PUT', `/order/${id}/transaction/${transactionId}`, { apiOperation, ...body }, { ...defaults, ...options });
  const ledger = () =>
    rig.host.ledger({ order: id }).map(({ kind, amount, currency, state }) => `${kind} ${amount} ${currency} ${state}`);
  return {
    id,
    put,
    ledger,
    async done(apiOperation, transactionId, body = {}, options = {}) {
      const reply = await put(apiOperation, transactionId, body, options);
      expect(reply.status, reply.text).toBe(201);
      const { answer } = OPERATIONS[apiOperation as keyof typeof OPERATIONS];
      expect(breaches(answer, reply.json, version(options))).toEqual([]);
      return reply;
    },
    async refused(apiOperation, transactionId, body = {}, options = {}) {
      const before = ledger();
      const reply = await put(apiOperation, transactionId, body, options);
      expect(reply.json.result, reply.text).toBe('ERROR');
      expect(ledger()).toEqual(before);
      return reply;
    },
    async get(options = {}) {
      const reply = await rig.api('GET', `/order/${id}`, undefined, { ...defaults, ...options });
      expect(reply.status, reply.text).toBe(200);
      expect(breaches(OPERATIONS.RETRIEVE_ORDER.answer, reply.json, version(options))).toEqual([]);
      return reply;
    },
    async transaction(transactionId, options = {}) {
      const path = `/order/${id}/transaction/${transactionId}`;
      const reply = await rig.api('GET', path, undefined, { ...defaults, ...options });
      expect(reply.status, reply.text).toBe(200);
      expect(breaches(OPERATIONS.RETRIEVE_TRANSACTION.answer, reply.json, version(options))).toEqual([]);
      return reply;
    },
  };
}

/** Status and totals of an answer, the totals by their exact text. */
export function totalsIn({ text, json }: Reply): Totals {
  const exact = (name: string) => text.match(new RegExp(`"${name}":([^,}]+)`))?.[1] ?? 'absent';
  return {
    status: (json.order ?? json).status,
    authorized: exact('totalAuthorizedAmount'),
    captured: exact('totalCapturedAmount'),
    refunded: exact('totalRefundedAmount'),
  };
}

/** The members of a payment's body, without its `apiOperation`. */
export function cardPayment(more: object = {}): object {
  const { apiOperation: _operation, ...body } = paying('PAY', more) as Record<string, unknown>;
  return body;
}

export const amount = (text: string, more: object = {}) => ({
  transaction: { amount: text, currency: 'EUR', ...more },
});
export const target = (transactionId: string, more: object = {}) => ({
  transaction: { targetTransactionId: transactionId, ...more },
});
/** `field TYPE`, of every field that was refused. */
export const problemsIn = ({ json }: Reply): string[] =>
  (json.error.details ?? []).map(
    (one: { field: string; validationType: string }) => `${one.field} ${one.validationType}`,
  );
