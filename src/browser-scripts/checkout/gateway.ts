/** The origin of this script: its own tag, and the gateway. */
import { ownTag } from '../own-tag.ts';

const tag = ownTag('checkout');

const source = new URL(tag?.src ?? location.href);

export const GATEWAY = source.origin;

/** The script's address without its query. */
export const CHECKOUT_SCRIPT = source.origin + source.pathname;

/** The version in the script's address; undefined if the address has none. Pages of versions up to 62 name one. */
export const scriptVersion = /^\/checkout\/version\/(\d+)\//.exec(source.pathname)?.[1];

/** The last version in which pages may set values that the shop's server left out. */
const OLDER_LAST = 62;
export const isOlder = scriptVersion !== undefined && Number(scriptVersion) <= OLDER_LAST;

/** The tags that load this script, the newest first: a page may load it twice, and remove the first tag. */
export function tags(): HTMLScriptElement[] {
  const same = [...document.scripts].filter(({ src }) => src.split('?', 1)[0] === CHECKOUT_SCRIPT).reverse();
  return tag === null || same.includes(tag) ? same : [...same, tag];
}
