/**
 * The route table: each address that is reachable, in the router's form, and whom it answers. Those of merchants'
 * servers come from the contract's table of operations.
 */

import { CANCEL, CANCEL_AT_PROVIDER, DEVICE, DONE, EMBEDDED, ENTRY, LOGOS, PAY } from './checkout/index.ts';
import {
  CALLBACK,
  CANCEL_STATUS,
  CHOICE,
  EVENTS,
  REDIRECT,
  RETURN,
  STATUS,
  STATUS_CHALLENGE,
  STATUS_DEVICE,
  WAIT,
} from './checkout/return/index.ts';
import { CALLS, type Call, MERCHANT_PATH, VERSION_PATH } from './contract/calls.ts';
import { RESULTS } from './payer-authentication/index.ts';

export interface RestRoute {
  /** Segments beginning with `:` are named; each is decoded exactly once. */
  readonly url: string;
  readonly call: Call;
}

export const REST_ROUTES: readonly RestRoute[] = CALLS.map((call) => ({
  url: routerPattern(MERCHANT_PATH + call.path),
  call,
}));

/** @example routerPattern('/order/{orderId}') // '/order/:order' */
function routerPattern(path: string): string {
  return path.replace(/\{(\w+?)(?:Id)?\}/g, ':$1');
}

/** Anyone: whether the gateway is up, and its version. */
export const INFORMATION = `${routerPattern(VERSION_PATH)}/information`;

/** Anyone, to any host: for the operator's probes. */
export const PROBES = { health: '/healthz', ready: '/readyz' } as const;

/** For Prometheus, on private networks alone, to hosts that no stranger can own. */
export const METRICS = '/metrics';

/**
 * The payer's pages: anyone who has the link. Queries are ignored, but for the language that a payer chose and the page
 * from which `checkout.js` led them here.
 */
export const PAYER_PAGES = {
  pay: [`${PAY}:session`, `${ENTRY}:session`],
  done: `${DONE}:session`,
  device: `${DEVICE}:session`,
  cancel: `${CANCEL}:session`,
  withdraw: `${CANCEL_AT_PROVIDER}:session`,
} as const;

/** The same in a frame of the merchant's page. What is not among them is shown in the whole window alone. */
export const EMBEDDED_PAGES = {
  pay: `${EMBEDDED}pay/:session`,
  done: `${EMBEDDED}done/:session`,
  cancel: `${EMBEDDED}cancel/:session`,
} as const;

/** A merchant's logo, by its content: anyone. */
export const LOGO = `${LOGOS}:name`;

/** A browser payment's addresses: anyone who has the handle, or the signed state. */
export const BROWSER_PAYMENT_PAGES = {
  redirect: `${REDIRECT}:handle`,
  handleReturn: `${RETURN}:state`,
  choice: `${CHOICE}:state`,
  hold: `${WAIT}:state`,
  status: `${STATUS}:handle`,
  statusDevice: `${STATUS}:handle${STATUS_DEVICE}`,
  statusChallenge: `${STATUS}:handle${STATUS_CHALLENGE}`,
  events: `${STATUS}:handle${EVENTS}`,
  cancel: `${STATUS}:handle${CANCEL_STATUS}`,
} as const;

/** Where a payer's bank leads the browser back to, or a merchant's page of before: anyone who has the signed state. */
export const AUTHENTICATION_RETURNS = {
  bank: '/checkout/authentication/:state/bank',
  cancel: '/checkout/authentication/:state/cancel',
  challenge: '/checkout/authentication/:state/challenge',
  method: '/checkout/authentication/:state/method',
} as const;

/** What merchants' pages load, by the built file's name: anyone. */
export const MERCHANT_SCRIPTS: Readonly<Record<string, readonly string[]>> = {
  checkout: [
    '/static/checkout/checkout.min.js',
    '/static/checkout/checkout.js',
    '/checkout/version/:version/checkout.js',
    '/checkout/version/:version/checkout.min.js',
  ],
  session: ['/form/version/:version/merchant/:merchant/session.js'],
  'three-ds': ['/static/threeDS/:version/three-ds.min.js'],
};

/** Where `checkout.js` of up to version 62 makes a checkout that its page describes. Within limits, by the profile. */
export const PAGE_CHECKOUT = '/form/version/:version/merchant/:merchant/checkout';

/** The same scripts by their content, and the list of them. */
export const PINNED_SCRIPT = '/static/pinned/:pin/:file';
export const SCRIPT_INVENTORY = '/static/scripts.json';

/** Anyone, within limits: browsers' reports of what a page's policy refused. */
export const POLICY_REPORTS = '/csp-report';

/** Anyone: whom to tell of a vulnerability, where the operator has set it. */
export const SECURITY_TXT = '/.well-known/security.txt';

/** Of `session.js`: the page of one field, in a frame, and what such a frame asks. Anyone, within limits. */
export const HOSTED_FIELDS = {
  field: '/form/version/:version/merchant/:merchant/field',
  card: '/form/version/:version/merchant/:merchant/card',
  session: '/form/version/:version/merchant/:merchant/session',
} as const;

/** A provider's server, which signs its callbacks, or knows where they come to. */
export const PROVIDER_CALLBACKS = [
  `${CALLBACK}:provider`,
  `${CALLBACK}:provider/:merchant`,
  // Where the provider signs nothing, its address has a secret at its end.
  `${CALLBACK}:provider/:merchant/*`,
] as const;

/** A card scheme's directory server, which is known by its certificate. */
export const DIRECTORY_SERVER_RESULTS = `${RESULTS}:scheme`;

/** The reference: anyone. Only search and changes read their queries. */
export const DOCS = {
  contents: '/docs',
  operation: '/docs/operations/:operation',
  errors: '/docs/errors',
  search: '/docs/search',
  changes: '/docs/changes',
  openApi: '/docs/openapi.json',
  client: '/docs/turnpike-client.ts',
  scriptTypes: '/docs/turnpike-scripts.d.ts',
} as const;

/** In sandbox mode: links for whoever runs it. Live mode has no page here. */
export const START = '/';

const REST_SEGMENTS = new Set([
  '3ds',
  'api',
  'callback',
  'csp-report',
  'form',
  'static',
  ...[...Object.values(PROBES), SECURITY_TXT].map(firstSegment),
]);

/** Payers come to these alone. */
const PAYER_SEGMENTS = new Set([PAY, REDIRECT, RETURN, LOGOS].map(firstSegment));
const DOCS_SEGMENT = firstSegment(DOCS.contents);

/**
 * Whether the caller is a program, which gets errors in JSON, and no payer's browser. The router decodes addresses, so
 * the first segment is decoded too; no browser sends an address that is not a path.
 */
export function isRestAddress(url: string): boolean {
  if (!url.startsWith('/')) {
    return true;
  }
  return REST_SEGMENTS.has(firstSegment(url));
}

/**
 * Whether an error is for a developer, who gets a page of the reference: below the reference, and in sandbox mode
 * wherever no payer is led to.
 */
export function isDeveloperAddress(url: string, sandbox: boolean): boolean {
  const segment = firstSegment(url);
  return segment === DOCS_SEGMENT || (sandbox && !PAYER_SEGMENTS.has(segment));
}

/** Decoded; one that cannot be decoded is no segment of ours. */
function firstSegment(url: string): string {
  const [segment = ''] = url.slice(1).split(/[/?#]/, 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
