/**
 * The route table: all paths in the router's format, and who may request them. The paths for merchants' servers come
 * from the contract's table of operations.
 */

import { RESULTS } from '../../adapters/three-ds-server/index.ts';
import {
  CANCEL_AT_PROVIDER_PATH,
  CANCEL_PATH,
  CARD_REFUSAL_PATH,
  DEVICE_PATH,
  DONE_PATH,
  EMBEDDED_PREFIX,
  ENTRY_PATH,
  LINK_PATH,
  LOGO_PATH,
  PAY_PATH,
  SAVED_CARDS_PATH,
  VALIDATION_PATH,
} from '../../checkout/index.ts';
import {
  CALLBACK_PATH,
  CANCEL_CHOICE,
  CANCEL_STATUS,
  CHOICE_PATH,
  EVENTS,
  REDIRECT_PATH,
  RETURN_PATH,
  STATUS_CHALLENGE,
  STATUS_DEVICE,
  STATUS_PATH,
  WAIT_PATH,
} from '../../checkout/return/index.ts';
import { CONTRACT_CALLS, type ContractCall, MERCHANT_PATH, VERSION_PATH } from '../../contract/calls.ts';

export interface RestRoute {
  /** The path in the router's format. Segments that begin with `:` are parameters; each is decoded exactly once. */
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

/** Public: reports that the gateway is up, and its version. */
export const INFORMATION = `${routerPattern(VERSION_PATH)}/information`;

/** The operator's health probes. Public, and answered for any host name. */
export const PROBES = { health: '/healthz', ready: '/readyz' } as const;

/**
 * The metrics for Prometheus. Only for callers on private networks, and only for host names that an outsider cannot
 * register.
 */
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

/** The page of a payer's saved cards, for anyone with the signed link, who can see masked cards and delete them. */
export const SAVED_CARDS = `${SAVED_CARDS_PATH}:handle`;

/** The payer's pages in a frame of the merchant's page. Other pages are shown only in the whole window. */
export const EMBEDDED_PAGES = {
  pay: `${EMBEDDED_PREFIX}pay/:session`,
  done: `${EMBEDDED_PREFIX}done/:session`,
  cancel: `${EMBEDDED_PREFIX}cancel/:session`,
} as const;

/** The request of a payer's page that identifies its merchant to Apple. */
export const APPLE_PAY_VALIDATION = `${VALIDATION_PATH}:session`;

/** The request of a payer's page with the first digits of a card number. */
export const CARD_REFUSAL = `${CARD_REFUSAL_PATH}:session`;

/** The file by which Apple verifies this domain, if the operator has set one. Public. */
export const APPLE_PAY_DOMAIN = '/.well-known/apple-developer-merchantid-domain-association';

/** A merchant's logo, named by its content hash. Public. */
export const LOGO = `${LOGO_PATH}:name`;

/**
 * A link that takes payments, for anyone who has it: its page, which only reads, and whose form begins a payment; and
 * the link as a QR code.
 */
export const LINK_PAGES = {
  link: `${LINK_PATH}:link`,
  png: `${LINK_PATH}:link/qr.png`,
  svg: `${LINK_PATH}:link/qr.svg`,
} as const;

/** The pages of a browser payment, for anyone with the handle or the signed state. */
export const BROWSER_PAYMENT_PAGES = {
  redirect: `${REDIRECT_PATH}:handle`,
  handleReturn: `${RETURN_PATH}:state`,
  choice: `${CHOICE_PATH}:state`,
  cancelChoice: `${CHOICE_PATH}:state${CANCEL_CHOICE}`,
  hold: `${WAIT_PATH}:state`,
  status: `${STATUS_PATH}:handle`,
  statusDevice: `${STATUS_PATH}:handle${STATUS_DEVICE}`,
  statusChallenge: `${STATUS_PATH}:handle${STATUS_CHALLENGE}`,
  events: `${STATUS_PATH}:handle${EVENTS}`,
  cancel: `${STATUS_PATH}:handle${CANCEL_STATUS}`,
} as const;

/** The URLs to which a payer's bank or a merchant's 3DS1 page returns the payer, for anyone with the signed state. */
export const AUTHENTICATION_RETURNS = {
  bank: '/checkout/authentication/:state/bank',
  cancel: '/checkout/authentication/:state/cancel',
  challenge: '/checkout/authentication/:state/challenge',
  method: '/checkout/authentication/:state/method',
} as const;

/** The public paths of the scripts for merchants' pages, by the built file's name. */
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
 * The URL at which `checkout.js` up to version 62 creates a checkout from the values of its page. Rate-limited, and
 * available only if the merchant's profile enables it.
 */
export const PAGE_CHECKOUT = '/form/version/:version/merchant/:merchant/checkout';

/** The scripts for merchants' pages by their content hash, and the list of the scripts. */
export const PINNED_SCRIPT = '/static/pinned/:pin/:file';
export const SCRIPT_INVENTORY = '/static/scripts.json';

/** Browsers' reports of violations of a page's content security policy. Public, rate-limited. */
export const POLICY_REPORTS = '/csp-report';

/** The contact for vulnerability reports, if the operator has set one. Public. */
export const SECURITY_TXT = '/.well-known/security.txt';

/** The public keys of return receipts, as a JSON Web Key Set (RFC 7517). */
export const RECEIPT_KEYS = '/.well-known/jwks.json';

/**
 * The paths for `session.js`: the page of one hosted field, shown in a frame, and the requests that the frame sends.
 * Public, rate-limited.
 */
export const HOSTED_FIELDS = {
  field: '/form/version/:version/merchant/:merchant/field',
  card: '/form/version/:version/merchant/:merchant/card',
  session: '/form/version/:version/merchant/:merchant/session',
} as const;

/** The URLs of providers' callbacks. A callback is signed, or sent to a URL that contains a secret. */
export const PROVIDER_CALLBACKS = [
  `${CALLBACK_PATH}:provider`,
  `${CALLBACK_PATH}:provider/:merchant`,
  // For a provider that does not sign callbacks, the URL ends with a secret.
  `${CALLBACK_PATH}:provider/:merchant/*`,
] as const;

/**
 * The URL to which a card scheme's directory server posts results. The directory server is identified by its
 * certificate.
 */
export const DIRECTORY_SERVER_RESULTS = `${RESULTS}:scheme`;

/** The reference. Public. Only search and changes read their queries. */
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

/** A page with links for the developer. Exists only in sandbox mode. */
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

/** The first segments of all paths that a payer requests. */
const PAYER_SEGMENTS = new Set([PAY_PATH, REDIRECT_PATH, RETURN_PATH, LOGO_PATH].map(firstSegment));
const DOCS_SEGMENT = firstSegment(DOCS.contents);

/**
 * Returns true if the caller is a program, which gets errors in JSON, rather than a payer's browser. The router decodes
 * paths, so the first segment is decoded here too. Browsers send only paths that begin with a slash.
 */
export function isRestAddress(url: string): boolean {
  if (!url.startsWith('/')) {
    return true;
  }
  return REST_SEGMENTS.has(firstSegment(url));
}

/**
 * Returns true if an error page is for a developer and shows the reference: for paths of the reference, and in sandbox
 * mode for every path that payers do not request.
 */
export function isDeveloperAddress(url: string, sandbox: boolean): boolean {
  const segment = firstSegment(url);
  return segment === DOCS_SEGMENT || (sandbox && !PAYER_SEGMENTS.has(segment));
}

/** Returns the first segment, decoded. A segment that cannot be decoded matches none of the gateway's paths. */
function firstSegment(url: string): string {
  const [segment = ''] = url.slice(1).split(/[/?#]/, 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
