/** Browsers that come to the shop's return address: the payer's, another one of the payer's, or somebody else's. */
import type { FrontDoor } from '../gateway/front-door.ts';
import type { Payer } from '../payer/payer.ts';
import { Made } from './failed.ts';
import type { PlayedOrder } from './order.ts';

export interface Returned {
  /** Whether the shop asked the gateway meanwhile. */
  readonly hasAsked: boolean;
  /** A remark for the merchant. */
  readonly advice?: string;
}

/** @throws {Made} if the shop answers with an error */
export async function comeBack(
  order: PlayedOrder,
  {
    payer,
    isAnotherBrowser,
    door,
  }: { readonly payer: Payer; readonly isAnotherBrowser: boolean; readonly door: FrontDoor },
): Promise<Returned> {
  if (order.back === undefined) {
    return { hasAsked: false };
  }
  const { isAway, retrievals } = door;
  const { status } = await payer.comeBack(order.back);
  const hasAsked = door.retrievals > retrievals;
  const cookie = payer.withheld.join(', ');
  if (status < 400) {
    return cookie === '' ? { hasAsked } : { hasAsked, advice: strictCookie(cookie) };
  }
  if (isAway) {
    // With 503 the shop asks the payer to wait.
    if (status !== 503) {
      throw new Made('fails-when-the-gateway-is-away', { order: order.id });
    }
    return { hasAsked };
  }
  const mistake = isAnotherBrowser ? 'loses-the-session' : cookie === '' ? 'return-fails' : 'cookie-is-strict';
  throw new Made(mistake, { order: order.id, status: `${status}`, cookie });
}

/**
 * Opens an order's return address without a payment.
 *
 * @param other the order whose indicator is given; absent: a made-up one
 */
export async function forgeReturn(payer: Payer, order: PlayedOrder, other: PlayedOrder | undefined): Promise<void> {
  const checkout = order.checkouts.at(-1);
  if (checkout === undefined) {
    return;
  }
  const madeUp = checkout.successIndicator.replace(/[0-9a-f]/g, (digit) => (digit === '0' ? '1' : '0'));
  const url = new URL(checkout.returnUrl);
  url.searchParams.set('resultIndicator', other?.checkouts.at(-1)?.successIndicator ?? madeUp);
  await payer.comeBack(url.href);
}

function strictCookie(name: string): string {
  return `The cookie ${name} is SameSite=Strict, so payers return from the gateway without it. Lax would do.`;
}
