/**
 * The route table: each address, its access, and its handler. An address outside it is not reachable.
 *
 * Access: `merchant` needs the merchant's credentials; `merchantOrSession` also accepts the session's id as its
 * password; `anyone` needs nothing.
 */

import { CANCEL, CANCEL_AT_PROVIDER, DONE, ENTRY, PAY } from './checkout/page-addresses.ts';
import { CALLBACK, CANCEL_STATUS, EVENTS, REDIRECT, RETURN, STATUS, WAIT } from './checkout/return/index.ts';
import type { Merchant } from './gateway/merchant.ts';
import { getNotifications, putNotification } from './rest/notification-routes.ts';
import { getOrder, getTransaction, putTransaction } from './rest/order-transaction.ts';
import { paymentOptions } from './rest/payment-options-route.ts';
import type { RestAnswer, RestRequest } from './rest/rest-request.ts';
import { createSession, getSession, updateSession } from './rest/session-routes.ts';
import { getToken, postToken, putToken, removeToken } from './rest/token-routes.ts';
import type { RouteDependencies } from './route-dependencies.ts';

export interface RestRoute {
  readonly method: 'DELETE' | 'GET' | 'POST' | 'PUT';
  /** Segments beginning with `:` are named; each is decoded exactly once. */
  readonly path: string;
  /** The name in the metrics, before the body has been read. */
  readonly operation: string;
  readonly access: 'merchant' | 'merchantOrSession';
  readonly answer: (dependencies: RouteDependencies, merchant: Merchant, request: RestRequest) => Promise<RestAnswer>;
}

const VERSION = '/api/rest/version/:version';
const MERCHANT = `${VERSION}/merchant/:merchant`;
const ORDER = `${MERCHANT}/order/:order`;
const TRANSACTION = `${ORDER}/transaction/:transaction`;
const NOTIFICATION = `${ORDER}/notification`;
const SESSION = `${MERCHANT}/session`;
const TOKEN = `${MERCHANT}/token`;
const PAYMENT_OPTIONS = `${MERCHANT}/paymentOptionsInquiry`;

export const REST_ROUTES: readonly RestRoute[] = [
  { method: 'PUT', path: TRANSACTION, operation: 'TRANSACTION', access: 'merchant', answer: putTransaction },
  { method: 'GET', path: TRANSACTION, operation: 'RETRIEVE_TRANSACTION', access: 'merchant', answer: getTransaction },
  { method: 'GET', path: ORDER, operation: 'RETRIEVE_ORDER', access: 'merchant', answer: getOrder },
  {
    method: 'GET',
    path: NOTIFICATION,
    operation: 'RETRIEVE_NOTIFICATIONS',
    access: 'merchant',
    answer: getNotifications,
  },
  {
    method: 'PUT',
    path: `${NOTIFICATION}/:notification`,
    operation: 'NOTIFICATION',
    access: 'merchant',
    answer: putNotification,
  },
  {
    method: 'GET',
    path: PAYMENT_OPTIONS,
    operation: 'PAYMENT_OPTIONS_INQUIRY',
    access: 'merchant',
    answer: paymentOptions,
  },
  {
    method: 'POST',
    path: PAYMENT_OPTIONS,
    operation: 'PAYMENT_OPTIONS_INQUIRY',
    access: 'merchant',
    answer: paymentOptions,
  },
  { method: 'POST', path: SESSION, operation: 'CREATE_SESSION', access: 'merchant', answer: createSession },
  {
    method: 'PUT',
    path: `${SESSION}/:session`,
    operation: 'UPDATE_SESSION',
    access: 'merchantOrSession',
    answer: updateSession,
  },
  { method: 'GET', path: `${SESSION}/:session`, operation: 'RETRIEVE_SESSION', access: 'merchant', answer: getSession },
  { method: 'POST', path: TOKEN, operation: 'CREATE_TOKEN', access: 'merchant', answer: postToken },
  { method: 'PUT', path: `${TOKEN}/:token`, operation: 'UPDATE_TOKEN', access: 'merchant', answer: putToken },
  { method: 'GET', path: `${TOKEN}/:token`, operation: 'RETRIEVE_TOKEN', access: 'merchant', answer: getToken },
  { method: 'DELETE', path: `${TOKEN}/:token`, operation: 'DELETE_TOKEN', access: 'merchant', answer: removeToken },
];

/** Anyone: whether the gateway is up, and its version. */
export const INFORMATION = `${VERSION}/information`;

/** Anyone, to any host: for the operator's probes. */
export const PROBES = { health: '/healthz', ready: '/readyz' } as const;

/** For Prometheus, on private networks alone, to hosts that no stranger can own. */
export const METRICS = '/metrics';

/** The payer's pages: anyone who has the link. Queries are ignored. */
export const PAYER_PAGES = {
  pay: [`${PAY}:session`, `${ENTRY}:session`],
  done: `${DONE}:session`,
  cancel: `${CANCEL}:session`,
  withdraw: `${CANCEL_AT_PROVIDER}:session`,
} as const;

/** A browser payment's addresses: anyone who has the handle, or the signed state. */
export const BROWSER_PAYMENT_PAGES = {
  redirect: `${REDIRECT}:handle`,
  handleReturn: `${RETURN}:state`,
  hold: `${WAIT}:state`,
  status: `${STATUS}:handle`,
  events: `${STATUS}:handle${EVENTS}`,
  cancel: `${STATUS}:handle${CANCEL_STATUS}`,
} as const;

/** A provider's server, which signs its callbacks. */
export const PROVIDER_CALLBACK = `${CALLBACK}:provider`;

/** The reference: anyone. Only search and changes read their queries. */
export const DOCS = {
  contents: '/docs',
  operation: '/docs/operations/:operation',
  errors: '/docs/errors',
  search: '/docs/search',
  changes: '/docs/changes',
  openApi: '/docs/openapi.json',
} as const;

const REST_SEGMENTS = new Set(['api', 'callback', ...Object.values(PROBES).map((path) => path.slice(1))]);

/**
 * Whether the caller is a program, which gets errors in JSON, and no payer's browser. The router decodes addresses, so
 * the first segment is decoded too; no browser sends an address that is not a path.
 */
export function isRestAddress(url: string): boolean {
  if (!url.startsWith('/')) {
    return true;
  }
  const [segment = ''] = url.slice(1).split(/[/?#]/, 1);
  try {
    return REST_SEGMENTS.has(decodeURIComponent(segment));
  } catch {
    return false;
  }
}
