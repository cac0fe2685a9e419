/**
 * Where this script came from: its own address says which gateway, version and merchant, in its path or, at the address
 * of its content, in its query.
 */
import { ownTag } from '../own-tag.ts';

const SOURCE = new URL(ownTag('session')?.src ?? location.href);
const IN_PATH = /^\/form\/version\/([^/]+)\/merchant\/([^/]+)\//.exec(SOURCE.pathname);
const [version = '', merchant = ''] =
  IN_PATH?.slice(1) ?? ['version', 'merchant'].map((name) => encodeURIComponent(SOURCE.searchParams.get(name) ?? ''));

/** The script's own address, which says for which merchant it is. */
export const SCRIPT = SOURCE.href;

/** Frames and messages are of this origin alone. */
export const GATEWAY = SOURCE.origin;

/** The page of one field. */
export const FIELD = `${GATEWAY}/form/version/${version}/merchant/${merchant}/field`;

const isDebugging = SOURCE.searchParams.get('debug') === 'true';

/** For who builds the page, who asks for it by `?debug=true`. Never anything of a payer. */
export function debug(...words: readonly unknown[]): void {
  if (isDebugging) {
    console.debug('PaymentSession:', ...words);
  }
}

/** A callback that throws is the page's own mistake: nothing of ours stops by it. */
export function callBack<Given extends unknown[]>(callback: ((...given: Given) => void) | undefined, ...given: Given) {
  try {
    if (typeof callback === 'function') {
      callback(...given);
    }
  } catch (error) {
    reportError(error);
  }
}
