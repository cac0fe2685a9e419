import { appSchemeOf } from '../../../contract/app-address.ts';

/**
 * A path on the gateway itself, or a web address; else undefined. Other schemes, and paths that a browser would parse
 * as a host, are refused.
 */
export function ownOrWebLink(address: string | undefined): string | undefined {
  return address !== undefined && /^\/(?![/\\\s])/.test(address) ? address : webLink(address);
}

/**
 * A return URL to link to: a web address, or one that opens the shop's app, with a scheme that the profile registered
 * when the order was sent; else undefined.
 */
export function returnLink(address: string | undefined): string | undefined {
  return address !== undefined && appSchemeOf(address) !== undefined ? address : webLink(address);
}

/** An address to link to; undefined unless it is a web address, for any content of a profile or an order. */
export function webLink(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) {
    return undefined;
  }
  const { protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? address : undefined;
}
