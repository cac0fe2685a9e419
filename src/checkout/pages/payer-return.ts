/**
 * Notifies the shop of a payment after its payer: the notification waits until the payer was redirected to the shop.
 */
import { HOLD_MS_MAX } from '../../core/index.ts';
import type { CheckoutStatus, PayerDependencies } from '../status/checkout-status.ts';

/**
 * @returns the function to call when a page that leads to the shop at once was sent; undefined if nothing can be held
 */
export function onPayerReturn({ gateway }: PayerDependencies, { order }: CheckoutStatus): (() => void) | undefined {
  const mayBeHeld = order?.state.notifications !== undefined && gateway.clock.now() < order.updatedAt + HOLD_MS_MAX;
  return mayBeHeld ? () => gateway.notifications.payerReturned(order.key) : undefined;
}
