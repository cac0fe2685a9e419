/** The support code of a payment by its addresses, for an error page, which is shown without the payment's own page. */
import type { BrowserPaymentDependencies } from '../../core/browser-payments/index.ts';
import { authenticationAt } from '../../core/payer-authentication/index.ts';
import { supportCode } from '../../core/ports/index.ts';
import { paymentOfState } from './redirect-steps.ts';
import { statusPaymentOf, viewOf } from './status-payment.ts';
import type { StatusViewDependencies } from './status-view.ts';

/** @param handle in the address of a status page @returns undefined for an unknown handle */
export async function codeOfHandle(dependencies: StatusViewDependencies, handle: string): Promise<string | undefined> {
  const found = await statusPaymentOf(dependencies, handle);
  return found && codeOf(dependencies, viewOf(found).sourceOf(found.payment));
}

/** @param state in an address to which a provider returns the payer @returns undefined for an unknown state */
export async function codeOfState(
  dependencies: BrowserPaymentDependencies,
  state: string,
): Promise<string | undefined> {
  const { found } = await paymentOfState(dependencies, state);
  return found && codeOf(dependencies, found);
}

/** @param state in an address to which an ACS returns the payer @returns undefined for an unknown state */
export async function codeOfAuthentication(
  dependencies: BrowserPaymentDependencies,
  state: string,
): Promise<string | undefined> {
  const found = await authenticationAt(dependencies.gateway, state);
  return found && codeOf(dependencies, found);
}

function codeOf(
  { gateway }: Pick<BrowserPaymentDependencies, 'gateway'>,
  { order }: { readonly order: { readonly key: number } },
): string {
  return supportCode(gateway.sealer, order.key);
}
