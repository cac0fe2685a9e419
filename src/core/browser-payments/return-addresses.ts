/** The URLs of this gateway for the payer of a payment. They contain the return state, so they are secrets. */
import type { NewProviderPayment } from '../ports/index.ts';

export type ReturnAddresses = Pick<NewProviderPayment, 'cancelUrl' | 'choiceUrl' | 'returnUrl'>;

export function returnAddresses(publicOrigin: string, state: string): ReturnAddresses {
  return {
    returnUrl: `${publicOrigin}/return/${state}`,
    cancelUrl: `${publicOrigin}/return/${state}?cancelled=true`,
    choiceUrl: `${publicOrigin}/checkout/choice/${state}`,
  };
}
