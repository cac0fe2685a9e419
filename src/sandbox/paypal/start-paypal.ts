/** The simulator alone, on a port of its own, for callers that do not need the rest of the sandbox. */
import type { AddressInfo } from 'node:net';
import { createSandboxApp } from '../kit/http/http-app.ts';
import { addPayPal } from './add-paypal.ts';
import { PayPal, type PayPalOptions } from './paypal.ts';
import { PAYPAL_PREFIX } from './prefix.ts';

const LOOPBACK = '127.0.0.1';

export interface StartedPayPal {
  readonly port: number;
  /** `http://127.0.0.1:port/providers/paypal`, the prefix of all PayPal's paths. */
  readonly base: string;
  readonly paypal: PayPal;
  close(): Promise<void>;
}

/** @param options port 0 or absent lets the system choose @throws when the port is in use */
export async function startPayPal(options: PayPalOptions & { readonly port?: number }): Promise<StartedPayPal> {
  const paypal = new PayPal(options);
  const app = createSandboxApp();
  addPayPal(app, paypal);
  try {
    await app.listen({ host: LOOPBACK, port: options.port ?? 0 });
  } catch (error) {
    await paypal.close();
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  return {
    port,
    base: `http://${LOOPBACK}:${port}${PAYPAL_PREFIX}`,
    paypal,
    async close() {
      await app.close();
      await paypal.close();
    },
  };
}
