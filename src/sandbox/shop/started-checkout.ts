/** The gateway's answer to a new order: the payer's next address, and the values that the shop stores. */
import type { ShopOrder } from './shop-orders.ts';
import type { ScriptPage } from './ways.ts';

export interface StartedCheckout {
  readonly address: string;
  readonly kept: Pick<ShopOrder, 'sessionId' | 'successIndicator'>;
}

interface Answer {
  readonly checkout?: { readonly url?: unknown };
  readonly session?: { readonly id?: unknown };
  readonly successIndicator?: unknown;
}

/** @param way undefined for the redirect @returns undefined if the answer has no session for this way to pay */
export function startedCheckoutOf(
  orderId: string,
  way: ScriptPage | undefined,
  body: unknown,
): StartedCheckout | undefined {
  const { checkout, session, successIndicator } = (body ?? {}) as Answer;
  const sessionId = textOf(session?.id);
  const indicator = textOf(successIndicator);
  if (way?.id === 'fields') {
    return sessionId === undefined ? undefined : { address: scriptPageAddress(way, orderId), kept: { sessionId } };
  }
  const address = way === undefined ? textOf(checkout?.url) : sessionId && scriptPageAddress(way, orderId);
  if (address === undefined || indicator === undefined) {
    return undefined;
  }
  return { address, kept: { successIndicator: indicator, sessionId } };
}

export function scriptPageAddress(way: ScriptPage, orderId: string): string {
  return `/shop/pay/${way.id}?order=${orderId}`;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
