/** The payment that the payer of a waiting page waits for. */
import { providerName } from '../../contract/providers/index.ts';
import { paymentResult } from '../../core/browser-payments/index.ts';
import type { Movement } from '../../core/index.ts';
import type { StoredOrder } from '../../core/ports/index.ts';
import type { AwaitedAnswer } from '../../web/views/index.ts';
import { askingOf } from '../receipt/receipt-references.ts';
import { cardHandle, cardMark, markOf, statusAddress, watchAddress } from '../return/index.ts';
import type { CheckoutStatus, PayerDependencies } from '../status/checkout-status.ts';
import type { UnpayableDetails } from './unpayable-page.ts';

interface AwaitedPayment {
  /** Absent while the acquirer's answer is awaited. */
  readonly provider?: string;
  readonly handle: string;
  /** Identifies the current state of its status page. */
  readonly mark: string;
  /** The payer's bank has accepted the transfer. */
  readonly isAccepted?: true;
  readonly asking?: AwaitedAnswer;
}

export async function awaitedPayment(
  dependencies: PayerDependencies,
  { order, state }: CheckoutStatus,
): Promise<AwaitedPayment | undefined> {
  const { browser, clock, orders, sealer } = dependencies.gateway;
  if (order === undefined || (state.kind !== 'underWay' && state.kind !== 'pending' && state.kind !== 'unknown')) {
    return undefined;
  }
  const key = state.kind === 'underWay' ? order.lockedBy : await keyOf(dependencies, order, state.movement);
  if (key == null) {
    return undefined;
  }
  const found = await browser.payments.find(key);
  if (found !== undefined) {
    const { provider, handle } = found.payment;
    const isAccepted = paymentResult(found).kind === 'accepted' ? true : undefined;
    const asking = isAccepted ? undefined : askingOf(found.transaction, false, clock.now());
    return { provider: providerName(provider), handle, mark: markOf(found), isAccepted, asking };
  }
  const stored = await orders.transactionByKey(key);
  const handle = stored && cardHandle(sealer, stored.transaction);
  if (stored === undefined || handle === undefined) {
    return undefined;
  }
  const asking =
    state.kind === 'underWay' ? undefined : askingOf(stored.transaction, state.kind === 'unknown', clock.now());
  return { handle, mark: cardMark({ ...stored, isReserved: false }), asking };
}

async function keyOf(
  { gateway }: PayerDependencies,
  order: StoredOrder,
  { transactionId }: Movement,
): Promise<number | undefined> {
  return (await gateway.orders.transaction(order.key, transactionId))?.key;
}

/** @param next the page to show once the result is known; undefined where the page redirects by itself */
export function awaitedDetails(
  { provider, handle, mark, isAccepted, asking }: AwaitedPayment,
  next: string | undefined,
): UnpayableDetails {
  return {
    provider,
    isAccepted,
    asking,
    status: {
      href: statusAddress(handle),
      watch: next === undefined ? undefined : { eventsUrl: watchAddress(handle, mark), next },
    },
  };
}
