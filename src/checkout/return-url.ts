/**
 * The payer's way back to the shop: the stored URL for how it ended, with `resultIndicator` appended where it is the
 * returnUrl.
 */
import { textAt } from '../contract/values.ts';
import type { Session } from './session.ts';
import type { CheckoutSession, CheckoutState } from './state.ts';

/** Where each end leads, the first that the merchant gave. */
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

/** Whether a payer who cancels has somewhere to go. */
export function cancelUrlOf(session: CheckoutSession): boolean {
  return returnUrlOf(session, 'cancelled', '') !== undefined;
}

function urlOf({ fields }: Session, name: string): string | undefined {
  return textAt(fields, `interaction.${name}`);
}

/** Appended to what the merchant wrote, which is otherwise left as it is: nested parameters and all. */
export function withResult(url: string, indicator: string): string {
  const [address = '', ...fragment] = url.split('#');
  const joint = address.includes('?') ? (/[?&]$/.test(address) ? '' : '&') : '?';
  const tail = fragment.length === 0 ? '' : `#${fragment.join('#')}`;
  return `${address}${joint}resultIndicator=${indicator}${tail}`;
}
