/** Where this script came from: its own tag, and the gateway. */
import { ownTag } from '../own-tag.ts';

const tag = ownTag('checkout');

const source = new URL(tag?.src ?? location.href);

export const GATEWAY = source.origin;

/** The script's address without its query. */
export const SCRIPT = source.origin + source.pathname;

/** Up to version 62 the address had the version; undefined where it has none. */
export const version = /^\/checkout\/version\/(\d+)\//.exec(source.pathname)?.[1];

/** The last version whose pages may give what the shop's server left out. */
const OLDER_LAST = 62;
export const isOlder = version !== undefined && Number(version) <= OLDER_LAST;

/** The tags that load this script, the newest first: a page may load it twice, and take its first tag away. */
export function tags(): HTMLScriptElement[] {
  const same = [...document.scripts].filter(({ src }) => src.split('?', 1)[0] === SCRIPT).reverse();
  return tag === null || same.includes(tag) ? same : [...same, tag];
}
