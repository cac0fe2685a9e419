import { appSchemeOf } from '../../contract/app-address.ts';

/**
 * A path on the gateway itself, or a web address; else undefined. Never another scheme, and never a path that a browser
 * would read as a host.
 */
export function ownOrWebLink(address: string | undefined): string | undefined {
  return address !== undefined && /^\/(?![/\\\s])/.test(address) ? address : webLink(address);
}

/**
 * Where a page leads a payer home: a web address, or one that opens the shop's app, which the profile registered when
 * the order was sent; else undefined.
 */
export function homeLink(address: string | undefined): string | undefined {
  return address !== undefined && appSchemeOf(address) !== undefined ? address : webLink(address);
}

/** An address to link to, or undefined: pages link to web addresses alone, whatever a profile or an order contains. */
export function webLink(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) {
    return undefined;
  }
  const { protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? address : undefined;
}
