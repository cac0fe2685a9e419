/** The payment of a status page, found by the handle in its address. */
import { HANDLE } from '../../core/browser-payments/index.ts';
import type { FoundPayment } from '../../core/ports/index.ts';
import type { AcsStatus } from './acs-outcome.ts';
import { ACS_STATUS } from './acs-status-page.ts';
import { type CardPayment, cardPaymentByKey, findCardPayment } from './card-status.ts';
import { CARD_STATUS } from './card-status-page.ts';
import { PROVIDER_STATUS } from './provider-status-page.ts';
import type { StatusView, StatusViewDependencies } from './status-view.ts';

interface Payments {
  /** Waits for the payer's bank, or was cancelled before its result. */
  readonly acs: AcsStatus;
  readonly card: CardPayment;
  readonly provider: FoundPayment;
}

type PaymentKind = keyof Payments;

export type StatusPayment<Kind extends PaymentKind = PaymentKind> = {
  readonly [Each in Kind]: { readonly kind: Each; readonly payment: Payments[Each] };
}[Kind];

const VIEWS: { readonly [Kind in PaymentKind]: StatusView<Payments[Kind]> } = {
  acs: ACS_STATUS,
  card: CARD_STATUS,
  provider: PROVIDER_STATUS,
};

export function viewOf({ kind }: StatusPayment): StatusView<Payments[PaymentKind]> {
  // The row of the payment's own kind takes that payment.
  return VIEWS[kind] as StatusView<Payments[PaymentKind]>;
}

/** @returns undefined for an unknown handle, and after the end of the page */
export async function statusPaymentOf(
  dependencies: StatusViewDependencies,
  handle: string,
): Promise<StatusPayment | undefined> {
  const found = await findBy(dependencies, handle);
  const isOver = found !== undefined && dependencies.gateway.clock.now() >= viewOf(found).endOf(found.payment);
  return isOver ? undefined : found;
}

async function findBy(
  { gateway, acsStatus }: StatusViewDependencies,
  handle: string,
): Promise<StatusPayment | undefined> {
  if (HANDLE.test(handle)) {
    const atProvider = await gateway.browser.payments.findBy('handle', handle);
    return atProvider && { kind: 'provider', payment: atProvider };
  }
  const asked = await acsStatus?.find(handle);
  const usedBy = asked?.shown.authentication.usedBy;
  // Once the authentication was used for a payment, the payment's status is shown.
  const paid = usedBy == null ? undefined : await cardPaymentByKey(gateway, usedBy);
  if (paid === undefined && asked !== undefined) {
    return { kind: 'acs', payment: asked };
  }
  const card = paid ?? (await findCardPayment(gateway, handle));
  return card && { kind: 'card', payment: card };
}
