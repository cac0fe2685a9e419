/** The addresses of a payment for its payer's browser. All are secret, because they contain the return state. */
import type { NewProviderPayment } from '../ports/index.ts';

export type ReturnAddresses = Pick<NewProviderPayment, 'cancelUrl' | 'choiceUrl' | 'returnUrl'>;

export function returnAddresses(publicOrigin: string, state: string): ReturnAddresses {
  return {
    returnUrl: `${publicOrigin}/return/${state}`,
    cancelUrl: `${publicOrigin}/return/${state}?cancelled=true`,
    choiceUrl: `${publicOrigin}/checkout/choice/${state}`,
  };
}
