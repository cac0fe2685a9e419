/**
 * The payer's return URL: the stored URL for the checkout's end, with `resultIndicator` appended when it is the
 * returnUrl.
 */
import { textAt } from '../contract/values.ts';
import type { Session } from './session.ts';
import type { CheckoutSession, CheckoutState } from './state.ts';

/** The URLs of each end; the first one that the merchant set is used. */
const ENDS: Record<Exclude<CheckoutState['kind'], 'atProvider' | 'pay' | 'underWay'>, readonly string[]> = {
  paid: ['returnUrl', 'redirectMerchantUrl'],
  pending: ['returnUrl', 'redirectMerchantUrl'],
  unknown: ['returnUrl', 'redirectMerchantUrl'],
  cancelled: ['cancelUrl', 'returnUrl'],
  expired: ['timeoutUrl', 'cancelUrl', 'returnUrl'],
  exhausted: ['redirectMerchantUrl', 'cancelUrl', 'returnUrl'],
};

/** @param failureIndicator another 32 hex digits, never equal to the success indicator */
export function returnUrlOf(
  session: CheckoutSession,
  state: keyof typeof ENDS,
  failureIndicator: string,
): string | undefined {
  const name = ENDS[state].find((candidate) => urlOf(session, candidate) !== undefined);
  const url = name === undefined ? urlOf(session, 'merchant.url') : urlOf(session, name);
  if (url === undefined || name !== 'returnUrl') {
    return url;
  }
  return withResult(url, state === 'paid' ? session.checkout.successIndicator : failureIndicator);
}

/** Whether the merchant set a URL for a payer who cancels. */
export function cancelUrlOf(session: CheckoutSession): boolean {
  return returnUrlOf(session, 'cancelled', '') !== undefined;
}

function urlOf({ fields }: Session, name: string): string | undefined {
  return textAt(fields, `interaction.${name}`);
}

/** Appends to the merchant's URL and leaves the rest unchanged, nested parameters included. */
export function withResult(url: string, indicator: string): string {
  const [address = '', ...fragment] = url.split('#');
  const joint = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  const tail = fragment.length === 0 ? '' : `#${fragment.join('#')}`;
  return `${address}${joint}resultIndicator=${indicator}${tail}`;
}
