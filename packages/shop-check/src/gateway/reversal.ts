/**
 * The payer's bank takes a PayPal payment back: the sandbox's PayPal notifies the gateway, which books a chargeback.
 */
import { exchange } from '../payer/http.ts';

const TIMEOUT_MS = 10_000;

interface Entry {
  readonly kind?: string;
  readonly id?: string;
}

/** @param sandbox the address of the sandbox's control calls */
export async function payPalReversal(sandbox: string, gatewayOrder: string): Promise<void> {
  const paypal = `${sandbox}/providers/paypal`;
  const http = { timeoutMs: TIMEOUT_MS };
  const { text } = await exchange({ url: `${paypal}/ledger?order=${encodeURIComponent(gatewayOrder)}` }, http);
  const capture = (JSON.parse(text) as readonly Entry[]).find(({ kind }) => kind === 'CAPTURE');
  const { status, text: answer } = await exchange(
    {
      method: 'POST',
      url: `${paypal}/reversals`,
      body: JSON.stringify({ capture: capture?.id }),
      headers: { 'content-type': 'application/json' },
    },
    http,
  );
  if (status >= 400) {
    throw new Error(`The sandbox's PayPal answered ${status} to a reversal: ${answer}`);
  }
}
