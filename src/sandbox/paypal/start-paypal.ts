/** The simulator alone, on a port of its own, for callers that do not need the rest of the sandbox. */
import { listenOnLoopback } from '../kit/http/listen.ts';
import { addPayPal } from './add-paypal.ts';
import { PayPal, type PayPalOptions } from './paypal.ts';
import { PAYPAL_PREFIX } from './prefix.ts';

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
  try {
    const server = await listenOnLoopback((app) => addPayPal(app, paypal), options.port);
    return {
      port: server.port,
      base: server.origin + PAYPAL_PREFIX,
      paypal,
      async close() {
        await server.close();
        await paypal.close();
      },
    };
  } catch (error) {
    await paypal.close();
    throw error;
  }
}
