/**
 * The payer's return URL: the stored URL for the checkout's end, with `resultIndicator` appended when it is the
 * returnUrl.
 */
import type { Session } from './session.ts';
import type { CheckoutSession, CheckoutState } from './state.ts';

/** How a checkout is when its payer goes back to the shop. */
export type CheckoutEnd = Exclude<CheckoutState['kind'], 'atProvider' | 'late' | 'pay' | 'underWay'>;

type ReturnUrlName = 'cancelUrl' | 'redirectMerchantUrl' | 'returnUrl' | 'timeoutUrl';

/** The URLs of each end; the first one that the merchant set is used. */
const ENDS: Readonly<Record<CheckoutEnd, readonly ReturnUrlName[]>> = {
  paid: ['returnUrl', 'redirectMerchantUrl'],
  pending: ['returnUrl', 'redirectMerchantUrl'],
  unknown: ['returnUrl', 'redirectMerchantUrl'],
  cancelled: ['cancelUrl', 'returnUrl'],
  expired: ['timeoutUrl', 'cancelUrl', 'returnUrl'],
  closed: ['redirectMerchantUrl', 'cancelUrl', 'returnUrl'],
  incomplete: ['redirectMerchantUrl', 'cancelUrl', 'returnUrl'],
  held: ['redirectMerchantUrl', 'cancelUrl', 'returnUrl'],
  exhausted: ['redirectMerchantUrl', 'cancelUrl', 'returnUrl'],
};

/** @param failureIndicator another 32 hex digits, never equal to the success indicator */
export function returnUrlOf(
  session: Pick<CheckoutSession, 'checkout' | 'fields'>,
  state: CheckoutEnd,
  failureIndicator: string,
): string | undefined {
  const name = ENDS[state].find((candidate) => urlOf(session, candidate) !== undefined);
  const url = name === undefined ? session.fields.interaction?.merchant?.url : urlOf(session, name);
  if (url === undefined || name !== 'returnUrl') {
    return url;
  }
  return withResult(url, state === 'paid' ? session.checkout.successIndicator : failureIndicator);
}

/** Whether the merchant set a URL for a payer who cancels. */
export function cancelUrlOf(session: CheckoutSession): boolean {
  return returnUrlOf(session, 'cancelled', '') !== undefined;
}

/** The shop's site, for whoever has the link of a status page: nothing of the order is in it. */
export function shopSiteOf(session: Pick<Session, 'fields'>): string | undefined {
  const named = session.fields.interaction?.merchant?.url;
  if (named !== undefined) {
    return named;
  }
  const url = URLS_OF_SHOP.map((name) => urlOf(session, name)).find((one) => one !== undefined);
  return url === undefined ? undefined : siteOf(url);
}

const URLS_OF_SHOP = ['returnUrl', 'redirectMerchantUrl', 'cancelUrl', 'timeoutUrl'] as const;

/** @returns the site that an address is of; undefined for a path of our own or another scheme than the web's */
export function siteOf(url: string): string | undefined {
  if (!URL.canParse(url)) {
    return undefined;
  }
  const { origin } = new URL(url);
  return origin === 'null' ? undefined : `${origin}/`;
}

function urlOf({ fields }: Pick<Session, 'fields'>, name: ReturnUrlName): string | undefined {
  return fields.interaction?.[name];
}

/** Appends to the merchant's URL and leaves the rest unchanged, nested parameters included. */
export function withResult(url: string, indicator: string): string {
  const [address = '', ...fragment] = url.split('#');
  const joint = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  const tail = fragment.length === 0 ? '' : `#${fragment.join('#')}`;
  return `${address}${joint}resultIndicator=${indicator}${tail}`;
}
