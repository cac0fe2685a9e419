/**
 * A path on the gateway itself, or a web address; else undefined. Never another scheme, and never a path that a browser
 * would read as a host.
 */
export function ownOrWebLink(address: string | undefined): string | undefined {
  return address !== undefined && /^\/(?![/\\\s])/.test(address) ? address : webLink(address);
}

/** An address to link to, or undefined: pages link to web addresses alone, whatever a profile or an order contains. */
export function webLink(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) {
    return undefined;
  }
  const { protocol } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' ? address : undefined;
}
