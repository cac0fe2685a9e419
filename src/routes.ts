/**
 * The table of contents: each address, who may call it, and what answers it. What is not here is not reachable.
 *
 * Access: `merchant` needs the merchant's credentials; `merchantOrSession` also takes the session's id as its password;
 * `anyone` needs nothing.
 */

import { CANCEL, DONE, ENTRY, PAY } from './checkout/addresses.ts';
import type { Merchant } from './gateway/merchant.ts';
import type { Parts } from './parts.ts';
import { getOrder, getTransaction, putTransaction } from './rest/order-transaction.ts';
import type { RestAnswer, RestRequest } from './rest/request.ts';
import { createSession, getSession, updateSession } from './rest/session.ts';

export interface RestRoute {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Segments beginning with `:` are named; each is decoded exactly once. */
  readonly path: string;
  readonly access: 'merchant' | 'merchantOrSession';
  readonly answer: (parts: Parts, merchant: Merchant, request: RestRequest) => Promise<RestAnswer>;
}

const VERSION = '/api/rest/version/:version';
const MERCHANT = `${VERSION}/merchant/:merchant`;
const ORDER = `${MERCHANT}/order/:order`;
const TRANSACTION = `${ORDER}/transaction/:transaction`;
const SESSION = `${MERCHANT}/session`;

export const REST_ROUTES: readonly RestRoute[] = [
  { method: 'PUT', path: TRANSACTION, access: 'merchant', answer: putTransaction },
  { method: 'GET', path: TRANSACTION, access: 'merchant', answer: getTransaction },
  { method: 'GET', path: ORDER, access: 'merchant', answer: getOrder },
  { method: 'POST', path: SESSION, access: 'merchant', answer: createSession },
  { method: 'PUT', path: `${SESSION}/:session`, access: 'merchantOrSession', answer: updateSession },
  { method: 'GET', path: `${SESSION}/:session`, access: 'merchant', answer: getSession },
];

/** Anyone: is the gateway there, and which one. */
export const INFORMATION = `${VERSION}/information`;

/** Anyone, to any host: for the operator's probes. */
export const PROBES = { health: '/healthz', ready: '/readyz' } as const;

/** The payer's pages: anyone who has the link. Queries are ignored. */
export const PAYER_PAGES = {
  pay: [`${PAY}:session`, `${ENTRY}:session`],
  done: `${DONE}:session`,
  cancel: `${CANCEL}:session`,
} as const;

const REST_SEGMENTS = new Set(['api', ...Object.values(PROBES).map((path) => path.slice(1))]);

/**
 * Whether a program asks, which is answered in JSON, and no payer's browser. The router decodes addresses, so the first segment
 * is decoded too; no browser sends an address that is not a path.
 */
export function isRestAddress(url: string): boolean {
  if (!url.startsWith('/')) return true;
  const [segment = ''] = url.slice(1).split(/[/?#]/, 1);
  try {
    return REST_SEGMENTS.has(decodeURIComponent(segment));
  } catch {
    return false;
  }
}
