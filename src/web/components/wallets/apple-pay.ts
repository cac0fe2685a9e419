/** Apple Pay on the web: `ApplePaySession`, which is a part of Apple's browsers. */
import type { PrepareWallet } from './sheet.ts';

/** A version of Apple's interface of 2018, with everything that the request uses. */
const VERSION = 4;
const SUCCESS = 0;

interface Session {
  onvalidatemerchant: (event: { readonly validationURL: string }) => void;
  onpaymentauthorized: (event: { readonly payment: { readonly token: { readonly paymentData: unknown } } }) => void;
  oncancel: () => void;
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: unknown): void;
  completePayment(result: { readonly status: number }): void;
}

interface SessionClass {
  new (version: number, request: unknown): Session;
  canMakePayments(): boolean;
}

export const prepareApplePay: PrepareWallet = async ({ request, identify }) => {
  const { ApplePaySession } = window as { ApplePaySession?: SessionClass };
  if (!ApplePaySession?.canMakePayments()) {
    return undefined;
  }
  return () => {
    const session = new ApplePaySession(VERSION, request);
    const token = new Promise<string | undefined>((resolve, reject) => {
      session.onvalidatemerchant = ({ validationURL }) => {
        identify(validationURL)
          .then((found) => session.completeMerchantValidation(found))
          .catch((error: unknown) => {
            reject(error);
            session.abort();
          });
      };
      session.onpaymentauthorized = ({ payment }) => resolve(JSON.stringify(payment.token.paymentData));
      session.oncancel = () => resolve(undefined);
    });
    session.begin();
    return { token, end: (isPaid) => (isPaid ? session.completePayment({ status: SUCCESS }) : session.abort()) };
  };
};
