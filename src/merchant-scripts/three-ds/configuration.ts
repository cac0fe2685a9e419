/** What a page says once, before it authenticates anybody. */
import { ownTag } from '../own-tag.ts';

export interface Configuration {
  readonly merchantId: string;
  readonly sessionId: string;
  /** Of the element into which the bank's frames are put. */
  readonly containerId?: string | null;
  /** Called when the script is ready, or cannot become so. */
  readonly callback?: (() => void) | null;
  readonly configuration?: {
    /** BCP 47, for the bank's pages; the browser's if absent. */
    readonly userLanguage?: string | null;
    /** Version of the interface; 100 if absent. */
    readonly wsVersion?: number | string | null;
  } | null;
}

/** What is wrong with a configuration, or with a call before there was one. */
export class ConfigurationError extends Error {}

let configured: Configuration | undefined;

/** The script's own address. */
export const SCRIPT = ownTag('three-ds')?.src ?? location.href;

/** Where this script came from is where its calls go. */
const GATEWAY = new URL(SCRIPT).origin;

/** A page that calls it again has another payer, or a basket that changed. */
export function configure(given: Configuration): void {
  const named = given ?? {};
  configured = isText(named.merchantId) && isText(named.sessionId) ? { ...named } : undefined;
  if (configured === undefined) {
    console.error('ThreeDS.configure: merchantId and sessionId are required');
  }
  named.callback?.();
}

export function isConfigured(): boolean {
  return configured !== undefined;
}

/** @throws ConfigurationError */
export function configuration(): Configuration {
  if (configured === undefined) {
    throw new ConfigurationError('ThreeDS.configure was not called with a merchantId and a sessionId');
  }
  return configured;
}

/** The interface's version, where the page names none. */
const VERSION = 100;

/**
 * @example transactionUrl('O-1', '1') //
 *   'https://pay.example/api/rest/version/100/merchant/SHOP/order/O-1/transaction/1'
 */
export function transactionUrl(orderId: string, transactionId: string): string {
  const { merchantId, configuration: more } = configuration();
  const path = [
    'version',
    more?.wsVersion || VERSION,
    'merchant',
    merchantId,
    'order',
    orderId,
    'transaction',
    transactionId,
  ];
  return `${GATEWAY}/api/rest/${path.map((segment) => encodeURIComponent(segment)).join('/')}`;
}

/** Whether a message from a frame is the gateway's. */
export function isGateway(origin: string): boolean {
  return origin === GATEWAY;
}

/** Into which frames are put. @throws ConfigurationError where the page has no such element */
export function container(): HTMLElement {
  const { containerId } = configuration();
  const found = containerId ? document.getElementById(containerId) : document.body;
  if (found === null) {
    throw new ConfigurationError(`there is no element with the id ${containerId}`);
  }
  return found;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
