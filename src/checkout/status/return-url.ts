/**
 * The payer's return URL: the stored URL for the checkout's end. When it is the returnUrl, `resultIndicator` is
 * appended, and the return receipt of a merchant whose profile enables it.
 */
import type { CheckoutSession, EmbeddingPage, ScriptEnd, Session } from '../session/session.ts';
import type { CheckoutEnd } from './states.ts';

type ReturnUrlName = 'cancelUrl' | 'redirectMerchantUrl' | 'returnUrl' | 'timeoutUrl';

/** The ends as `checkout.js` reports them to the shop's page. */
const SCRIPT_ENDS: Readonly<Record<CheckoutEnd, ScriptEnd>> = {
  paid: 'complete',
  pending: 'complete',
  unknown: 'complete',
  cancelled: 'cancel',
  expired: 'timeout',
  closed: 'error',
  incomplete: 'error',
  held: 'error',
  outdated: 'error',
  paidOtherwise: 'error',
  exhausted: 'error',
};

/**
 * The URLs of each end; the first one that the merchant set is used. If the first of the list is not set, a shop's page
 * with `checkout.js` that has a callback for the end takes precedence over the rest.
 */
const ENDS: Readonly<Record<CheckoutEnd, readonly ReturnUrlName[]>> = {
  paid: ['returnUrl', 'redirectMerchantUrl'],
  pending: ['returnUrl', 'redirectMerchantUrl'],
  unknown: ['returnUrl', 'redirectMerchantUrl'],
  cancelled: ['cancelUrl', 'returnUrl'],
  expired: ['timeoutUrl', 'cancelUrl', 'returnUrl'],
  closed: ['redirectMerchantUrl', 'cancelUrl', 'returnUrl'],
  incomplete: ['redirectMerchantUrl', 'cancelUrl', 'returnUrl'],
  held: ['redirectMerchantUrl', 'cancelUrl', 'returnUrl'],
  outdated: ['redirectMerchantUrl', 'cancelUrl', 'returnUrl'],
  // The shop's server retrieves the order there, and the indicator says that this checkout did not pay it.
  paidOtherwise: ['returnUrl', 'redirectMerchantUrl', 'cancelUrl'],
  exhausted: ['redirectMerchantUrl', 'cancelUrl', 'returnUrl'],
};

/**
 * Stands for the session's id in the stored address of a shop's page, since the id is a password and must not be
 * stored.
 */
export const OWN_ID = '{session.id}';

type Leaving = Pick<CheckoutSession, 'checkout' | 'fields' | 'id' | 'version'>;

/** The parameters of the returnUrl. */
export interface ReturnParameters {
  /** 32 hex digits, different from the success indicator. */
  readonly failureIndicator: string;
  /** Makes the signed receipt; undefined if the merchant's profile does not enable it. */
  readonly receipt: ((end: CheckoutEnd) => string) | undefined;
}

/** For callers that only ask whether there is an address. */
export const NO_PARAMETERS: ReturnParameters = { failureIndicator: '', receipt: undefined };

export function returnUrlOf(session: Leaving, state: CheckoutEnd, parameters: ReturnParameters): string | undefined {
  const { shopPage } = session.checkout;
  if (shopPage === undefined || hasOwnUrl(session, state)) {
    return merchantUrlOf(session, state, parameters);
  }
  const isHeard = shopPage.hears.includes(SCRIPT_ENDS[state]);
  return isHeard || isLeftToPage(session, state)
    ? shopPageUrl(session, shopPage, state, parameters)
    : merchantUrlOf(session, state, parameters);
}

/**
 * The address to which a shop's page with the embedded checkout redirects if it has no callback for the end. Undefined:
 * the payer stays on that page.
 */
export function embeddedReturnUrl(
  session: Leaving,
  state: CheckoutEnd,
  parameters: ReturnParameters,
): string | undefined {
  const { shopPage } = session.checkout;
  const isSilent = shopPage !== undefined && !shopPage.hears.includes(SCRIPT_ENDS[state]);
  const isStaying = isSilent && !hasOwnUrl(session, state) && isLeftToPage(session, state);
  return isStaying ? undefined : merchantUrlOf(session, state, parameters);
}

function hasOwnUrl(session: Leaving, state: CheckoutEnd): boolean {
  const [own] = ENDS[state];
  return own !== undefined && urlOf(session, own) !== undefined;
}

/** The merchant's URL for this end. */
function merchantUrlOf(
  session: Leaving,
  state: CheckoutEnd,
  { failureIndicator, receipt }: ReturnParameters,
): string | undefined {
  const name = merchantUrlName(session, state);
  const url = name === undefined ? session.fields.interaction?.merchant?.url : urlOf(session, name);
  if (url === undefined || name !== 'returnUrl') {
    return url;
  }
  const indicator = state === 'paid' ? session.checkout.successIndicator : failureIndicator;
  return withResult(url, indicator, receipt?.(state));
}

function merchantUrlName(session: Leaving, state: CheckoutEnd): ReturnUrlName | undefined {
  return ENDS[state].find((candidate) => urlOf(session, candidate) !== undefined);
}

/**
 * Without a payment or a refusal there is no result for the `returnUrl`: the payer returns to the page with
 * `checkout.js`, even if it has no callback.
 */
function isLeftToPage(session: Leaving, state: CheckoutEnd): boolean {
  const name = merchantUrlName(session, state);
  return (state === 'cancelled' || state === 'expired') && (name === undefined || name === 'returnUrl');
}

/** @returns the data about the end that the shop's page gets by its script */
export function scriptEndOf(
  { checkout, version }: Pick<CheckoutSession, 'checkout' | 'version'>,
  state: CheckoutEnd,
  failureIndicator: string,
): Readonly<Record<string, string>> {
  const end = SCRIPT_ENDS[state];
  return {
    end,
    ...(end === 'complete' && {
      resultIndicator: state === 'paid' ? checkout.successIndicator : failureIndicator,
      sessionVersion: version,
    }),
    ...(end === 'error' && { cause: 'REQUEST_REJECTED', explanation: EXPLANATIONS[state] ?? '' }),
  };
}

/** For the merchant's developer. */
const EXPLANATIONS: Partial<Record<CheckoutEnd, string>> = {
  closed: 'the merchant cannot be paid now',
  incomplete: 'the checkout has no amount',
  held: "another payer's gift card is held for the order",
  paidOtherwise: 'the order was paid, and not with the amount and currency of this checkout',
  exhausted: 'no attempt is left',
};

/**
 * The result is in the fragment, which servers and logs do not see. `home` is the redirect for a page that names a
 * callback and does not define it.
 */
function shopPageUrl(
  session: Leaving,
  shopPage: EmbeddingPage,
  state: CheckoutEnd,
  parameters: ReturnParameters,
): string {
  const home = merchantUrlOf(session, state, parameters);
  const result = { ...scriptEndOf(session, state, parameters.failureIndicator), ...(home !== undefined && { home }) };
  return `${shopPage.url.replaceAll(OWN_ID, session.id)}#turnpike&${new URLSearchParams(result)}`;
}

/** Whether a payer who cancels can return to a page of the shop. */
export function cancelUrlOf(session: CheckoutSession): boolean {
  return returnUrlOf(session, 'cancelled', NO_PARAMETERS) !== undefined;
}

/** The shop's site, without data of the order: anyone with the link of a status page sees it. */
export function shopSiteOf(session: Pick<Session, 'fields'>): string | undefined {
  const named = session.fields.interaction?.merchant?.url;
  if (named !== undefined) {
    return named;
  }
  const url = URLS_OF_SHOP.map((name) => urlOf(session, name)).find((one) => one !== undefined);
  return url === undefined ? undefined : siteRootOf(url);
}

const URLS_OF_SHOP = ['returnUrl', 'redirectMerchantUrl', 'cancelUrl', 'timeoutUrl'] as const;

/** @returns the root of the URL's site; undefined for a path of our own or a scheme other than http(s) */
export function siteRootOf(url: string): string | undefined {
  if (!URL.canParse(url)) {
    return undefined;
  }
  const { origin } = new URL(url);
  return origin === 'null' ? undefined : `${origin}/`;
}

function urlOf({ fields }: Pick<Session, 'fields'>, name: ReturnUrlName): string | undefined {
  return fields.interaction?.[name];
}

const INDICATOR = 'resultIndicator';
export const RECEIPT = 'returnReceipt';

/**
 * Appends to the merchant's URL and leaves the rest unchanged, nested parameters included. An indicator of an earlier
 * payment is removed; one in the query of a route behind `#` is replaced, since such a shop reads it there. The same
 * holds for a receipt.
 *
 * @param receipt undefined without one
 */
export function withResult(url: string, indicator: string, receipt?: string): string {
  const parameters = [`${INDICATOR}=${indicator}`, ...(receipt === undefined ? [] : [`${RECEIPT}=${receipt}`])];
  const [address = '', ...fragment] = url.split('#');
  const kept = withoutResult(address);
  const joint = kept.includes('?') ? (/[?&]$/.test(kept) ? '' : '&') : '?';
  const tail = fragment.length === 0 ? '' : `#${withReplaced(fragment.join('#'), parameters)}`;
  return `${kept}${joint}${parameters.join('&')}${tail}`;
}

function withoutResult(address: string): string {
  const start = address.indexOf('?') + 1;
  if (start === 0 || !hasResult(address.slice(start))) {
    return address;
  }
  const others = address
    .slice(start)
    .split('&')
    .filter((parameter) => !isResult(parameter));
  return address.slice(0, start) + others.join('&');
}

/** @param route the part behind `#` */
function withReplaced(route: string, parameters: readonly string[]): string {
  const start = route.indexOf('?') + 1;
  if (start === 0 || !hasResult(route.slice(start))) {
    return route;
  }
  const given = route.slice(start).split('&');
  const place = given.findIndex(isResult);
  const [before, after] = [given.slice(0, place), given.slice(place)];
  return route.slice(0, start) + [...before, ...parameters, ...after.filter((one) => !isResult(one))].join('&');
}

const hasResult = (query: string): boolean => query.split('&').some(isResult);

function isResult(parameter: string): boolean {
  const [name] = parameter.split('=', 1);
  return name === INDICATOR || name === RECEIPT;
}
