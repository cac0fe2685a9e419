/** Where this script came from: its tag, which has the page's callbacks, and the gateway. */
import { ownTag } from '../own-tag.ts';

export const tag = ownTag('checkout');

const source = new URL(tag?.src ?? location.href);

export const GATEWAY = source.origin;

/** Up to version 62 the address had the version; undefined where it has none. */
export const version = /^\/checkout\/version\/(\d+)\//.exec(source.pathname)?.[1];
