/** Google Pay on the web: the `PaymentsClient` of Google's script. */
import type { PrepareWallet } from './sheet.ts';

interface Client {
  isReadyToPay(request: object): Promise<{ readonly result: boolean }>;
  loadPaymentData(request: object): Promise<PaymentData>;
}

interface PaymentData {
  readonly paymentMethodData: { readonly tokenizationData: { readonly token: string } };
}

interface GoogleScript {
  readonly google?: {
    readonly payments?: {
      readonly api?: { PaymentsClient: new (options: { readonly environment: string }) => Client };
    };
  };
}

interface GoogleRequest {
  readonly environment: string;
  readonly request: Readonly<Record<'allowedPaymentMethods' | 'apiVersion' | 'apiVersionMinor', unknown>>;
}

export const prepareGooglePay: PrepareWallet = async (form) => {
  const { environment, request } = form.request as GoogleRequest;
  const api = (window as GoogleScript).google?.payments?.api;
  if (api === undefined || isWithoutPopups(navigator.userAgent)) {
    return undefined;
  }
  const client = new api.PaymentsClient({ environment });
  const { apiVersion, apiVersionMinor, allowedPaymentMethods } = request;
  const { result } = await client.isReadyToPay({ apiVersion, apiVersionMinor, allowedPaymentMethods });
  return result ? () => ({ token: tokenOf(client, request), end: () => undefined }) : undefined;
};

async function tokenOf(client: Client, request: object): Promise<string | undefined> {
  try {
    const { paymentMethodData } = await client.loadPaymentData(request);
    return paymentMethodData.tokenizationData.token;
  } catch (error) {
    if ((error as { readonly statusCode?: unknown } | null)?.statusCode === 'CANCELED') {
      return undefined;
    }
    throw error;
  }
}

/** In-app browsers without the Payment Request API: Google's sheet is a window, which they do not open. */
function isWithoutPopups(agent: string): boolean {
  const isInApp = /; wv\)/.test(agent) || (/\b(?:iPhone|iPad|iPod)\b/.test(agent) && !agent.includes('Safari/'));
  return isInApp && !('PaymentRequest' in window);
}
