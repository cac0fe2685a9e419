/** A loader for each script. `checkout.js` and `checkout.min.js` are one. */
import type { CheckoutGlobal, PaymentSessionGlobal, ThreeDSGlobal } from './globals.d.ts';
import { type LoadOptions, loadScript, type Pin } from './load-script.ts';

/** A function of the page, or an address to which the browser goes. */
export type CheckoutCallback<Argument extends unknown[]> = ((...given: Argument) => unknown) | string;

export interface CheckoutProblem {
  readonly cause: string;
  readonly explanation: string;
  readonly field?: string;
  readonly result: 'ERROR';
  readonly supportCode?: string;
  readonly validationType?: string;
}

/** The results of the payment page. */
export interface CheckoutCallbacks {
  /** The payer has paid, as the page believes: your server checks the order. */
  readonly complete?: CheckoutCallback<[{ readonly resultIndicator: string; readonly sessionVersion: string }]>;
  readonly cancel?: CheckoutCallback<[]>;
  readonly error?: CheckoutCallback<[CheckoutProblem]>;
  readonly timeout?: CheckoutCallback<[]>;
  /** Returns a state to keep while the payer is away. */
  readonly beforeRedirect?: () => unknown;
  /** Gets the kept state. */
  readonly afterRedirect?: (state: unknown) => unknown;
}

export interface CheckoutOptions extends LoadOptions {
  readonly callbacks?: CheckoutCallbacks | undefined;
}

export interface PaymentSessionOptions extends LoadOptions {
  readonly merchantId: string;
  /** The version of the interface. Absent: 100. */
  readonly version?: number | undefined;
}

const NEWEST = 100;
/** The global that has the page's functions, since the script's tag names them. */
const CALLBACKS = 'TurnpikeCheckoutCallbacks';

/** @throws ScriptError */
export function loadCheckout({ callbacks, ...options }: CheckoutOptions): Promise<CheckoutGlobal> {
  return loadScript('Checkout', '/static/checkout/checkout.min.js', '', options, (tag) => {
    if (callbacks === undefined) {
      return;
    }
    Reflect.set(globalThis, CALLBACKS, callbacks);
    for (const [name, callback] of Object.entries(callbacks)) {
      if (callback !== undefined) {
        tag.setAttribute(`data-${name}`, typeof callback === 'string' ? callback : `${CALLBACKS}.${name}`);
      }
    }
  });
}

/** @throws ScriptError */
export function loadThreeDS(options: LoadOptions): Promise<ThreeDSGlobal> {
  return loadScript('ThreeDS', '/static/threeDS/1.3.0/three-ds.min.js', '', options);
}

/** Loads the script of hosted fields. @throws ScriptError */
export function loadPaymentSession(options: PaymentSessionOptions): Promise<PaymentSessionGlobal> {
  const { merchantId, version = NEWEST, ...others } = options;
  const merchant = encodeURIComponent(merchantId);
  const query = `?version=${version}&merchant=${merchant}`;
  return loadScript('PaymentSession', `/form/version/${version}/merchant/${merchant}/session.js`, query, others);
}

/** The pins of a gateway's scripts. */
export interface Pins {
  readonly checkout: Pin;
  readonly session: Pin;
  readonly threeDS: Pin;
}

/** The scripts' names in the gateway's list. */
const LISTED = { checkout: 'checkout', session: 'session', threeDS: 'three-ds' } as const;

/**
 * Reads the list of scripts that the gateway publishes. Call it when you build or release your shop, and keep the
 * result: a pin that the page reads from the gateway itself protects against nothing.
 *
 * @throws TypeError if there is no answer, or if it is not the list of a gateway
 */
export async function readPins(origin: string, fetch: typeof globalThis.fetch = globalThis.fetch): Promise<Pins> {
  const response = await fetch(new URL('/static/scripts.json', origin));
  const { scripts } = (await response.json()) as { readonly scripts?: readonly Listed[] };
  const pinOf = (key: keyof typeof LISTED): Pin => {
    const found = scripts?.find(({ script }) => script === LISTED[key]);
    if (found === undefined) {
      throw new TypeError(`${origin} lists no script ${LISTED[key]}.`);
    }
    return { path: found.pinned, integrity: found.integrity };
  };
  return { checkout: pinOf('checkout'), session: pinOf('session'), threeDS: pinOf('threeDS') };
}

interface Listed {
  readonly script: string;
  readonly pinned: string;
  readonly integrity: string;
}
