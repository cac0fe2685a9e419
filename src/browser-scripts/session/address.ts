/**
 * The gateway, version and merchant from this script's own address. They are in its path or, at the address with the
 * script's content hash, in its query.
 */
import { ownTag } from '../own-tag.ts';

const SOURCE = new URL(ownTag('session')?.src ?? location.href);
const IN_PATH = /^\/form\/version\/([^/]+)\/merchant\/([^/]+)\//.exec(SOURCE.pathname);
const [version = '', merchant = ''] =
  IN_PATH?.slice(1) ?? ['version', 'merchant'].map((name) => encodeURIComponent(SOURCE.searchParams.get(name) ?? ''));

/** The script's own address, which includes the merchant. */
export const SESSION_SCRIPT = SOURCE.href;

/** The only origin of frames and messages. */
export const GATEWAY = SOURCE.origin;

/** The address of a field's page. */
export const FIELD = `${GATEWAY}/form/version/${version}/merchant/${merchant}/field`;

const isDebugging = SOURCE.searchParams.get('debug') === 'true';

/** Logs for the page's developer, with `?debug=true`. Must not include a payer's data. */
export function debug(...words: readonly unknown[]): void {
  if (isDebugging) {
    console.debug('PaymentSession:', ...words);
  }
}

/** Calls a callback of the page. An exception in it is reported, and does not stop our script. */
export function callBack<Given extends unknown[]>(callback: ((...given: Given) => void) | undefined, ...given: Given) {
  try {
    if (typeof callback === 'function') {
      callback(...given);
    }
  } catch (error) {
    reportError(error);
  }
}
