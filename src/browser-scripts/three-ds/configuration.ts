/** The page's configuration, set before any authentication. */
import { ownTag } from '../own-tag.ts';

export interface ThreeDsConfiguration {
  readonly merchantId: string;
  readonly sessionId: string;
  /** The id of the element for the bank's frames. */
  readonly containerId?: string | null;
  /** Called when the script is ready, or when its configuration has failed. */
  readonly callback?: (() => void) | null;
  readonly configuration?: {
    /** BCP 47, for the bank's pages; the browser's if absent. */
    readonly userLanguage?: string | null;
    /** Version of the interface; 100 if absent. */
    readonly wsVersion?: number | string | null;
  } | null;
}

/** The page's configuration is invalid, or a call was made before `configure`. */
export class ThreeDsConfigurationError extends Error {}

let currentConfiguration: ThreeDsConfiguration | undefined;

/** The script's own address. */
export const THREE_DS_SCRIPT = ownTag('three-ds')?.src ?? location.href;

/** The script's origin is that of the gateway. */
const GATEWAY = new URL(THREE_DS_SCRIPT).origin;

/** May be called again, for another payer or after a change of the basket. */
export function configureThreeDs(given: ThreeDsConfiguration): void {
  const named = given ?? {};
  currentConfiguration = isText(named.merchantId) && isText(named.sessionId) ? { ...named } : undefined;
  if (currentConfiguration === undefined) {
    console.error('ThreeDS.configure: merchantId and sessionId are required');
  }
  named.callback?.();
}

export function isConfigured(): boolean {
  return currentConfiguration !== undefined;
}

/** @throws ConfigurationError */
export function configuration(): ThreeDsConfiguration {
  if (currentConfiguration === undefined) {
    throw new ThreeDsConfigurationError('ThreeDS.configure was not called with a merchantId and a sessionId');
  }
  return currentConfiguration;
}

/** The default version of the interface. */
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

/** Whether a message's origin is the gateway's. */
export function isGateway(origin: string): boolean {
  return origin === GATEWAY;
}

/** The element for the frames. @throws ConfigurationError where the page has no such element */
export function container(): HTMLElement {
  const { containerId } = configuration();
  const found = containerId ? document.getElementById(containerId) : document.body;
  if (found === null) {
    throw new ThreeDsConfigurationError(`there is no element with the id ${containerId}`);
  }
  return found;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
