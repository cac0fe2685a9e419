/**
 * A gateway and the sandbox's providers in this process, over real sockets, with the payer's browser as plain requests
 * without a cookie.
 */

import { type StartedProviders, startProviders } from '../../src/sandbox/providers/start-providers.ts';
import { sandboxProviderKey } from '../../src/settings/sandbox/provider-key.ts';
import { memoryLog } from '../adapters/acquirers/fixtures.ts';
import { newOrderId, type Reply, type Rig, startRig } from '../api/rest/rig.ts';
import { freePorts } from '../support/ports.ts';
import { nextAddress } from '../support/scriptless.ts';

export interface BrowserRig extends Rig {
  readonly providers: StartedProviders;
  readonly origin: string;
  /** INITIATE_BROWSER_PAYMENT of EUR 12.00 with the wallet, paid at once, with the members of `more` overridden. */
  initiate(more?: Initiation): Promise<Initiated>;
  /**
   * Follows redirects as a browser does, from this address on, without scripts and cookies.
   * @returns the last answer, and all addresses
   */
  browse(url: string, options?: { readonly until?: RegExp }): Promise<Browsed>;
}

export interface Initiation {
  readonly order?: object;
  readonly provider?: 'demoBank' | 'demoWallet';
  readonly operation?: 'AUTHORIZE' | 'PAY';
  readonly confirmation?: 'CONFIRM_AT_MERCHANT' | 'CONFIRM_AT_PROVIDER';
  readonly reference?: string;
  readonly returnUrl?: string;
  readonly orderId?: string;
  readonly body?: object;
}

export interface Initiated {
  readonly orderId: string;
  readonly path: string;
  readonly reply: Reply;
  /** The redirect URL for the payer, from the answer. */
  readonly redirectUrl: string;
  retrieve(): Promise<Reply['json']>;
}

export interface Browsed {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly addresses: readonly string[];
}

export const RETURN_URL = 'https://shop.example/return?order=7&nested[a]=b';

export async function startBrowserRig(
  options: { readonly speed?: number; readonly env?: Record<string, string> } = {},
): Promise<BrowserRig> {
  const { speed = 60, env = {} } = options;
  const [port = 0, sandboxPort = 0] = await freePorts(2);
  const origin = `http://localhost:${port}`;
  const rig = await startRig({ PORT: `${port}`, PUBLIC_ORIGIN: origin, SANDBOX_PORT: `${sandboxPort}`, ...env }, speed);
  const secret = sandboxProviderKey(rig.folder);
  const providers = await startProviders({ port: sandboxPort, speed, secret, log: memoryLog(), memory: true });
  return Object.assign(Object.create(rig) as Rig, {
    providers,
    origin,
    initiate: (more: Initiation = {}) => initiate(rig, more),
    browse,
    async close() {
      await rig.close();
      await providers.close();
    },
  });
}

async function initiate(rig: Rig, more: Initiation): Promise<Initiated> {
  const { provider = 'demoWallet', operation = 'PAY', confirmation = 'CONFIRM_AT_PROVIDER' } = more;
  const orderId = more.orderId ?? newOrderId();
  const path = `/order/${orderId}/transaction/1`;
  const reply = await rig.api('PUT', path, {
    apiOperation: 'INITIATE_BROWSER_PAYMENT',
    browserPayment: {
      operation,
      returnUrl: more.returnUrl ?? RETURN_URL,
      [provider]: { paymentConfirmation: confirmation },
    },
    order: {
      amount: '12.00',
      currency: 'EUR',
      ...(more.reference !== undefined && { reference: more.reference }),
      ...more.order,
    },
    sourceOfFunds: { type: provider === 'demoWallet' ? 'DEMO_WALLET' : 'DEMO_BANK' },
    ...more.body,
  });
  return {
    orderId,
    path,
    reply,
    redirectUrl: reply.json.browserPayment?.redirectUrl,
    retrieve: async () => (await rig.api('GET', path)).json,
  };
}

const HOPS_MAX = 200;

export async function browse(url: string, { until }: { readonly until?: RegExp } = {}): Promise<Browsed> {
  const addresses: string[] = [];
  for (let at = url; addresses.length < HOPS_MAX; ) {
    addresses.push(at);
    const answer = await fetch(at, { redirect: 'manual' });
    const text = await answer.text();
    const next = nextAddress(answer, text);
    if (next === undefined || until?.test(next) || !next.startsWith('http://')) {
      return {
        status: answer.status,
        text,
        headers: answer.headers,
        addresses: next === undefined ? addresses : [...addresses, next],
      };
    }
    if (answer.status === 200) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    at = next;
  }
  throw new Error(`The browser was led around: ${addresses.join(' ')}`);
}
