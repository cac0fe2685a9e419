/**
 * The route table: all addresses in the router's format, with their callers. Those of merchants' servers come from the
 * contract's table of operations.
 */

import { RESULTS } from '../adapters/three-ds-server/index.ts';
import {
  CANCEL_AT_PROVIDER_PATH,
  CANCEL_PATH,
  DEVICE_PATH,
  DONE_PATH,
  EMBEDDED_PREFIX,
  ENTRY_PATH,
  LOGO_PATH,
  PAY_PATH,
} from '../checkout/index.ts';
import {
  CALLBACK_PATH,
  CANCEL_STATUS,
  CHOICE_PATH,
  EVENTS,
  REDIRECT_PATH,
  RETURN_PATH,
  STATUS_CHALLENGE,
  STATUS_DEVICE,
  STATUS_PATH,
  WAIT_PATH,
} from '../checkout/return/index.ts';
import { CONTRACT_CALLS, type ContractCall, MERCHANT_PATH, VERSION_PATH } from '../contract/calls.ts';

export interface RestRoute {
  /** Segments that begin with `:` are parameters; each is decoded exactly once. */
  readonly url: string;
  readonly call: ContractCall;
}

export const REST_ROUTES: readonly RestRoute[] = CONTRACT_CALLS.map((call) => ({
  url: routerPattern(MERCHANT_PATH + call.path),
  call,
}));

/** @example routerPattern('/order/{orderId}') // '/order/:order' */
function routerPattern(path: string): string {
  return path.replace(/\{(\w+?)(?:Id)?\}/g, ':$1');
}

/** Public: whether the gateway is up, and its version. */
export const INFORMATION = `${routerPattern(VERSION_PATH)}/information`;

/** Public, for any host name: for the operator's probes. */
export const PROBES = { health: '/healthz', ready: '/readyz' } as const;

/** For Prometheus, only on private networks, and only for host names that an outsider cannot own. */
export const METRICS = '/metrics';

/**
 * The payer's pages, for anyone with the link. Queries are ignored, except for the payer's choice of language and the
 * page that opened `checkout.js`.
 */
export const PAYER_PAGES = {
  pay: [`${PAY_PATH}:session`, `${ENTRY_PATH}:session`],
  done: `${DONE_PATH}:session`,
  device: `${DEVICE_PATH}:session`,
  cancel: `${CANCEL_PATH}:session`,
  withdraw: `${CANCEL_AT_PROVIDER_PATH}:session`,
} as const;

/** The same in a frame of the merchant's page. Other pages are shown only in the whole window. */
export const EMBEDDED_PAGES = {
  pay: `${EMBEDDED_PREFIX}pay/:session`,
  done: `${EMBEDDED_PREFIX}done/:session`,
  cancel: `${EMBEDDED_PREFIX}cancel/:session`,
} as const;

/** A merchant's logo, by its content hash: public. */
export const LOGO = `${LOGO_PATH}:name`;

/** A browser payment's addresses, for anyone with the handle or the signed state. */
export const BROWSER_PAYMENT_PAGES = {
  redirect: `${REDIRECT_PATH}:handle`,
  handleReturn: `${RETURN_PATH}:state`,
  choice: `${CHOICE_PATH}:state`,
  hold: `${WAIT_PATH}:state`,
  status: `${STATUS_PATH}:handle`,
  statusDevice: `${STATUS_PATH}:handle${STATUS_DEVICE}`,
  statusChallenge: `${STATUS_PATH}:handle${STATUS_CHALLENGE}`,
  events: `${STATUS_PATH}:handle${EVENTS}`,
  cancel: `${STATUS_PATH}:handle${CANCEL_STATUS}`,
} as const;

/** The returns from a payer's bank, or from a merchant's page of 3DS1, for anyone with the signed state. */
export const AUTHENTICATION_RETURNS = {
  bank: '/checkout/authentication/:state/bank',
  cancel: '/checkout/authentication/:state/cancel',
  challenge: '/checkout/authentication/:state/challenge',
  method: '/checkout/authentication/:state/method',
} as const;

/** Public paths of the scripts for merchants' pages, by the built file's name. */
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

/**
 * The address at which `checkout.js` of versions up to 62 makes a checkout from its page's values. Rate-limited, and
 * enabled by the profile.
 */
export const PAGE_CHECKOUT = '/form/version/:version/merchant/:merchant/checkout';

/** The same scripts by their content hash, and the list of them. */
export const PINNED_SCRIPT = '/static/pinned/:pin/:file';
export const SCRIPT_INVENTORY = '/static/scripts.json';

/** Public, rate-limited: browsers' reports of violations of a page's policy. */
export const POLICY_REPORTS = '/csp-report';

/** Public: the contact for vulnerability reports, if the operator has set it. */
export const SECURITY_TXT = '/.well-known/security.txt';

/** For `session.js`: the page of one field, in a frame, and the requests of such a frame. Public, rate-limited. */
export const HOSTED_FIELDS = {
  field: '/form/version/:version/merchant/:merchant/field',
  card: '/form/version/:version/merchant/:merchant/card',
  session: '/form/version/:version/merchant/:merchant/session',
} as const;

/** Callbacks of a provider's server, which are signed, or sent to a secret address. */
export const PROVIDER_CALLBACKS = [
  `${CALLBACK_PATH}:provider`,
  `${CALLBACK_PATH}:provider/:merchant`,
  // For a provider without signatures, the address ends with a secret.
  `${CALLBACK_PATH}:provider/:merchant/*`,
] as const;

/** The results of a card scheme's directory server, which is identified by its certificate. */
export const DIRECTORY_SERVER_RESULTS = `${RESULTS}:scheme`;

/** The reference: public. Only search and changes read their queries. */
export const DOCS = {
  contents: '/docs',
  guides: '/docs/guide',
  guide: '/docs/guide/:guide',
  operation: '/docs/operations/:operation',
  errors: '/docs/errors',
  search: '/docs/search',
  changes: '/docs/changes',
  openApi: '/docs/openapi.json',
  client: '/docs/turnpike-client.ts',
  scriptTypes: '/docs/turnpike-scripts.d.ts',
} as const;

/** In sandbox mode: links for the developer. Live mode has no page here. */
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

/** The only addresses that payers come to. */
const PAYER_SEGMENTS = new Set([PAY_PATH, REDIRECT_PATH, RETURN_PATH, LOGO_PATH].map(firstSegment));
const DOCS_SEGMENT = firstSegment(DOCS.contents);

/**
 * Whether the caller is a program, which gets errors in JSON, rather than a payer's browser. The router decodes
 * addresses, so the first segment is decoded too. Browsers send only addresses that begin with a slash.
 */
export function isRestAddress(url: string): boolean {
  if (!url.startsWith('/')) {
    return true;
  }
  return REST_SEGMENTS.has(firstSegment(url));
}

/**
 * Whether an error is for a developer, who gets a page of the reference: below the reference, and in sandbox mode at
 * every address that payers do not come to.
 */
export function isDeveloperAddress(url: string, sandbox: boolean): boolean {
  const segment = firstSegment(url);
  return segment === DOCS_SEGMENT || (sandbox && !PAYER_SEGMENTS.has(segment));
}

/** The first segment, decoded; an undecodable one matches no segment of ours. */
function firstSegment(url: string): string {
  const [segment = ''] = url.slice(1).split(/[/?#]/, 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
